//! Connected components of the subsort relation, and its cycles.

use crate::base::hash::IndexSet;
use crate::base::{Diagnostic, Name};

use super::sorts::SubsortEdge;

/// For each sort the smallest sort it is connected with.
pub(super) fn components(sorts: usize, edges: &[SubsortEdge]) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..sorts).collect();
    for edge in edges {
        let (a, b) = (root(&mut parent, edge.lower), root(&mut parent, edge.upper));
        // The smaller becomes the root, so that a root is the first declared sort of its component.
        parent[a.max(b)] = a.min(b);
    }
    (0..sorts).map(|sort| root(&mut parent, sort)).collect()
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

/// Reports every cycle of the relation once and removes the edges inside it, so that what is left can be sorted.
pub(super) fn break_cycles(names: &[Name], edges: &mut Vec<SubsortEdge>, diagnostics: &mut Vec<Diagnostic>) {
    let cyclic = sorts_on_cycles(names.len(), edges);
    let mut reported: IndexSet<usize> = IndexSet::default();
    for start in (0..names.len()).filter(|&sort| cyclic[sort]) {
        if reported.contains(&start) {
            continue;
        }
        if let Some(path) = shortest_cycle(start, names.len(), edges) {
            reported.extend(path.iter().map(|edge| edge.lower));
            diagnostics.push(report(names, &path));
        }
    }
    edges.retain(|edge| !(cyclic[edge.lower] && cyclic[edge.upper]));
}

/// A sort is left over by peeling off sorts without a smaller one, then sorts without a greater one, exactly when it
/// lies on a cycle or between two.
fn sorts_on_cycles(sorts: usize, edges: &[SubsortEdge]) -> Vec<bool> {
    let mut left = vec![true; sorts];
    for upwards in [true, false] {
        let ends = |edge: &SubsortEdge| if upwards { (edge.lower, edge.upper) } else { (edge.upper, edge.lower) };
        let mut incoming = vec![0_usize; sorts];
        let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); sorts];
        for (from, to) in edges.iter().map(ends).filter(|&(from, to)| left[from] && left[to]) {
            incoming[to] += 1;
            outgoing[from].push(to);
        }
        let mut free: Vec<usize> = (0..sorts).filter(|&sort| left[sort] && incoming[sort] == 0).collect();
        while let Some(sort) = free.pop() {
            left[sort] = false;
            for &to in &outgoing[sort] {
                incoming[to] -= 1;
                if incoming[to] == 0 {
                    free.push(to);
                }
            }
        }
    }
    left
}

/// The shortest way from a sort upwards back to itself, breadth first.
fn shortest_cycle(start: usize, sorts: usize, edges: &[SubsortEdge]) -> Option<Vec<SubsortEdge>> {
    let mut upper: Vec<Vec<usize>> = vec![Vec::new(); sorts];
    for (index, edge) in edges.iter().enumerate() {
        upper[edge.lower].push(index);
    }
    let mut reached_by: Vec<Option<usize>> = vec![None; sorts];
    let mut queue = vec![start];
    let mut next = 0;
    while reached_by[start].is_none() {
        let sort = *queue.get(next)?;
        next += 1;
        for &index in &upper[sort] {
            let to = edges[index].upper;
            if reached_by[to].is_none() {
                reached_by[to] = Some(index);
                queue.push(to);
            }
        }
    }
    let mut path = Vec::new();
    let mut at = start;
    loop {
        let edge = edges[reached_by[at]?];
        path.push(edge);
        at = edge.lower;
        if at == start {
            path.reverse();
            return Some(path);
        }
    }
}

fn report(names: &[Name], path: &[SubsortEdge]) -> Diagnostic {
    let mut text = String::new();
    for edge in path {
        text.push_str(names[edge.lower].as_str());
        text.push_str(" < ");
    }
    text.push_str(names[path[0].lower].as_str());
    let message = format!("the subsort relation has a cycle: {text}");
    let mut places = path.iter().filter_map(|edge| edge.span.map(|span| (edge, span)));
    let mut diagnostic = match places.next() {
        Some((_, span)) => Diagnostic::error("cyclic-subsorts", message, span),
        None => Diagnostic::error_without_place("cyclic-subsorts", message),
    };
    for (edge, span) in places {
        diagnostic = diagnostic.also(span, format!("{} < {}", names[edge.lower], names[edge.upper]));
    }
    diagnostic
}

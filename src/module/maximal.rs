//! The maximal sorts of a kind, in the order in which Maude names the kind after them.

use crate::base::hash::{HashMap, HashSet};

use super::sorts::SubsortEdge;

/// The sorts of a component with none above them, in the order in which a walk from the first sort declared leaves them.
/// The walk goes to the sorts just below one before those just above it.
///
/// Cost: linear in the edges for one maximal sort; else quadratic in the sorts of the component at worst.
pub(super) fn maximal(members: &[usize], edges: &[SubsortEdge]) -> Vec<usize> {
    let inside: HashSet<usize> = members.iter().copied().collect();
    let edges: Vec<(usize, usize)> =
        edges.iter().map(|edge| (edge.lower, edge.upper)).filter(|(lower, _)| inside.contains(lower)).collect();
    let lower: HashSet<usize> = edges.iter().map(|&(lower, _)| lower).collect();
    let top = || members.iter().copied().filter(|sort| !lower.contains(sort));
    if top().nth(1).is_none() {
        return top().collect();
    }
    walk(members, &steps(members, &edges))
}

/// For each sort those just below and those just above it. What is imported is closed, so edges over others are left out.
fn steps(members: &[usize], edges: &[(usize, usize)]) -> HashMap<usize, (Vec<usize>, Vec<usize>)> {
    let known: HashSet<(usize, usize)> = edges.iter().copied().collect();
    let mut near: HashMap<usize, (Vec<usize>, Vec<usize>)> =
        members.iter().map(|&sort| (sort, Default::default())).collect();
    for &(lower, upper) in edges {
        if members.iter().any(|&sort| known.contains(&(lower, sort)) && known.contains(&(sort, upper))) {
            continue;
        }
        if let Some((below, _)) = near.get_mut(&upper) {
            below.push(lower);
        }
        if let Some((_, above)) = near.get_mut(&lower) {
            above.push(upper);
        }
    }
    near
}

fn walk(members: &[usize], near: &HashMap<usize, (Vec<usize>, Vec<usize>)>) -> Vec<usize> {
    let mut order = Vec::new();
    let mut met: HashSet<usize> = members.iter().copied().min().into_iter().collect();
    let mut way: Vec<(usize, usize)> = met.iter().map(|&first| (first, 0)).collect();
    while let Some((sort, next)) = way.last_mut() {
        let (below, above) = &near[sort];
        if let Some(&other) = below.iter().chain(above).nth(*next) {
            *next += 1;
            if met.insert(other) {
                way.push((other, 0));
            }
            continue;
        }
        if above.is_empty() {
            order.push(*sort);
        }
        way.pop();
    }
    order
}

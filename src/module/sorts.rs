//! Sorts and the subsort relation: from declarations to kinds, their order and their sets of smaller sorts.

use crate::base::hash::{HashMap, HashSet, IndexMap};
use crate::base::{Diagnostic, Name, Span};
use crate::syntax::surface::{Declaration, SortReference, TypeReference};

use super::cycles::{break_cycles, components};
use super::maximal::maximal;
use super::nearest::suggest_nearest;
use super::signature::{Kind, KindId, Signature, Sort, SortId, SortSet};

/// `lower < upper`, by place in [`SortGraph::sorts`].
#[derive(Clone, Copy, Debug)]
pub(super) struct SubsortEdge {
    pub lower: usize,
    pub upper: usize,
    /// Where it was declared; `None` for what is imported.
    pub span: Option<Span>,
}

/// The declared sorts and subsorts of a module and of everything it imports, not yet closed or checked.
#[derive(Debug, Default)]
pub(super) struct SortGraph {
    sorts: IndexMap<Name, Span>,
    /// What is declared twice stands here twice, for Maude's order of sorts shows that.
    edges: Vec<SubsortEdge>,
    imported: HashSet<(usize, usize)>,
}

impl SortGraph {
    /// Adds the sorts and the (closed) subsort relation of an imported module.
    pub fn import(&mut self, signature: &Signature) {
        self.import_through(signature, &|name| name);
    }

    /// The same where sorts have other names here.
    pub fn import_through(&mut self, signature: &Signature, image: &dyn Fn(Name) -> Name) {
        for sort in signature.sorts() {
            if let Some(span) = sort.span {
                self.sorts.entry(image(sort.name)).or_insert(span);
            }
        }
        for kind in signature.kinds() {
            for (place, below) in kind.below.iter().enumerate().skip(1) {
                for lower in below.iter().filter(|&lower| lower != place) {
                    let name = |place: usize| image(signature.sort(kind.sorts[place]).name);
                    if let (Some(lower), Some(upper)) =
                        (self.sorts.get_index_of(&name(lower)), self.sorts.get_index_of(&name(place)))
                        && lower != upper
                        && self.imported.insert((lower, upper))
                    {
                        self.edges.push(SubsortEdge { lower, upper, span: None });
                    }
                }
            }
        }
    }

    /// Adds the module's own sorts, then its own subsort declarations, which may stand before the sorts they name.
    pub fn declare(&mut self, declarations: &[Declaration], diagnostics: &mut Vec<Diagnostic>) {
        for sort in
            declarations.iter().filter_map(|d| if let Declaration::Sorts(sorts) = d { Some(sorts) } else { None })
        {
            for sort in sort {
                self.declare_sort(sort, diagnostics);
            }
        }
        for chain in declarations {
            if let Declaration::Subsorts(chain) = chain {
                self.declare_chain(chain, diagnostics);
            }
        }
    }

    fn declare_sort(&mut self, sort: &SortReference, diagnostics: &mut Vec<Diagnostic>) {
        let first = *self.sorts.entry(sort.name).or_insert(sort.span);
        if first != sort.span {
            diagnostics.push(
                Diagnostic::warning("duplicate-sort", format!("sort `{}` is declared again", sort.name), sort.span)
                    .label("has no effect")
                    .also(first, "first declared here"),
            );
        }
    }

    fn declare_chain(&mut self, chain: &[Vec<SortReference>], diagnostics: &mut Vec<Diagnostic>) {
        let places: Vec<Vec<Option<usize>>> =
            chain.iter().map(|group| group.iter().map(|sort| self.place(sort, diagnostics)).collect()).collect();
        for (at, pair) in places.windows(2).enumerate() {
            for (lower_at, &lower) in pair[0].iter().enumerate() {
                for (upper_at, &upper) in pair[1].iter().enumerate() {
                    if let (Some(lower), Some(upper)) = (lower, upper) {
                        let span = chain[at][lower_at].span.to(chain[at + 1][upper_at].span);
                        self.edges.push(SubsortEdge { lower, upper, span: Some(span) });
                    }
                }
            }
        }
    }

    fn place(&self, sort: &SortReference, diagnostics: &mut Vec<Diagnostic>) -> Option<usize> {
        let place = self.sorts.get_index_of(&sort.name);
        if place.is_none() {
            diagnostics.push(unknown_sort(sort, self.sorts.keys().map(|name| name.as_str())));
        }
        place
    }

    /// Closes the relation. Cycles are reported and taken out.
    ///
    /// Cost: linear in sorts and edges, but for the sets of smaller sorts, which are quadratic bits per kind.
    pub fn finish(self, diagnostics: &mut Vec<Diagnostic>) -> SortTables {
        let mut edges = self.edges;
        let names: Vec<Name> = self.sorts.keys().copied().collect();
        let component = components(names.len(), &edges);
        break_cycles(&names, &mut edges, diagnostics);
        let mut tables = SortTables::default();
        for (name, span) in self.sorts {
            let sort = Sort { name, kind: KindId::new(0), index_in_kind: 0, span: Some(span) };
            tables.by_name.insert(name, SortId::new(tables.sorts.len()));
            tables.sorts.push(sort);
        }
        let order = top_down(names.len(), &edges);
        for (kind, members) in group(&component, &order).into_iter().enumerate() {
            tables.add_kind(KindId::new(kind), &members, &edges);
        }
        tables.close(&edges);
        tables
    }
}

/// All sorts such that each comes after every sort above it; among the free ones the first declared goes first.
fn top_down(sorts: usize, edges: &[SubsortEdge]) -> Vec<usize> {
    let mut above = vec![0_usize; sorts];
    let mut lower: Vec<Vec<usize>> = vec![Vec::new(); sorts];
    for edge in edges {
        above[edge.lower] += 1;
        lower[edge.upper].push(edge.lower);
    }
    let mut order: Vec<usize> = (0..sorts).filter(|&sort| above[sort] == 0).collect();
    let mut next = 0;
    while let Some(&sort) = order.get(next) {
        next += 1;
        for &below in &lower[sort] {
            above[below] -= 1;
            if above[below] == 0 {
                order.push(below);
            }
        }
    }
    order
}

/// The members of each component, in the given order; components by their first sort declared.
fn group(component: &[usize], order: &[usize]) -> Vec<Vec<usize>> {
    let mut numbers: IndexMap<usize, Vec<usize>> = IndexMap::default();
    for &root in component {
        numbers.entry(root).or_default();
    }
    for &sort in order {
        numbers.entry(component[sort]).or_default().push(sort);
    }
    numbers.into_values().collect()
}

/// Finished sorts and kinds, to be moved into a [`Signature`].
#[derive(Debug, Default)]
pub(super) struct SortTables {
    pub sorts: Vec<Sort>,
    pub kinds: Vec<Kind>,
    by_name: HashMap<Name, SortId>,
}

impl SortTables {
    fn add_kind(&mut self, kind: KindId, members: &[usize], edges: &[SubsortEdge]) {
        let maximal: Vec<SortId> = maximal(members, edges).into_iter().map(SortId::new).collect();
        let names: Vec<&str> = maximal.iter().map(|id| self.sorts[id.index()].name.as_str()).collect();
        let name = Name::new(&format!("[{}]", names.join(",")));
        let top = SortId::new(self.sorts.len());
        self.sorts.push(Sort { name, kind, index_in_kind: 0, span: None });
        let mut sorts = vec![top];
        for &member in members {
            self.sorts[member].kind = kind;
            self.sorts[member].index_in_kind = sorts.len();
            sorts.push(SortId::new(member));
        }
        let below = vec![SortSet::with_capacity(sorts.len()); sorts.len()];
        self.kinds.push(Kind { sorts, below, maximal });
    }

    fn close(&mut self, edges: &[SubsortEdge]) {
        let mut lower: Vec<Vec<usize>> = vec![Vec::new(); self.sorts.len()];
        for edge in edges {
            lower[edge.upper].push(edge.lower);
        }
        for kind in &mut self.kinds {
            for place in (1..kind.sorts.len()).rev() {
                let mut below = std::mem::take(&mut kind.below[place]);
                below.insert(place);
                for &sort in &lower[kind.sorts[place].index()] {
                    below.union_with(&kind.below[self.sorts[sort].index_in_kind]);
                }
                kind.below[place] = below;
            }
            for place in 0..kind.sorts.len() {
                kind.below[0].insert(place);
            }
        }
    }

    /// The sort with a name, kinds' own sorts not included.
    pub fn named(&self, name: Name) -> Option<SortId> {
        self.by_name.get(&name).copied()
    }

    /// The kind of a sort.
    pub fn kind_of(&self, sort: SortId) -> KindId {
        self.sorts[sort.index()].kind
    }

    /// The kind's own sort.
    pub fn top_sort(&self, kind: KindId) -> SortId {
        self.kinds[kind.index()].sorts[0]
    }

    /// Whether `lower` is a subsort of, or the same as, `upper`.
    pub fn is_subsort(&self, lower: SortId, upper: SortId) -> bool {
        let (lower, upper) = (&self.sorts[lower.index()], &self.sorts[upper.index()]);
        lower.kind == upper.kind
            && self.kinds[upper.kind.index()].below[upper.index_in_kind].contains(lower.index_in_kind)
    }

    /// Looks up a sort as written.
    pub fn resolve(&self, sort: &SortReference, diagnostics: &mut Vec<Diagnostic>) -> Option<SortId> {
        let found = self.named(sort.name);
        if found.is_none() {
            let names = self.sorts.iter().filter(|sort| sort.span.is_some()).map(|sort| sort.name.as_str());
            diagnostics.push(unknown_sort(sort, names));
        }
        found
    }

    /// Looks up a sort or kind as written; a kind gives the kind's own sort.
    pub fn resolve_type(&self, written: &TypeReference, diagnostics: &mut Vec<Diagnostic>) -> Option<SortId> {
        let (members, span) = match written {
            TypeReference::Sort(sort) => return self.resolve(sort, diagnostics),
            TypeReference::Kind(members, span) => (members, *span),
        };
        let found: Vec<Option<SortId>> = members.iter().map(|sort| self.resolve(sort, diagnostics)).collect();
        let found: Vec<SortId> = found.into_iter().collect::<Option<_>>()?;
        let kind = self.kind_of(*found.first()?);
        if let Some(stranger) = found.iter().position(|&sort| self.kind_of(sort) != kind) {
            diagnostics.push(
                Diagnostic::error(
                    "different-kinds",
                    format!("sorts `{}` and `{}` are in different kinds", members[0].name, members[stranger].name),
                    span,
                )
                .note("a kind is written `[A,B]` only for sorts connected by subsort declarations"),
            );
            return None;
        }
        Some(self.top_sort(kind))
    }
}

pub(super) fn unknown_sort<'a>(sort: &SortReference, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let diagnostic = Diagnostic::error("unknown-sort", format!("there is no sort `{}`", sort.name), sort.span)
        .label("not declared in this module or its imports");
    if sort.name.as_str() == "Bool" {
        return diagnostic.note("a theory does not import `BOOL` unless it says so").help("write `protecting BOOL .`");
    }
    suggest_nearest(diagnostic, "a sort with a similar name exists", sort.name, sort.span, known)
}

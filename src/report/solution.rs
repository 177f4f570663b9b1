//! A solution as people read it: the variables' values, then the path.

use crate::search::{PathStep, Solution};

use super::context::Context;
use super::figures::counted;
use super::path::{Show, indented, path};

/// Bindings longer than this get lines of their own.
const ONE_LINE: usize = 100;

/// `Solution 1 after 4 steps: Ps = 7` and the path below it.
pub fn solution(context: &Context<'_>, solution: &Solution, steps: &[PathStep], show: Show) -> String {
    let mut text = format!("Solution {} after {}", solution.number, counted(solution.depth, "step"));
    text.push_str(&bindings(context, solution));
    text.push('\n');
    text + &path(context, steps, show)
}

fn bindings(context: &Context<'_>, solution: &Solution) -> String {
    if solution.bindings.is_empty() {
        return String::new();
    }
    let pairs: Vec<(String, String)> =
        solution.bindings.iter().map(|(variable, value)| (context.variable(*variable), context.term(value))).collect();
    let line = pairs.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ");
    if !line.contains('\n') && line.chars().count() <= ONE_LINE {
        return format!(": {line}");
    }
    let column = |name: &str| 2 + name.chars().count() + " = ".len();
    let lines = pairs.iter().map(|(name, value)| format!("\n  {name} = {}", indented(value, column(name))));
    format!(":{}", lines.collect::<String>())
}

//! Structured names such as `List{X}` or `MAP{Nat,Tuple{X,Y}} * (sort List{X} to L)`: parameters inside braces, replaced.

use crate::base::Name;

/// What a parameter's name becomes inside braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Replacement {
    /// The parameter.
    pub parameter: Name,
    /// The text in its place.
    pub text: Name,
    /// It was instantiated by a view to a theory: the parameter stays open, and stands in braces behind.
    pub open: bool,
}

/// The name with every argument that is a parameter replaced. Only what stands as a whole between braces and commas
/// counts. Cost: linear in the name; no recursion.
pub(super) fn replace(name: Name, replacements: &[Replacement]) -> Name {
    let text = name.as_str();
    if replacements.is_empty() || !text.contains('{') {
        return name;
    }
    let mut result = String::with_capacity(text.len());
    // For each brace that is open: the parameters in it that stay open.
    let mut groups: Vec<Vec<Name>> = Vec::new();
    let mut from = 0;
    for (at, character) in text.char_indices().chain([(text.len(), '\0')]) {
        if !matches!(character, '{' | '}' | ',' | '\0') {
            continue;
        }
        let word = &text[from..at];
        let found = groups.last_mut().filter(|_| !text[at..].starts_with('{')).and_then(|group| {
            let found = replacements.iter().find(|replacement| replacement.parameter.as_str() == word.trim())?;
            if found.open {
                group.push(found.parameter);
            }
            Some(found.text)
        });
        result.push_str(found.as_ref().map_or(word, |name| name.as_str()));
        match character {
            '{' => groups.push(Vec::new()),
            '\0' => break,
            _ => {}
        }
        result.push(character);
        if character == '}'
            && let Some(group) = groups.pop()
            && !group.is_empty()
        {
            let names: Vec<&str> = group.iter().map(|name| name.as_str()).collect();
            result.push_str(&format!("{{{}}}", names.join(",")));
        }
        from = at + character.len_utf8();
    }
    Name::new(&result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, replaced: &str) {
        let replacement = |parameter: &str, text: &str, open: bool| Replacement {
            parameter: Name::new(parameter),
            text: Name::new(text),
            open,
        };
        let all = [replacement("X", "Nat", false), replacement("Y", "Tuple{Z}", false), replacement("T", "TH", true)];
        assert_eq!(replace(Name::new(name), &all).as_str(), replaced);
    }

    #[test]
    fn parameters_inside_braces_are_replaced() {
        check("X", "X");
        check("List{X}", "List{Nat}");
        check("Map{X,Y}", "Map{Nat,Tuple{Z}}");
        check("Map{XX,List{X}}", "Map{XX,List{Nat}}");
        check("L{X{Y}}", "L{X{Tuple{Z}}}");
        check("LIST{X} * (sort List{X} to X)", "LIST{Nat} * (sort List{Nat} to X)");
    }

    #[test]
    fn a_parameter_that_stays_open_stands_behind() {
        check("List{T}", "List{TH}{T}");
        check("Map{X,T}", "Map{Nat,TH}{T}");
        check("F{List{T}}", "F{List{TH}{T}}");
    }
}

//! Reads terms in prefix form, as Maude prints them after `set print mixfix off`.

use num_bigint::BigInt;

use super::canonical::Canonical;
use super::model::{Signature, Term, Variable};

/// The canonical form of a term in prefix form: `f(a, g(X:S))`, `-5`, `s_^3(X:Nat)`.
pub fn read(signature: &Signature, text: &str) -> Result<Term, String> {
    let mut reader = Reader { signature, rest: text.trim() };
    let term = reader.term()?;
    if reader.rest.is_empty() { Ok(term) } else { Err(format!("`{}` is left over in `{text}`", reader.rest)) }
}

struct Reader<'a> {
    signature: &'a Signature,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn term(&mut self) -> Result<Term, String> {
        let name = self.name();
        if name.is_empty() && self.eat('(') {
            // A constant whose name is overloaded is printed as `(c).Sort`.
            let inner = self.term()?;
            self.expect(')')?;
            if let Some(rest) = self.rest.strip_prefix('.') {
                self.rest = rest;
                self.name();
            }
            return Ok(inner);
        }
        let arguments = if self.eat('(') { self.arguments()? } else { Vec::new() };
        self.build(name, arguments)
    }

    fn arguments(&mut self) -> Result<Vec<Term>, String> {
        let mut arguments = vec![self.term()?];
        while self.eat(',') {
            arguments.push(self.term()?);
        }
        self.expect(')')?;
        Ok(arguments)
    }

    fn build(&self, name: &str, arguments: Vec<Term>) -> Result<Term, String> {
        if let Ok(value) = name.parse::<BigInt>()
            && self.signature.hooked("zero").is_some()
        {
            return Ok(Term::Integer(value));
        }
        if let Some((base, count)) = name.rsplit_once('^')
            && let (Ok(count), Some(operator)) = (count.parse::<usize>(), self.signature.operator_named(base, 1))
        {
            let argument = arguments.into_iter().next().ok_or_else(|| format!("`{name}` has no argument"))?;
            return Ok((0..count).fold(argument, |inner, _| self.signature.make(operator, vec![inner])));
        }
        if let Some(operator) = self.signature.operator_named(name, arguments.len()) {
            return Ok(self.signature.make(operator, arguments));
        }
        let Some((variable, sort)) = name.split_once(':') else {
            return Err(format!("no operator `{name}` with {} arguments", arguments.len()));
        };
        let sort = self.signature.sort_named(sort).ok_or_else(|| format!("no sort `{sort}`"))?;
        Ok(Term::Variable(Variable { name: variable.to_owned(), sort }))
    }

    /// Everything up to a parenthesis or comma outside square brackets.
    fn name(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let mut depth = 0;
        let mut end = self.rest.len();
        for (at, symbol) in self.rest.char_indices() {
            match symbol {
                '[' => depth += 1,
                ']' => depth -= 1,
                '(' | ')' | ',' if depth == 0 => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name.trim()
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.rest = self.rest.trim_start();
        let found = self.rest.strip_prefix(wanted);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.eat(wanted) { Ok(()) } else { Err(format!("`{wanted}` expected before `{}`", self.rest)) }
    }
}

//! Quoted identifiers made from strings.

use crate::term::Text;

/// Characters that are tokens of their own unless a backquote stands before them.
const SPECIAL: &[u8] = b"()[]{},";

/// The identifier that the tokens of a text make, as it is written: special characters behind a backquote, one backquote
/// for a gap between others. Nothing where a string is not closed or a character cannot be printed.
pub(super) fn identifier(text: Text<'_>) -> Option<Vec<u8>> {
    let mut result = Vec::with_capacity(text.len());
    // Whether there is a gap before the next character, and whether the one before it was an ordinary one.
    let (mut gap, mut ordinary) = (false, false);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'`' | b' ' | b'\t'..=b'\r' => {
                gap = true;
                continue;
            }
            _ if SPECIAL.contains(&byte) => {
                result.extend([b'`', byte]);
                ordinary = false;
            }
            b'!'..=b'~' => {
                if gap && ordinary {
                    result.push(b'`');
                }
                result.push(byte);
                if byte == b'"' {
                    copy_string(&mut bytes, &mut result)?;
                }
                ordinary = true;
            }
            _ => return None,
        }
        gap = false;
    }
    Some(result)
}

/// Copies the rest of a string up to its closing quote.
fn copy_string(bytes: &mut impl Iterator<Item = u8>, result: &mut Vec<u8>) -> Option<()> {
    loop {
        let byte = bytes.next().filter(|byte| (b' '..=b'~').contains(byte))?;
        result.push(byte);
        match byte {
            b'"' => return Some(()),
            b'\\' => result.push(bytes.next().filter(|byte| (b' '..=b'~').contains(byte))?),
            _ => {}
        }
    }
}

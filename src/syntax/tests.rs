use super::*;
use crate::base::SourceMap;
mod scratch {}

#[test]
fn play() {
    let Ok(path) = std::env::var("PLAY") else { return };
    let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    let t = std::time::Instant::now();
    let (unit, diagnostics) = parse(file, &text);
    let t = t.elapsed();
    if std::env::var("TREE").is_ok() {
        println!("{:#?}", unit);
    }
    println!("{}", crate::report::diagnostics::render_all(&diagnostics, &sources, false, None));
    println!("{} items {} diagnostics {t:?} {:?}", unit.items.len(), diagnostics.len(), 0);
}

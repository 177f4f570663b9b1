//! Turns `grammar/rules.lalrpop` into the parser of the outer syntax.

fn main() {
    println!("cargo:rerun-if-changed=grammar");
    let result = lalrpop::Configuration::new().set_in_dir("grammar").emit_rerun_directives(true).process();
    if let Err(error) = result {
        eprintln!("grammar/rules.lalrpop: {error}");
        std::process::exit(1);
    }
}

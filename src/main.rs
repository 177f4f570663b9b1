//! The `rewrite` program; everything it does is in the library's `front`.

fn main() -> std::process::ExitCode {
    rewrite::front::main()
}

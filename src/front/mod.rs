//! People and programs: the command line. The only layer that prints, reads files or exits.

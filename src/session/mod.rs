//! Joins the stages: load text, run a command, get an answer.

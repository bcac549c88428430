//! Makes new files of openings known to the program that embeds them.

fn main() {
    println!("cargo:rerun-if-changed=../../openings");
}

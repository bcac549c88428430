//! Makes new chapters and sheets known to the program that embeds them.

fn main() {
    for folder in ["rules", "sheets"] {
        println!("cargo:rerun-if-changed=../../docs/{folder}");
    }
}

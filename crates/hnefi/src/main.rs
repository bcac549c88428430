//! Hnefatafl, played exactly as the leaflet in your box says.

fn main() {}

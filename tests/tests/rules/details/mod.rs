//! The details of the rules that are easy to get wrong, each worked through by both referees. The numbers are
//! those of the agreed reading of the leaflets.

mod both;
mod captures;
mod endings;
mod walls;

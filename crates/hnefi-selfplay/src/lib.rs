//! The engine plays itself, and its games are kept in **shards**: files that hold whole games, append one after the other, and
//! notice what was damaged. `docs/formats/shards.md` describes them byte by byte.
//!
//! A [`Recipe`] says how games are played. Every game depends on it and its number alone, so a [`Run`] that was
//! killed goes on where it was, on any number of threads, and the shards of several machines belong together as soon as they
//! lie in one folder. [`Shards`] reads them as one stream of [`Played`] games, [`Played::replay`] gives the positions back.
//!
//! ```
//! use hnefi_engine::{Engine, EngineOptions, MindChoice};
//! use hnefi_rules::{Side, ruleset};
//! use hnefi_selfplay::{Recipe, Run, Settings, Shards};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let settings = Settings { nodes: 50, plies: 20, ..Settings::of(ruleset("brandubh").unwrap()) };
//! let recipe = Recipe::new(ruleset("brandubh").unwrap().clone(), settings, "an example", "by hand").unwrap();
//! let engine = || Engine::of_mind(EngineOptions { threads: 1, hash_mb: 1, seed: Some(1) }, MindChoice::Hand);
//! let run = Run { recipe: &recipe, out: folder.path(), numbers: 0..3, threads: 1 };
//! run.play(&engine, &hnefi_engine::Cancel::new(), &mut |_| {}).unwrap();
//!
//! let shards = Shards::in_folder(folder.path()).unwrap();
//! shards.check_judge().unwrap();
//! let mut positions = 0;
//! for game in shards.games() {
//!     let game = game.unwrap();
//!     let referee = shards.referee(&game);
//!     game.replay(referee, |position, ply, game| {
//!         // What the search thought is unknown where nobody searched: in the opening.
//!         if ply.score.is_some() && !ply.takes {
//!             assert!(position.men(Side::Attackers) > 0 && (0.0..=1.0).contains(&game.result()));
//!             positions += 1;
//!         }
//!     }).unwrap();
//! }
//! assert!(positions > 0);
//! ```

mod count;
mod play;
mod played;
mod recipe;
mod run;
mod sealed;
mod settings;
mod shard;
mod starts;

pub use count::{Count, Trust};
pub use played::{Place, Played, PlyRecord, Why};
pub use recipe::{Recipe, RecipeError, mind_of_net, mind_of_own_net, mind_of_own_nets, mind_of_weights};
pub use run::{Progress, Run};
pub use settings::{GiveUp, Settings, SettingsError};
pub use shard::{Games, Header, Repeated, Shard, ShardError, Shards};
pub use starts::{Start, StartKind, Starts};

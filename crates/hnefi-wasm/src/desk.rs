//! The desk in a page: it hears what the page asks, and answers.

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;

use hnefi_engine::{Engine, Level};
use hnefi_live::{Found, Moment};
use hnefi_rules::rulesets;
use hnefi_wire::{
    AskError, FoundLine, PositionAnswer, Refused, RulesName, analyse, find, forced_win, game_text, hint, ruleset_of,
    wrong,
};
use hnefi_words::Words;
use serde::Serialize;
use serde_json::{Value, json};

use crate::game::{LocalGame, begin, duty, person};
use crate::search::{cancel, engine};
use crate::{Ask, Asked, Host, walk};

/// The desk in a page. While it searches it hears nothing, so a page has one for the referee and one for searches.
pub struct Desk {
    host: Arc<dyn Host>,
    seed: u64,
    /// Made when it is first needed, for its table takes memory.
    engine: Option<Engine>,
    games: HashMap<String, LocalGame>,
}

/// An answer, or why there is none.
type Answer = Result<Value, AskError>;

impl Desk {
    /// A desk at which nobody has asked anything. The seed is where the chance moves of the weaker levels begin.
    pub fn new(host: Arc<dyn Host>, seed: u64) -> Desk {
        Desk { host, seed, engine: None, games: HashMap::new() }
    }

    /// Hears a message, and tells the page what there is to say: `{"id","answer"}`, `{"id","error":{"code","message"}}`, and
    /// before that perhaps `{"id","goes"}`; of a game, `{"game", ...}`.
    pub fn hear(&mut self, message: &str) {
        let Asked { id, ask } = match serde_json::from_str(message) {
            Ok(asked) => asked,
            Err(error) => {
                let says = hnefi_wire::say("api-table-json", &error.to_string());
                return self
                    .host
                    .tell(&json!({ "id": null, "error": { "code": "bad-form", "message": says } }).to_string());
            }
        };
        let told = match self.answer(id, ask) {
            Ok(answer) => json!({ "id": id, "answer": answer }),
            Err(error) => json!({ "id": id, "error": { "code": error.code(), "message": error.says() } }),
        };
        self.host.tell(&told.to_string());
    }

    fn answer(&mut self, id: u64, ask: Ask) -> Answer {
        match ask {
            Ask::About => Ok(json!({ "edition": hnefi_wire::edition() })),
            Ask::Rules => value(rulesets().map(|rules| RulesName::of(rules)).collect::<Vec<_>>()),
            Ask::Table { question } => value(hnefi_views::table::answer(question)?),
            Ask::Page { page, url, build } => {
                let base = hnefi_views::Base { url, local_only: false };
                value(hnefi_views::offline::answer(&page, &base, &build))
            }
            Ask::House { question } => value(hnefi_views::house::check(&question)?),
            Ask::Review { question } => value(hnefi_views::review::answer(&question)?),
            Ask::Try { question } => value(hnefi_wire::tried(&question)?),
            Ask::Study { question } => value(hnefi_views::study::answer(question)?),
            Ask::Position { at } => value(PositionAnswer::at(&at)?),
            Ask::Why { at, square, mv } => {
                let game = at.game()?;
                let why = hnefi_wire::why(&game, square.as_deref(), mv.as_deref(), game.plies().len() as u32);
                let why = why.map_err(|refusing| refused(refusing.refused))?;
                value(hnefi_views::game::why(why))
            }
            Ask::Rulings { at } => value(hnefi_views::table::rulings(&at)?),
            Ask::Perft { at, depth, made } => {
                let game = at.game()?;
                let (referee, from) = (game.referee(), game.position());
                let leaves = match made {
                    true => referee.perft_made(from, depth, &mut |position| {
                        black_box(position);
                    }),
                    false => referee.perft(from, depth),
                };
                Ok(json!({ "leaves": leaves }))
            }
            Ask::Walk { rules, plies, seed } => value(walk(&ruleset_of(&rules)?, plies, seed)),
            Ask::Judge { rules, positions, seed } => value(crate::judge(&ruleset_of(&rules)?, positions, seed)),
            Ask::Choose { .. } | Ask::Duty { .. } | Ask::Hint { .. } | Ask::Analyse { .. } | Ask::Prove { .. } => {
                self.search(id, ask)
            }
            Ask::Begin { game, at_ms, at, mode, side, level, games } => {
                value(begin(game, at_ms, &at, &mode, side.as_deref(), level, games)?)
            }
            Ask::Text { kept } => {
                let stored = kept.stored(&person()).map_err(AskError::Wrong)?;
                let game = stored.log.game();
                let plain = game_text(game, false);
                let asked = hnefi_views::read::Asked { text: plain.clone(), ..Default::default() };
                let id: String = stored.id.chars().take(8).collect();
                let name = format!("hnefi-{}-{id}.txt", game.referee().ruleset().id());
                value(json!({ "text": game_text(game, true), "plain": plain, "link": asked.address(), "name": name }))
            }
            Ask::Open { .. }
            | Ask::Say { .. }
            | Ask::Stored { .. }
            | Ask::Found { .. }
            | Ask::Time { .. }
            | Ask::Close { .. } => self.play(ask),
        }
    }

    fn search(&mut self, id: u64, ask: Ask) -> Answer {
        let (host, cancel) = (self.host.clone(), cancel(&self.host));
        let engine = self.engine.get_or_insert_with(|| engine(&host, self.seed));
        match ask {
            Ask::Choose { at, level, game } => {
                let level = Level::new(level).ok_or_else(|| wrong("level", &level.to_string()))?;
                let position = at.game()?;
                let choice = engine.session(&game).choose(&position, level, &cancel);
                value(choice.map(|choice| FoundLine::of(engine, &position, &choice, 1)))
            }
            Ask::Duty { at, game, level, side, offer } => {
                let duty = duty(level, side.as_deref(), offer.as_deref())?;
                Ok(match find(&engine.session(&game), &at.game()?, duty, &cancel) {
                    _ if cancel.is_cancelled() => json!({ "stopped": true }),
                    Found::Move(mv) => json!({ "move": mv.to_string() }),
                    Found::Agrees(agrees) => json!({ "agrees": agrees }),
                    Found::Nothing => json!({}),
                })
            }
            Ask::Hint { at, game } => {
                let choice = engine.session(&game).hint(&at.game()?, &cancel).filter(|_| !cancel.is_cancelled());
                value(choice.map(|choice| hint(choice.mv.intent())))
            }
            Ask::Analyse { at, game, limits } => {
                let mut goes = |told| host.tell(&json!({ "id": id, "goes": told }).to_string());
                value(analyse(engine, &engine.session(&game), &at.game()?, limits, &cancel, &mut goes))
            }
            Ask::Prove { at } => {
                let why = hnefi_views::game::why(forced_win(&at.game()?, &cancel));
                value((!cancel.is_cancelled()).then_some(why))
            }
            _ => Ok(Value::Null),
        }
    }

    fn play(&mut self, ask: Ask) -> Answer {
        match ask {
            Ask::Open { kept, at_ms, seen } => {
                let (game, article) = LocalGame::open(self.host.clone(), &kept, at_ms, seen)?;
                self.games.insert(kept.id.clone(), game);
                return value(json!({ "article": article }));
            }
            Ask::Say { game, at_ms, new_id, message } => {
                self.game(&game)?.say(Moment::new(at_ms, &new_id), message);
            }
            Ask::Stored { game } => self.game(&game)?.stored(),
            Ask::Found { game, at_ms, new_id, version, mv, agrees } => {
                self.game(&game)?.found(Moment::new(at_ms, &new_id), version, mv.as_deref(), agrees);
            }
            Ask::Time { game, at_ms } => self.game(&game)?.time(at_ms),
            Ask::Close { game } => drop(self.games.remove(&game)),
            _ => {}
        }
        Ok(Value::Null)
    }

    fn game(&mut self, id: &str) -> Result<&mut LocalGame, AskError> {
        self.games.get_mut(id).ok_or_else(|| AskError::Wrong(Words::english().text("problem-no-game")))
    }
}

fn refused(refused: Refused) -> AskError {
    AskError::Wrong(refused.message)
}

fn value(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| AskError::Wrong(error.to_string()))
}

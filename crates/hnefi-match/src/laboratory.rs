//! Playing a match.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hnefi_rules::{BySide, Game, Referee, Ruleset, ruleset};
use hnefi_uci::Failure;

use crate::game::{Course, Terms, Unfinished};
use crate::player::Player;
use crate::record::{HeaderContender, VERSION};
use crate::{
    Contender, DrawAgreement, GameRecord, Header, Limit, MatchRecord, MatchRecordError, Openings, Place, Sprt, Tally,
    Verdict,
};

/// What is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// Who decides every game.
    pub referee: Arc<Referee>,
    /// The first and the second engine. Results are seen by the first.
    pub contenders: [Contender; 2],
    /// How much the first and the second engine may spend on their moves.
    pub limits: [Limit; 2],
    /// How much later an answer may come without a loss on time.
    pub margin: Duration,
    /// How much later still before an engine counts as silent. Where time does not count, how long a move may take.
    pub silence: Duration,
    /// How long an engine may take for its greeting, and to say that it is ready.
    pub greeting: Duration,
    /// From where games start.
    pub openings: Openings,
    /// How many pairs are played at most.
    pub pairs: usize,
    /// How many games are played at once.
    pub concurrency: usize,
    /// After so many plies a game is a draw.
    pub move_cap: usize,
    /// When both engines agree on a draw, if they do.
    pub agree: Option<DrawAgreement>,
    /// The test that ends the match early.
    pub sprt: Option<Sprt>,
}

/// How far a match has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// What the games add up to, those found in the record included.
    pub tally: &'a Tally,
    /// How many games there are at most.
    pub games: u64,
    /// How many were played since the program began.
    pub played: u64,
    /// The time since then.
    pub elapsed: Duration,
    /// What engines said for people while they were made ready, after their names; told once, before the first game.
    pub remarks: &'a [(String, String)],
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// An engine cannot even be greeted, or its program can no longer be started.
    #[error("{name}: {failure}")]
    Contender {
        /// The engine.
        name: String,
        /// What happened.
        failure: Failure,
    },
    /// Both engines have the same name.
    #[error("both engines are called {0}: give one of them another name")]
    SameName(String),
    /// Draws are to be agreed where the rule set knows none.
    #[error("the rule set {0} knows no draw by agreement")]
    NoAgreement(String),
    /// The record cannot be used.
    #[error(transparent)]
    Record(#[from] MatchRecordError),
}

/// What the threads that play share.
struct Table<'a> {
    todo: std::vec::IntoIter<Place>,
    tally: Tally,
    record: Option<MatchRecord>,
    played: u64,
    failed: Option<MatchError>,
    show: &'a mut (dyn FnMut(Progress<'_>) + Send),
}

impl Match {
    /// What must be the same for games to belong to this match.
    pub fn header(&self) -> Header {
        let rules = self.referee.ruleset();
        let contender = |contender: &Contender| HeaderContender {
            name: contender.name.clone(),
            command: contender.command.clone().unwrap_or_else(|| "own".to_owned()),
            build: contender.build(),
            options: contender.options.clone(),
            files: contender.files(),
        };
        Header {
            version: VERSION,
            rules: rules.id().to_owned(),
            ruleset: (self.kept() != Some(rules)).then(|| rules.to_toml()),
            first: contender(&self.contenders[0]),
            second: contender(&self.contenders[1]),
            limit: self.limit(),
            margin_ms: self.margin.as_millis() as u64,
            openings: self.openings.identity(),
            move_cap: self.move_cap,
            agree: self.agree.map(|agree| agree.to_string()),
        }
    }

    /// The rule set that is kept under the id of the one that is played.
    fn kept(&self) -> Option<&'static Arc<Ruleset>> {
        ruleset(self.referee.ruleset().id())
    }

    /// The engines that may play by other rules than the referee: they are asked for the rule set by its id, and what is kept under this id is
    /// another one than that which is played.
    pub fn misled(&self) -> impl Iterator<Item = &Contender> {
        let namesake = self.kept().is_some_and(|kept| kept != self.referee.ruleset());
        self.contenders.iter().filter(move |contender| namesake && contender.is_asked_by_id())
    }

    /// What both may spend on their moves, in words: once where it is the same.
    pub fn limit(&self) -> String {
        let [first, second] = self.limits;
        if first == second { first.to_string() } else { format!("{first} against {second}") }
    }

    /// Plays every game that is not in the record yet, until the test has decided or all are played. `show` is
    /// called before the first game, where engines have something to say, and after each game.
    ///
    /// # Errors
    /// A [`MatchError`] when an engine cannot be greeted before the first game, its program cannot be started again later,
    /// or the record cannot be used. What else engines do are results, and those that were recorded stay.
    pub fn run(&self, record: Option<&Path>, show: &mut (dyn FnMut(Progress<'_>) + Send)) -> Result<Tally, MatchError> {
        if self.contenders[0].name == self.contenders[1].name {
            return Err(MatchError::SameName(self.contenders[0].name.clone()));
        }
        if self.agree.is_some() && !Game::new(self.referee.clone()).allows_agreement() {
            return Err(MatchError::NoAgreement(self.referee.ruleset().id().to_owned()));
        }
        let (record, found) = match record {
            Some(path) => {
                let (record, mut games) = MatchRecord::open(path, &self.header())?;
                games.retain(|game| game.id.pair < self.pairs);
                (Some(record), games)
            }
            None => (None, Vec::new()),
        };
        let mut tally = Tally::default();
        found.iter().for_each(|game| tally.add(game));
        let done: HashSet<Place> = found.iter().map(|game| game.id).collect();
        let places = (0..self.pairs).flat_map(|pair| [0, 1].map(|game| Place { pair, game }));
        let todo: Vec<Place> = places.filter(|place| !done.contains(place)).collect();
        let begun = Instant::now();
        let games = 2 * self.pairs as u64;
        show(Progress { tally: &tally, games, played: 0, elapsed: Duration::ZERO, remarks: &[] });
        if todo.is_empty() || self.is_decided(&tally) {
            return Ok(tally);
        }
        let players = self.greet()?;
        let said = |(player, contender): (&Player, &Contender)| -> Vec<(String, String)> {
            player.remarks().iter().map(|remark| (contender.name.clone(), remark.clone())).collect()
        };
        let remarks: Vec<_> = players.iter().zip(&self.contenders).flat_map(said).collect();
        if !remarks.is_empty() {
            show(Progress { tally: &tally, games, played: 0, elapsed: Duration::ZERO, remarks: &remarks });
        }
        let mut greeted = Some(players);
        let threads = self.concurrency.clamp(1, 256).min(todo.len());
        let table = Mutex::new(Table { todo: todo.into_iter(), tally, record, played: 0, failed: None, show });
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let players = greeted.take();
                let (table, stop) = (&table, &stop);
                scope.spawn(move || self.work(players.unwrap_or_else(|| self.players()), table, stop, begun));
            }
        });
        let table = table.into_inner().unwrap_or_else(PoisonError::into_inner);
        match table.failed {
            Some(error) => Err(error),
            None => Ok(table.tally),
        }
    }

    /// Plays games until there are no more.
    fn work(&self, mut players: [Player; 2], table: &Mutex<Table<'_>>, stop: &AtomicBool, begun: Instant) {
        let lock = || table.lock().unwrap_or_else(PoisonError::into_inner);
        while !stop.load(Ordering::Relaxed) {
            let Some(place) = lock().todo.next() else { return };
            let Some(game) = self.play(place, &mut players, stop).transpose() else { return };
            let mut table = lock();
            // What was still going on when the match was decided, or could not go on, does not count.
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let table = &mut *table;
            let written = game.and_then(|game| {
                table.record.as_mut().map_or(Ok(()), |record| record.append(&game))?;
                Ok(game)
            });
            let game = match written {
                Ok(game) => game,
                Err(error) => {
                    table.failed = Some(error);
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
            };
            table.tally.add(&game);
            table.played += 1;
            if self.is_decided(&table.tally) {
                stop.store(true, Ordering::Relaxed);
            }
            let (games, played, elapsed) = (2 * self.pairs as u64, table.played, begun.elapsed());
            (table.show)(Progress { tally: &table.tally, games, played, elapsed, remarks: &[] });
        }
    }

    /// Plays a game; `None` if it was broken off because the match has ended. Fails where the match cannot go on.
    fn play(
        &self,
        place: Place,
        players: &mut [Player; 2],
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, MatchError> {
        let opening = self.openings.of_pair(place.pair, &self.referee);
        let names = self.contenders.each_ref().map(|contender| contender.name.clone());
        let [first, second] = players;
        let [first_name, second_name] = names;
        let [first_limit, second_limit] = self.limits;
        let (players, names, limits) = match place.game {
            0 => (
                BySide { attackers: first, defenders: second },
                BySide { attackers: first_name, defenders: second_name },
                BySide { attackers: first_limit, defenders: second_limit },
            ),
            _ => (
                BySide { attackers: second, defenders: first },
                BySide { attackers: second_name, defenders: first_name },
                BySide { attackers: second_limit, defenders: first_limit },
            ),
        };
        let terms =
            Terms { limits, margin: self.margin, silence: self.silence, move_cap: self.move_cap, agree: self.agree };
        let mut course = Course::new(Game::new(self.referee.clone()), &opening, terms);
        match course.play(players, stop) {
            Ok(end) => Ok(Some(course.record(place, &opening, names, end))),
            Err(Unfinished::Stopped) => Ok(None),
            Err(Unfinished::NotStarted(side, failure)) => {
                Err(MatchError::Contender { name: names[side].clone(), failure })
            }
        }
    }

    fn is_decided(&self, tally: &Tally) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&tally.pairs) != Verdict::GoesOn)
    }

    fn players(&self) -> [Player; 2] {
        self.contenders
            .each_ref()
            .map(|contender| Player::new(contender.clone(), self.referee.ruleset().clone(), self.greeting))
    }

    /// Both engines, running. What cannot even be started is no result but a mistake.
    fn greet(&self) -> Result<[Player; 2], MatchError> {
        let mut players = self.players();
        for (player, contender) in players.iter_mut().zip(&self.contenders) {
            player.sit_down().map_err(|failure| MatchError::Contender { name: contender.name.clone(), failure })?;
        }
        Ok(players)
    }
}

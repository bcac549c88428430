//! From a seek to a game.

use std::sync::Arc;

use hnefi_live::{Arrangement, PersonId, Seat};
use hnefi_lobby::{Applicant, REMEMBERED_MS, Seek, SeekError, waits_until};
use hnefi_ratings::Pool;
use hnefi_rules::{BySide, Game, Referee, Side};
use hnefi_store::{StoreError, Terms, now_ms};

use super::known::ShownOfSeek;
use super::open_lobby::is_member;
use crate::game::open_game::{first_game, links};
use crate::game::unbroken;
use crate::house;
use crate::push::Notice;
use crate::server::Problem;
use crate::server::secret;
use crate::server::state::AppState;

/// Why somebody gets no game.
#[derive(Debug)]
pub(crate) enum NoGame {
    /// The lobby refuses.
    Refused(SeekError),
    /// Something went wrong.
    Failed(Problem),
}

impl From<SeekError> for NoGame {
    fn from(error: SeekError) -> NoGame {
        NoGame::Refused(error)
    }
}

impl<E: Into<Problem>> From<E> for NoGame {
    fn from(error: E) -> NoGame {
        NoGame::Failed(error.into())
    }
}

/// Somebody as the lobby sees him who might take a seek.
pub(crate) async fn applicant(app: &AppState, person: &PersonId, seek: &Seek) -> Result<Applicant, Problem> {
    let rating = match seek.list() {
        Some(list) => app.store.rating(list, person).await?,
        None => None,
    };
    let rating = rating.map_or(Applicant::AVERAGE, |rating| rating.points());
    let (account, bot) = (is_member(app, person).await?, app.store.is_bot(person).await?);
    let apart = app.store.apart_from(person).await?;
    let waits = waits(app, person).await?;
    Ok(Applicant { person: person.clone(), account, bot, rating, apart, waits })
}

/// For how many minutes somebody has to wait still who got away from games; 0 for who need not.
pub(crate) async fn waits(app: &AppState, person: &PersonId) -> Result<u32, StoreError> {
    let now = now_ms();
    let dodges = app.store.dodged_since(person, now - REMEMBERED_MS).await?;
    let dodges: Vec<i64> = dodges.iter().map(|dodged| dodged.at_ms).collect();
    let left_ms = waits_until(&dodges).map_or(0, |until| until.saturating_sub(now).max(0));
    Ok(u32::try_from((left_ms + 59_999) / 60_000).unwrap_or(u32::MAX))
}

/// What became of a seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Posted {
    /// It is put up, under this id.
    Seek(String),
    /// Somebody looked for just that: the game of this id is made.
    Game(String),
}

/// Puts up a seek; or, where somebody looks for just that, makes the game.
pub(crate) async fn post(app: &AppState, mut seek: Seek) -> Result<Posted, NoGame> {
    let person = seek.by.clone();
    let to_bot = match &seek.to {
        Some(to) => Some(app.store.is_bot(to).await?),
        None => None,
    };
    match (app.store.is_bot(&person).await?, to_bot) {
        (true, None) => return Err(SeekError::ByChallenge.into()),
        (true, Some(true)) => seek.pool = Pool::Bots,
        (true, Some(false)) | (false, Some(true)) if seek.rated => return Err(SeekError::Mixed.into()),
        _ => {}
    }
    let who = applicant(app, &person, &seek).await?;
    if who.waits > 0 {
        return Err(SeekError::Waits(who.waits).into());
    }
    if seek.rated && !who.account {
        return Err(SeekError::NeedsAccount.into());
    }
    if seek.to.as_ref().is_some_and(|to| who.apart.contains(to)) {
        return Err(SeekError::Apart.into());
    }
    let fits = app.lobby.state().lobby.matching(&seek, &who).map(str::to_owned);
    if let Some(id) = fits {
        match take(app, &id, &who, seek.side).await {
            // Somebody else was quicker: then it is put up.
            Err(NoGame::Refused(_)) => {}
            taken => return taken.map(Posted::Game),
        }
    }
    let id = secret::game_id();
    let shown = ShownOfSeek::read(&app.store, &seek).await?;
    {
        let mut state = app.lobby.state();
        state.lobby.handle_post(now_ms(), &id, seek.clone())?;
        state.note_seek(&id, shown);
    }
    if !seek.is_live()
        && let Err(error) = app.store.keep_seek(&id, &seek).await
    {
        app.lobby.state().lobby.handle_withdraw(&id, &person);
        return Err(error.into());
    }
    if let Some(to) = &seek.to {
        app.push.tell(Notice::Challenge { by: person, to: to.clone() });
    }
    app.lobby.show();
    Ok(Posted::Seek(id))
}

/// Takes somebody's own seek back, or declines a challenge to him; one that is not there has ended. It goes from the store
/// first: one that could not be dropped there stands still, and may be taken back again.
pub(crate) async fn withdraw(app: &AppState, id: &str, person: &PersonId) -> Result<(), Problem> {
    if !app.lobby.state().lobby.may_withdraw(id, person) {
        return Ok(());
    }
    let (app, id, person) = (app.clone(), id.to_owned(), person.clone());
    unbroken(async move {
        app.store.drop_seek(&id).await?;
        app.lobby.state().lobby.handle_withdraw(&id, &person);
        app.lobby.show();
        Ok(())
    })
    .await
}

/// Takes a seek, and makes the game, whose id it gives. Where its person wants either side, who takes it has his wish. It is done
/// to its end, even if who asked for it hangs up meanwhile: the other one has to be called.
pub(crate) async fn take(app: &AppState, id: &str, who: &Applicant, wish: Option<Side>) -> Result<String, NoGame> {
    let (app, id, who) = (app.clone(), id.to_owned(), who.clone());
    unbroken(async move { take_whole(&app, &id, &who, wish).await }).await
}

async fn take_whole(app: &AppState, id: &str, who: &Applicant, wish: Option<Side>) -> Result<String, NoGame> {
    let seek = app.lobby.state().lobby.handle_take(id, who)?;
    match make(app, id, &seek, &who.person, wish).await {
        Ok(game) => {
            app.lobby.state().lobby.handle_made(now_ms(), seek, &who.person, &game);
            app.lobby.made().await;
            Ok(game)
        }
        Err(problem) => {
            // Meanwhile it may have been forgotten whom the seek is between.
            let shown = ShownOfSeek::read(&app.store, &seek).await;
            let mut state = app.lobby.state();
            state.lobby.handle_not_made(id, seek);
            if let Ok(shown) = shown {
                state.note_seek(id, shown);
            }
            drop(state);
            app.lobby.show();
            Err(NoGame::Failed(problem))
        }
    }
}

async fn make(app: &AppState, id: &str, seek: &Seek, by: &PersonId, wish: Option<Side>) -> Result<String, Problem> {
    let side = match (seek.side, wish) {
        (Some(side), _) => side,
        (None, Some(wish)) => !wish,
        (None, None) if secret::coin() => Side::Attackers,
        (None, None) => Side::Defenders,
    };
    let seat = |person: &PersonId| Seat::Person { person: person.clone(), moves: 0 };
    let mut seats = BySide { attackers: seat(by), defenders: seat(by) };
    seats[side] = seat(&seek.by);
    let game = Game::new(Arc::new(Referee::new(house::asked(&seek.rules)?)));
    let mut new = first_game(game, Arrangement::Friend, seats, seek.length, Some(seek.control));
    // Both seats are taken: the clocks go.
    if let (Some(clock), Some(turn)) = (&mut new.clock, new.game.turn()) {
        clock.start(turn, app.games.time.now().at_ms);
    }
    let terms = Terms { rated: seek.list().filter(|_| seek.rated), listed: true, ..Terms::default() };
    app.store.make_of_seek(id, &new, &links::of_game(&app.games.secrets, &new), terms).await?;
    app.games.wake(&new.seats);
    tracing::info!(game = new.id, rules = seek.rules, clock = %seek.control, rated = seek.rated, "a game of the lobby");
    if let Some(turn) = new.game.turn().filter(|_| !seek.is_live())
        && let Some(person) = new.seats[turn].person().filter(|person| *person != by)
    {
        app.push.tell(Notice::Turn { game: new.id.clone(), to: person.clone() });
    }
    if new.match_length.is_some() && !seek.is_live() {
        // The second game begins beside it.
        app.games.open(&new.id).wake_at(now_ms());
    }
    if !seek.is_live() {
        app.games.note_away_soon();
    }
    Ok(new.id)
}

//! What each act does, and when it is refused.

use crate::{
    Act, By, DrawFault, Drawn, Event, Form, Game, GameId, GameResult, Overdue, Pairing, Plan, Player, PlayerNo,
    Presence, Refusal, Round, Row, Stage,
};

impl Event {
    /// Does what a row says: all of it, or nothing and says why.
    pub(crate) fn apply(&mut self, row: &Row) -> Result<(), Refusal> {
        if self.stage == Stage::Finished {
            return Err(Refusal::Finished);
        }
        match &row.act {
            Act::Enter { key, rating } => self.enter(key, *rating),
            Act::CheckIn { player } => self.check_in(*player),
            Act::Leave { player } => self.leave(*player),
            Act::Return { player } => self.come_back(*player, &row.by),
            Act::WishBye { player, round } => self.wish_bye(*player, *round),
            Act::Places { places } => self.set_places(*places),
            Act::Begin => self.begin(),
            Act::Pair => Err(Refusal::NoRow),
            Act::Paired { drawn, by_hand } => self.pair(row.at_ms, drawn, by_hand.as_deref()),
            Act::Unpair { reason } => self.unpair(reason),
            Act::Swap { one, other, reason } => self.swap(*one, *other, reason),
            Act::Result { game, result } => self.end(*game, *result),
            Act::Correct { game, result, reason } => self.correct(*game, *result, reason),
            Act::Close => self.close(row.at_ms),
            Act::Finish => self.finish(),
        }
    }

    fn enter(&mut self, key: &str, rating: Option<i32>) -> Result<(), Refusal> {
        within(key)?;
        if let Some(player) = self.player_of(key) {
            return Err(Refusal::EnteredAlready(player.no));
        }
        self.late()?;
        self.room()?;
        if self.players.len() >= Plan::MOST_PLAYERS {
            return Err(Refusal::Full { most: Plan::MOST_PLAYERS });
        }
        self.players.push(Player {
            no: PlayerNo::at(self.players.len()),
            key: key.to_owned(),
            rating,
            presence: Presence::Here,
            checked_in: self.stage == Stage::Playing,
            wished: Vec::new(),
            from_round: self.next_round(),
        });
        Ok(())
    }

    fn check_in(&mut self, no: PlayerNo) -> Result<(), Refusal> {
        let player = self.known(no)?;
        match player.presence {
            _ if self.stage != Stage::Entering || !self.plan.check_in || player.checked_in => Err(Refusal::NoCheckIn),
            Presence::Left | Presence::Absent => Err(Refusal::NotHere(no)),
            Presence::Here => {
                self.players[no.index()].checked_in = true;
                Ok(())
            }
        }
    }

    fn leave(&mut self, no: PlayerNo) -> Result<(), Refusal> {
        if self.known(no)?.presence == Presence::Left {
            return Err(Refusal::NotHere(no));
        }
        self.players[no.index()].presence = Presence::Left;
        // Games on which a round of a knock-out was paired stay as they are.
        let last_bracket = self.rounds.iter().rposition(|round| self.is_bracket(round));
        let first = match self.plan.edition {
            0 => self.rounds.len().saturating_sub(1),
            _ => last_bracket.unwrap_or(0),
        };
        for round in &mut self.rounds[first..] {
            for pairing in round.pairings.iter_mut().filter(|pairing| pairing.has(no)) {
                let mut open = round.closed_ms.is_none();
                for game in &mut pairing.games {
                    if let (None, Some(side)) = (game.result, game.side_of(no)) {
                        game.result = Some(GameResult::forfeit_of(side));
                        open = true;
                    }
                }
                if open {
                    pairing.gone.push(no);
                }
            }
        }
        self.decide_matches();
        Ok(())
    }

    /// An arbiter may have anybody back at any time. Who did not come to the first round of a Swiss event enters late.
    fn come_back(&mut self, no: PlayerNo, by: &By) -> Result<(), Refusal> {
        let presence = self.known(no)?.presence;
        if presence == Presence::Here {
            return Err(Refusal::Here(no));
        }
        let swiss = matches!(self.plan.form, Form::Swiss { .. });
        if !matches!(by, By::Arbiter(_)) || (!swiss && self.stage == Stage::Playing && !self.seeds.contains(&no)) {
            self.late()?;
        }
        self.room()?;
        let next = self.next_round();
        let was_in = |round: &Round| round.pairing_of(no).is_some() || round.bye_of(no).is_some();
        let never_came = presence == Presence::Absent || self.plan.edition > 0 && !self.rounds.iter().any(was_in);
        let player = &mut self.players[no.index()];
        player.presence = Presence::Here;
        if never_came {
            player.from_round = next;
        }
        let open = self.rounds.iter_mut().filter(|round| round.closed_ms.is_none());
        for pairing in open.flat_map(|round| &mut round.pairings) {
            pairing.gone.retain(|&gone| gone != no);
        }
        self.decide_matches();
        Ok(())
    }

    /// Whether one more can take part.
    fn room(&self) -> Result<(), Refusal> {
        let (taken, most) = (self.places_taken(), self.plan.most_players());
        match self.places {
            Some(places) if taken >= places as usize => Err(Refusal::NoPlace { places }),
            _ if taken >= most => Err(Refusal::Full { most }),
            _ => Ok(()),
        }
    }

    fn set_places(&mut self, places: Option<u32>) -> Result<(), Refusal> {
        self.plan.check_places(places)?;
        let taken = self.places_taken();
        if places.is_some_and(|places| (places as usize) < taken) {
            return Err(Refusal::Taken { taken });
        }
        self.places = places;
        Ok(())
    }

    /// Whether people may enter, or come back, now.
    fn late(&self) -> Result<(), Refusal> {
        match self.plan.form {
            _ if self.stage == Stage::Entering => Ok(()),
            Form::Swiss { .. } if self.next_round() <= self.plan.late_entry_till => Ok(()),
            Form::Swiss { .. } => Err(Refusal::TooLate(self.plan.late_entry_till)),
            _ => Err(Refusal::Begun),
        }
    }

    fn wish_bye(&mut self, no: PlayerNo, round: u32) -> Result<(), Refusal> {
        let player = self.known(no)?;
        let Form::Swiss { .. } = self.plan.form else { return Err(Refusal::Form) };
        let most = self.plan.unplayed.most_wished;
        let to_come = round >= self.next_round() && self.rounds_planned().is_none_or(|rounds| round <= rounds);
        if player.presence != Presence::Here {
            return Err(Refusal::NotHere(no));
        } else if !to_come || player.wished.contains(&round) {
            return Err(Refusal::NotToCome(round));
        } else if player.wished.len() as u32 >= most {
            return Err(Refusal::NoMoreByes { player: no, most });
        }
        self.players[no.index()].wished.push(round);
        Ok(())
    }

    /// Who would be in the event if it began now.
    pub(crate) fn coming(&self) -> Result<Vec<PlayerNo>, Refusal> {
        let comes = |player: &&Player| player.presence == Presence::Here && (player.checked_in || !self.plan.check_in);
        let coming: Vec<PlayerNo> = self.players.iter().filter(comes).map(|player| player.no).collect();
        let least = self.plan.least_players();
        if coming.len() < least { Err(Refusal::TooFew { here: coming.len(), least }) } else { Ok(coming) }
    }

    fn begin(&mut self) -> Result<(), Refusal> {
        if self.stage != Stage::Entering {
            return Err(Refusal::Begun);
        }
        let coming = self.coming()?;
        for player in &mut self.players {
            if player.presence == Presence::Here && !coming.contains(&player.no) {
                player.presence = Presence::Absent;
            }
        }
        self.seeds = self.seeded(coming);
        self.stage = Stage::Playing;
        Ok(())
    }

    fn pair(&mut self, at_ms: i64, drawn: &Drawn, by_hand: Option<&str>) -> Result<(), Refusal> {
        by_hand.map_or(Ok(()), within)?;
        self.may_pair()?;
        if by_hand.is_some() && !matches!(self.plan.form, Form::Swiss { .. }) {
            return Err(Refusal::Form);
        }
        self.check_drawn(drawn)?;
        let number = drawn.round;
        let games = self.plan.games.number();
        let pairings = drawn.pairs.iter().enumerate().map(|(index, pair)| {
            let table = index as u32 + 1;
            let mut pairing = Pairing {
                table,
                players: [pair.attackers, pair.defenders],
                games: Vec::new(),
                why: pair.why,
                changed: None,
                gone: Vec::new(),
            };
            for _ in 0..games {
                pairing.add_game(number, false);
            }
            forfeit_gone(&self.players, &mut pairing);
            pairing
        });
        let round = Round {
            number,
            paired_ms: at_ms,
            until_ms: self.plan.round_ms.map(|ms| at_ms.saturating_add(ms)),
            closed_ms: None,
            by_hand: by_hand.map(str::to_owned),
            pairings: pairings.collect(),
            byes: drawn.byes.clone(),
        };
        self.rounds.push(round);
        Ok(())
    }

    /// Whether a drawn round is one: the next, and everybody who is to be in it once.
    fn check_drawn(&self, drawn: &Drawn) -> Result<(), Refusal> {
        let wrong = |fault| Err(Refusal::Drawn { round: drawn.round, fault });
        if drawn.round != self.next_round() {
            return wrong(DrawFault::Round);
        }
        let due = self.to_be_drawn()?;
        let mut seen = vec![false; self.players.len()];
        let paired = drawn.pairs.iter().flat_map(|pair| [pair.attackers, pair.defenders]);
        for no in paired.chain(drawn.byes.iter().map(|bye| bye.player)) {
            match seen.get_mut(no.index()) {
                Some(seen) if *seen => return wrong(DrawFault::Twice(no)),
                Some(seen) if due.contains(&no) => *seen = true,
                _ => return wrong(DrawFault::Unknown(no)),
            }
        }
        match due.into_iter().find(|no| !seen[no.index()]) {
            Some(missing) => wrong(DrawFault::Missing(missing)),
            None => Ok(()),
        }
    }

    fn unpair(&mut self, reason: &str) -> Result<(), Refusal> {
        within(reason)?;
        let round = self.open_round().ok_or(Refusal::NoRound)?;
        if let Some(game) = round.pairings.iter().flat_map(|pairing| &pairing.games).find(|game| self.is_settled(game))
        {
            return Err(Refusal::Ended(game.id));
        }
        self.rounds.pop();
        Ok(())
    }

    fn swap(&mut self, one: PlayerNo, other: PlayerNo, reason: &str) -> Result<(), Refusal> {
        within(reason)?;
        self.known(one)?;
        self.known(other)?;
        let round = self.open_round().ok_or(Refusal::NoRound)?;
        let tables = [one, other].map(|no| round.pairing_of(no).map(|pairing| pairing.table));
        let absent = [one, other].into_iter().find(|&no| round.pairing_of(no).is_none() && round.bye_of(no).is_none());
        if let Some(no) = absent {
            return Err(Refusal::NotHere(no));
        }
        let settled = |no| round.pairing_of(no)?.games.iter().find(|game| self.is_settled(game));
        if let Some(game) = settled(one).or_else(|| settled(other)) {
            return Err(Refusal::Ended(game.id));
        }
        let free = matches!(self.plan.form, Form::Swiss { .. }) || self.is_bracket(round);
        let same_table = tables[0].is_some() && tables[0] == tables[1];
        if one == other || (!free && !same_table) || tables == [None, None] {
            return Err(Refusal::Form);
        }
        let exchange = |no: &mut PlayerNo| {
            if *no == one {
                *no = other;
            } else if *no == other {
                *no = one;
            }
        };
        let last = self.rounds.len() - 1;
        let round = &mut self.rounds[last];
        for pairing in round.pairings.iter_mut().filter(|pairing| pairing.has(one) || pairing.has(other)) {
            pairing.players.iter_mut().for_each(exchange);
            for game in &mut pairing.games {
                exchange(&mut game.attackers);
                exchange(&mut game.defenders);
            }
            pairing.changed = Some(reason.to_owned());
            // Who comes in has forfeited nothing.
            if self.plan.edition > 0 {
                forfeit_gone(&self.players, pairing);
            }
        }
        round.byes.iter_mut().for_each(|bye| exchange(&mut bye.player));
        self.decide_matches();
        Ok(())
    }

    fn end(&mut self, id: GameId, result: GameResult) -> Result<(), Refusal> {
        let game = self.game(id).ok_or(Refusal::NoGame(id))?;
        if game.result.is_some() {
            return Err(Refusal::Ended(id));
        }
        self.not_built_upon(id)?;
        self.set(id, Some(result));
        Ok(())
    }

    fn correct(&mut self, id: GameId, result: Option<GameResult>, reason: &str) -> Result<(), Refusal> {
        within(reason)?;
        self.game(id).ok_or(Refusal::NoGame(id))?;
        self.not_built_upon(id)?;
        self.set(id, result);
        Ok(())
    }

    fn set(&mut self, id: GameId, result: Option<GameResult>) {
        let pairing =
            self.rounds.get_mut(id.round as usize - 1).and_then(|round| round.pairings.get_mut(id.table as usize - 1));
        let Some(pairing) = pairing else { return };
        if let Some(game) = pairing.games.get_mut(id.game as usize - 1) {
            game.result = result;
        }
        self.decide_matches();
    }

    fn close(&mut self, at_ms: i64) -> Result<(), Refusal> {
        let overdue = self.plan.overdue;
        self.open_round().ok_or(Refusal::NoRound)?;
        let last = self.rounds.len() - 1;
        let round = &mut self.rounds[last];
        for game in round.pairings.iter_mut().flat_map(|pairing| &mut pairing.games) {
            if overdue == Overdue::Lost {
                game.result.get_or_insert(GameResult::BothForfeit);
            }
        }
        round.closed_ms = Some(at_ms);
        Ok(())
    }

    /// Games that go on in rounds that are over were drawn.
    fn finish(&mut self) -> Result<(), Refusal> {
        match self.open_round() {
            _ if self.stage == Stage::Entering => Err(Refusal::NotBegun),
            Some(round) => Err(Refusal::RoundOpen(round.number)),
            None => {
                self.stage = Stage::Finished;
                let pairings = self.rounds.iter_mut().flat_map(|round| &mut round.pairings);
                for game in pairings.flat_map(|pairing| &mut pairing.games) {
                    game.result.get_or_insert(GameResult::Draw);
                }
                Ok(())
            }
        }
    }

    /// Whether a game has ended otherwise than by somebody having left.
    fn is_settled(&self, game: &Game) -> bool {
        game.result.is_some_and(GameResult::is_played)
    }

    fn known(&self, no: PlayerNo) -> Result<&Player, Refusal> {
        self.player(no).ok_or(Refusal::NoPlayer(no))
    }

    /// The number of the round that would be paired next.
    pub fn next_round(&self) -> u32 {
        self.rounds.len() as u32 + 1
    }
}

impl Pairing {
    /// One more game, with the sides swapped from the one before.
    pub(crate) fn add_game(&mut self, round: u32, deciding: bool) {
        let game = self.games.len() as u32 + 1;
        let [first, second] = self.players;
        let (attackers, defenders) = if game % 2 == 1 { (first, second) } else { (second, first) };
        let id = GameId { round, table: self.table, game };
        self.games.push(Game { id, attackers, defenders, result: None, deciding });
    }
}

/// The games of a table are open, but for those that somebody forfeits because he has left.
fn forfeit_gone(players: &[Player], pairing: &mut Pairing) {
    let gone = |no: PlayerNo| players[no.index()].presence != Presence::Here;
    pairing.gone = pairing.players.into_iter().filter(|&no| gone(no)).collect();
    for game in &mut pairing.games {
        game.result = match (gone(game.attackers), gone(game.defenders)) {
            (false, false) => None,
            (true, false) => Some(GameResult::AttackersForfeit),
            (false, true) => Some(GameResult::DefendersForfeit),
            (true, true) => Some(GameResult::BothForfeit),
        };
    }
}

/// Whether a text can be kept.
fn within(text: &str) -> Result<(), Refusal> {
    if (1..=Plan::MOST_TEXT).contains(&text.len()) { Ok(()) } else { Err(Refusal::Text(text.len())) }
}

//! Refusals, captures, plies, endings and errors as people read them.

use std::sync::Arc;

use hnefi_rules::{
    Clause, Ending, Game, GameError, Grade, Ground, Intent, Offer, Outcome, Piece, Point, Question, Reason, Referee,
    Refusal, Refutation, RowsError, Ruleset, RulesetError, Setup, SetupError, SetupErrors, Side, Square, leaflet,
    ruleset, rulesets,
};
use hnefi_words::Words;

fn sq(text: &str) -> Square {
    text.parse().unwrap()
}

fn game(id: &str, rows: &str, turn: Side) -> Game {
    let referee = Arc::new(Referee::new(ruleset(id).unwrap().clone()));
    let position = referee.position(&Setup::from_rows(rows).unwrap(), turn).unwrap();
    Game::from_position(referee, position)
}

fn play(game: &mut Game, from: &str, to: &str) -> String {
    let ply = game.play(Intent { from: sq(from), to: sq(to) }).unwrap().clone();
    Words::english().ply(&ply, game.referee().ruleset())
}

/// Every reason once. A new one must be given its sentence here.
#[test]
fn every_refusal_is_a_sentence() {
    let words = Words::english();
    let over = Outcome::win(Side::Defenders, Ending::KingEscaped);
    let cases = [
        (Reason::OffBoard(sq("m3")), "m3 is not on this board, which ends at k11."),
        (Reason::Nothing(sq("d1")), "Nothing stands on d1."),
        (
            Reason::NotYours { square: sq("d1"), piece: Piece::Defender },
            "It is the attackers’ turn, and the defender on d1 is not theirs to move.",
        ),
        (Reason::Nowhere(sq("d1")), "A move must end on another square than d1; nobody may pass."),
        (Reason::NotStraight, "Pieces move in a straight line, and d1 and d6 lie on no common row or column."),
        (Reason::Blocked { square: sq("d4"), piece: Piece::King }, "The king on d4 is in the way."),
        (Reason::Blocked { square: sq("d6"), piece: Piece::Attacker }, "d6 is taken: an attacker stands there."),
        (
            Reason::ThroneClosed(sq("f6")),
            "Under Fetlar 2018 the throne on f6 is closed to soldiers: they may not even pass over it.",
        ),
        (
            Reason::ThroneStop(sq("f6")),
            "Only the king may stop on the throne, f6. A soldier may pass over it while it is empty.",
        ),
        (Reason::CornerStop(sq("k1")), "Only the king may stop on a corner, and k1 is one."),
        (
            Reason::KingBarred(sq("d6")),
            "Under Fetlar 2018 the king may not come back to the throne, d6, once he has left it.",
        ),
        (Reason::TooFar(Piece::King), "Under Fetlar 2018 the king moves one square at a time."),
        (Reason::TooFar(Piece::Defender), "Under Fetlar 2018 soldiers move one square at a time."),
        (Reason::GameOver(over), "The game is over. The defenders win: the king has reached a corner."),
    ];
    let mut codes = vec![Reason::Repeats.code()];
    for (reason, sentence) in cases {
        let refusal = Refusal { intent: Intent { from: sq("d1"), to: sq("d6") }, reason };
        assert_eq!(words.refusal(&refusal, leaflet("fetlar-2018").unwrap()), sentence);
        codes.push(match reason {
            Reason::OffBoard(_) | Reason::Nothing(_) | Reason::NotYours { .. } | Reason::Nowhere(_) => reason.code(),
            Reason::NotStraight | Reason::Blocked { .. } | Reason::ThroneClosed(_) => reason.code(),
            Reason::ThroneStop(_) | Reason::CornerStop(_) | Reason::KingBarred(_) => reason.code(),
            Reason::TooFar(_) | Reason::GameOver(_) | Reason::Repeats => reason.code(),
        });
    }
    codes.dedup();
    assert_eq!(codes.len(), 13);
    let refusal = Refusal { intent: Intent { from: sq("f2"), to: sq("f6") }, reason: Reason::ThroneStop(sq("f6")) };
    let closed = words.refusal(&refusal, leaflet("nestorgames").unwrap());
    assert_eq!(closed, "Only the king may stop on the throne, f6.");
    let refusal = Refusal { intent: Intent { from: sq("h2"), to: sq("h8") }, reason: Reason::KingBarred(sq("h8")) };
    assert_eq!(
        words.refusal(&refusal, ruleset("tablut-15").unwrap()),
        "Under Tablut 15x15 the king may pass over the throne, h8, but once he has left it he may not stop there again."
    );
    let refusal = Refusal { intent: Intent { from: sq("d8"), to: sq("h8") }, reason: Reason::ThroneStop(sq("h8")) };
    assert_eq!(
        words.refusal(&refusal, ruleset("tablut-15").unwrap()),
        "Nobody may stop on the throne, h8. A soldier may pass over it while it is empty."
    );
    let refusal = Refusal { intent: Intent { from: sq("e3"), to: sq("e7") }, reason: Reason::KingBarred(sq("e5")) };
    assert_eq!(
        words.refusal(&refusal, ruleset("tablut-linnaeus").unwrap()),
        "Under Tablut after Linnaeus the king may not even pass over the throne, e5, once he has left it."
    );
}

/// What a leaflet says of an answer that a house rule has changed is not said of the house rule.
#[test]
fn words_that_speak_of_a_changed_answer_give_way() {
    let words = Words::english();
    for ruleset in rulesets() {
        let clauses = Question::ALL.iter().map(|&q| Clause::from(q)).chain(Point::ALL.iter().map(|&p| p.into()));
        for clause in clauses {
            for &question in clause.speaks_of() {
                for word in question.words().iter().filter(|word| **word != ruleset.answers().word(question)) {
                    let house = ruleset.with(question, word).unwrap();
                    let (told, published) = (words.clause(&house, clause), words.clause(ruleset, clause));
                    assert_ne!(told.text, published.text, "{} {} {word}", ruleset.id(), clause.id());
                    assert!(!told.text.contains("without words"), "{} {}", ruleset.id(), clause.id());
                }
            }
        }
    }
    let loses = leaflet("fetlar-2018").unwrap().with(Question::NoMove, "loss").unwrap();
    let told = words.clause(&loses, Point::NoAttackersLeft.into());
    assert_eq!(told.text, "Nothing special: the attackers cannot move, and lose by that.");
    assert_eq!((told.grade, told.section.as_str()), (Grade::House, ""));
    let edge = leaflet("fetlar-2018").unwrap().with(Question::Escape, "edge").unwrap();
    assert_eq!(
        words.clause(&edge, Question::ExitFort.into()).text,
        "No. (Fetlar 2018 says so in words that speak of an answer changed here.)"
    );
    let stops = leaflet("fetlar-2018").unwrap().with(Question::SoldiersThrone, "stop").unwrap();
    assert_eq!(words.clause(&stops, Point::ThroneStop.into()).text, "Every piece may.");
    // A clause of the house's own stays.
    let own = "format = 2\nid = \"ours\"\nname = \"Ours\"\nbase = \"fetlar-2018\"\n[answers.no-move]\nis = \"loss\"\n\
               [points.no-attackers-left]\nclause = \"Then they have lost.\"";
    let own = Ruleset::from_toml(own).unwrap();
    assert_eq!(words.clause(&own, Point::NoAttackersLeft.into()).text, "Then they have lost.");
}

#[test]
fn a_forbidden_repetition_says_what_forbids_it() {
    let words = Words::english();
    let refusal = Refusal { intent: Intent { from: sq("d1"), to: sq("d2") }, reason: Reason::Repeats };
    for (rule, sentence) in [
        (
            "third-position-forbidden",
            "This move would bring the same position up for the third time, and Fetlar 2018 forbids that. \
             Another move is needed.",
        ),
        (
            "defenders-never-repeat",
            "This move would bring back a position that was on the board before, and under Fetlar 2018 the defenders \
             may never do that. Another move is needed.",
        ),
        (
            "aggressor-deviates",
            "This move would bring the same position up for the third time. Under Fetlar 2018 the side that keeps \
             threatening to win at once must give way and find another move.",
        ),
    ] {
        let house = leaflet("fetlar-2018").unwrap().with(Question::Repetition, rule).unwrap();
        assert_eq!(words.refusal(&refusal, &house), sentence);
    }
}

#[test]
fn a_shieldwall_names_the_whole_row() {
    let rows = "/2TTTt5/2ttt6/11/11/5K5/11/t10/11/11/11/11/";
    let mut wall = game("copenhagen", rows, Side::Attackers);
    assert_eq!(play(&mut wall, "a7", "a2"), "Attackers a7–a2.");
    let mut wall = game("copenhagen", &rows.replace("/t10/", "/1t9/"), Side::Attackers);
    let mv = wall.legal(Intent { from: sq("b7"), to: sq("b1") }).unwrap();
    let ply = wall.play(mv).unwrap().clone();
    assert_eq!(
        Words::english().ply(&ply, wall.referee().ruleset()),
        "Attackers b7–b1, capturing the defenders on c1, d1 and e1 by a shieldwall."
    );
    assert_eq!(
        Words::english().capture(&ply.played.captures[0], wall.referee().ruleset()),
        "The defender on c1 is captured by a shieldwall: both ends of its row on the edge are closed, \
         and an enemy stands in front of every piece in the row."
    );
}

#[test]
fn plies_tell_what_they_captured() {
    let mut plain = game("fetlar-2018", "/11/1T9/11/3t7/11/5K5/11/11/11/11/11/", Side::Attackers);
    assert_eq!(play(&mut plain, "d4", "d8"), "Attackers d4–d8.");
    assert_eq!(play(&mut plain, "f6", "f9"), "King f6–f9.");

    let rows = "/1T9/2t8/11/5K5/11/11/11/11/11/11/11/";
    let mut corner = game("fetlar-2018", rows, Side::Attackers);
    assert_eq!(play(&mut corner, "c2", "c1"), "Attackers c2–c1, capturing the defender on b1 against the corner a1.");

    // The two defenders at d8 and h8 fall with one stroke, each against an attacker of its own.
    let rows = "/1K9/11/11/11/11/11/11/3tT1Tt3/11/11/5t5/";
    let mut double = game("fetlar-2018", rows, Side::Attackers);
    assert_eq!(
        play(&mut double, "f11", "f8"),
        "Attackers f11–f8, capturing the defender on e8 against the attacker on d8 \
         and the defender on g8 against the attacker on h8."
    );
}

#[test]
fn the_king_falls_in_words() {
    let mut four = game("fetlar-2018", "/11/11/4t6/3tKt5/11/4t6/11/11/11/11/11/", Side::Attackers);
    assert_eq!(
        play(&mut four, "e6", "e5"),
        "Attackers e6–e5, capturing the king on e4, with attackers on all four sides. \
         The attackers win: the king is captured."
    );
    assert_eq!(Words::english().status(&four), "The attackers win: the king is captured.");

    let mut three = game("fetlar-2018", "/11/11/11/5t5/3t1Kt4/11/11/11/11/11/11/", Side::Attackers);
    assert_eq!(
        play(&mut three, "d5", "e5"),
        "Attackers d5–e5, capturing the king on f5, with attackers on three sides and the empty throne on the fourth. \
         The attackers win: the king is captured."
    );

    let mut escape = game("fetlar-2018", "/11/11/11/5t5/6t4/11/11/11/11/11/3K7/", Side::Defenders);
    assert_eq!(Words::english().status(&escape), "Defenders to move");
    assert_eq!(play(&mut escape, "d11", "a11"), "King d11–a11. The defenders win: the king has reached a corner.");
}

#[test]
fn throne_captures_say_who_sits_on_it() {
    let mut empty = game("fetlar-2018", "/1K9/11/5t5/11/5T5/11/11/11/11/11/11/", Side::Attackers);
    assert_eq!(play(&mut empty, "f3", "f4"), "Attackers f3–f4, capturing the defender on f5 against the empty throne.");
    let mut taken = game("nestorgames", "/11/11/5t5/11/5T5/5K5/11/11/11/11/11/", Side::Attackers);
    assert_eq!(
        play(&mut taken, "f3", "f4"),
        "Attackers f3–f4, capturing the defender on f5 against the throne with the king on it."
    );
}

#[test]
fn endings_follow_the_rule_set() {
    let words = Words::english();
    let fetlar = leaflet("fetlar-2018").unwrap();
    let say = |outcome: Outcome, ruleset: &Ruleset| words.outcome(&outcome, ruleset);
    let repetition = Outcome::draw(Ending::Repetition);
    assert!(say(repetition, fetlar).contains("third time"));
    assert!(say(repetition, leaflet("viking-game").unwrap()).contains("three times running"));
    assert_eq!(
        say(Outcome::win(Side::Attackers, Ending::Resignation), fetlar),
        "The attackers win: the defenders resigned."
    );
    let edge = fetlar.with(Question::Escape, "edge").unwrap();
    assert!(say(Outcome::win(Side::Defenders, Ending::KingEscaped), &edge).ends_with("the edge."));
    let loss = Outcome::win(Side::Defenders, Ending::NoLegalMove);
    assert_eq!(say(loss, fetlar), "The defenders win: the attackers have no legal move.");
    let third = |winner| Outcome { winner, reason: Ending::Repetition };
    for (rule, winner, sentence) in [
        (
            "third-position-attackers-win",
            Some(Side::Attackers),
            "The attackers win: the same position with the same side to move has come up for the third time, \
             and repetition is lost by the defenders.",
        ),
        (
            "third-position-mover-loses",
            Some(Side::Defenders),
            "The defenders win: the attackers brought up the same position for the third time.",
        ),
        (
            "aggressor-loses",
            Some(Side::Attackers),
            "The attackers win: the same position has come up for the third time, \
             forced by the defenders, who threatened to win with every move.",
        ),
        (
            "aggressor-loses",
            None,
            "A draw: the same position with the same side to move has come up for the third time, \
             and neither side forced it.",
        ),
    ] {
        assert_eq!(say(third(winner), &fetlar.with(Question::Repetition, rule).unwrap()), sentence);
    }
    let claim = Outcome::draw(Ending::Claim(Ground::KingShutIn));
    assert_eq!(say(claim, fetlar), "A draw by claim: the king can reach no corner, and no attacker can reach him.");
}

#[test]
fn offers_and_their_errors() {
    let words = Words::english();
    let fetlar = leaflet("fetlar-2018").unwrap();
    assert_eq!(words.offer(Side::Attackers, Offer::Draw), "The attackers offer a draw.");
    assert_eq!(
        words.offer(Side::Defenders, Offer::Claim(Ground::NoProgress)),
        "The defenders claim a draw: neither side makes progress."
    );
    assert_eq!(
        words.game_error(GameError::NoClaim(Ground::NoProgress), fetlar),
        "Under Fetlar 2018 nobody can claim a draw because neither side makes progress."
    );
    let (king, to) = (sq("f6"), sq("k6"));
    let untrue = GameError::Untrue(Refutation::NotAtSide { king });
    assert_eq!(
        words.game_error(untrue, fetlar),
        "That is not so: the king stands on f6, and that is no square of the edge. You can offer a draw instead, for \
         whatever reason."
    );
    let silent = Arc::new(fetlar.with(Question::Agreement, "none").unwrap());
    assert_eq!(
        words.game_error(GameError::Untrue(Refutation::Escapes { king, to }), &silent),
        "That is not so: the king can go from f6 to k6 at once, and wins there."
    );
    for error in [
        GameError::Over(Outcome::draw(Ending::Agreement)),
        GameError::OfferStands,
        GameError::NoOffer,
        GameError::NoAgreement,
        GameError::NothingToTakeBack,
    ] {
        let said = words.game_error(error, fetlar);
        assert!(said.ends_with('.') && !said.contains('{'), "{said}");
    }
}

#[test]
fn set_ups_and_rows_say_what_is_wrong() {
    let words = Words::english();
    let fetlar = leaflet("fetlar-2018").unwrap();
    let errors = SetupErrors(vec![
        SetupError::NoKing,
        SetupError::TwoKings(sq("c3"), sq("d4")),
        SetupError::KingOnCorner(sq("a1")),
        SetupError::KingOnEdge(sq("a4")),
        SetupError::SoldierOnThrone(sq("f6")),
        SetupError::SoldierOnCorner(sq("k1")),
        SetupError::Size { given: 9, wanted: 11 },
    ]);
    assert_eq!(
        words.setup_errors(&errors, fetlar),
        [
            "There is no king on the board.",
            "There is more than one king: on c3 and on d4.",
            "The king stands on the corner a1: he would have escaped already.",
            "The king stands on the edge, on a4: he would have escaped already.",
            "A soldier stands on the throne, f6, where only the king may stand.",
            "A soldier stands on the corner k1, where only the king may stand.",
            "The board has 9×9 squares, and Fetlar 2018 is played on 11×11.",
        ]
    );
    assert!(words.rows_error(&RowsError::Slashes).contains("rank 1 (the bottom row) first"));
    assert_eq!(
        words.rows_error(&RowsError::Letter { rank: 4, letter: 'x' }),
        "“x” in rank 4 means nothing: t is an attacker, T a defender, K the king, and a number is so many empty squares."
    );
    assert_eq!(
        words.rows_error(&RowsError::Width { rank: 4, squares: 9, size: 11 }),
        "Rank 4 has 9 squares, but the board has 11 ranks."
    );
    assert!(words.rows_error(&RowsError::Count(4)).starts_with("There are 4 rows."));
    let error = "z99".parse::<Square>().unwrap_err();
    assert_eq!(words.square_error(&error), "“z99” is no square. Write a letter and a number, such as f6.");
}

#[test]
fn rule_files_name_the_key() {
    let words = Words::english();
    let refuse = |text: &str| words.ruleset_error(&Ruleset::from_toml(text).unwrap_err());
    let head = "format = 1\nid = \"mine\"\nname = \"Mine\"\n";
    let based = format!("{head}base = \"fetlar-2018\"\n");
    assert_eq!(
        refuse(&format!("{based}[answers.no-move]\nis = \"perhaps\"\n")),
        "“perhaps” is no answer to “answers.no-move”. Write draw or loss."
    );
    assert_eq!(
        refuse(&format!("{based}[answers.no-moves]\nis = \"draw\"\n")),
        "The rule file has the key “answers.no-moves”, which means nothing."
    );
    assert_eq!(refuse(head), "The rule file lacks “publisher”, and there is no base to take it from.");
    assert_eq!(
        refuse(&format!("{based}[answers.escape]\ngrade = \"text\"\n")),
        "The rule file lacks “answers.escape.is”."
    );
    assert_eq!(refuse(&format!("{head}base = \"chess\"\n")), "“base = \"chess\"” names no rule set of this program.");
    assert_eq!(
        refuse(&based.replace("format = 1", "format = 7")),
        "The rule file has format 7, and this program reads formats up to 2."
    );
    let senseless = |text: &str| refuse(&format!("{based}{text}"));
    assert_eq!(
        senseless("[start]\nis = \"/K10/11/11/11/11/11/11/11/11/5t5/11/\"\n"),
        "These rules make no game: the start position cannot be played. \
         The king stands on the corner a1: he would have escaped already."
    );
    assert_eq!(
        senseless("[start]\nis = \"/11/11/11/11/11/5K5/11/11/11/5t5/11/\"\n"),
        "These rules make no game: the attackers could never win. \
         Capturing the king takes at least 3 of them, and there is only one."
    );
    let ring = "/11/2ttt6/1t1T1t5/1t1K1t5/2ttt6/11/11/11/11/11/1t9/";
    assert_eq!(
        senseless(&format!("[start]\nis = \"{ring}\"\n[answers.encirclement]\nis = \"closed\"\n")),
        "These rules make no game: the attackers have won it before it begins. \
         The start position holds a ring that wins."
    );
    let open = "/11/11/11/11/11/5K5/11/11/11/t4t4t/11/";
    assert_eq!(
        senseless(&format!(
            "[start]\nis = \"{open}\"\n[answers]\nescape.is = \"edge\"\nfirst-move.is = \"defenders\"\n"
        )),
        "These rules make no game: the defenders move first and can win at once, with f6–a6."
    );
    assert_eq!(
        senseless(&format!("[start]\nis = \"{open}\"\n[answers]\nescape.is = \"edge\"\n")),
        "These rules make no game: the attackers move first, and whatever they play, \
         the other side can win with its first move."
    );
    let full = "/1ttttt1/tttTttt/ttTKTtt/ttt1ttt/ttttttt/ttttttt/1ttttt1/";
    assert_eq!(
        senseless(&format!("board = 7\n[start]\nis = \"{full}\"\n[answers]\nfirst-move.is = \"defenders\"\n")),
        "These rules make no game: the defenders move first, and whatever they play, the game is over after it."
    );
    assert_eq!(
        senseless("[start]\nis = \"/tT1/TK1/1/\"\n"),
        "The start position in the rule file cannot be used: \
         there are 3 rows; a board has an odd number of them, from 7 to 15."
    );
    assert!(refuse("format = ").starts_with("The rule file cannot be read: "));
    let errors = [
        RulesetError::Grade { key: "answers.escape".into(), grade: "sure".into() },
        RulesetError::Text { key: "id".into(), problem: "is too long" },
        RulesetError::Board { board: 9, rows: 11 },
        RulesetError::Start("there is no king on the board".into()),
    ];
    for error in errors {
        let said = words.ruleset_error(&error);
        assert!(said.ends_with('.') && !said.contains('{'), "{said}");
    }
}

#[test]
fn a_changed_answer_says_what_it_was() {
    let house = Ruleset::from_toml(
        "format = 1\nid = \"mine\"\nname = \"Mine\"\nbase = \"fetlar-2018\"\n[answers.no-move]\nis = \"loss\"\n",
    )
    .unwrap();
    let clause = Words::english().clause(&house, Question::NoMove.into());
    assert_eq!(clause.text, "House rule: that side loses. (Fetlar 2018 has it otherwise: a draw.)");
    assert_eq!(clause.grade_words, "house rule");
    let kept = Words::english().clause(&house, Question::Escape.into());
    assert_eq!(kept.grade_words, "said by the leaflet");
    assert_eq!(kept.section, "Aims");
    let house = Ruleset::from_toml(
        "format = 2\nid = \"mine\"\nname = \"Mine\"\nbase = \"copenhagen\"\n[answers.shieldwall]\nis = \"none\"\n",
    )
    .unwrap();
    let clause = Words::english().clause(&house, Question::Shieldwall.into());
    assert_eq!(
        clause.text,
        "House rule: no. (Copenhagen has it otherwise: yes, by a shieldwall: \
         two or more of them, with an enemy in front of each and both ends closed.)"
    );
    assert_eq!(Words::english().grade_under(Grade::Text, &house), "said by the publisher");
}

#[test]
fn text_that_cannot_be_read_is_explained() {
    use hnefi_formats::{RecordFault, read_diagram, read_move, replay_record};
    let words = Words::english();
    let fetlar = leaflet("fetlar-2018").unwrap();
    let refuse = |text: &str| words.move_error(&read_move(text).unwrap_err());
    assert_eq!(refuse(""), "No move is written. Write one such as d1-d4.");
    assert_eq!(refuse("hello"), "“hello” is no move: it must begin with a square, as in d1-d4.");
    assert_eq!(refuse("d1"), "“d1” is no move: after d1 a square to move to must follow, as in d1-d4.");
    assert_eq!(refuse("d1-d4x"), "“d1-d4x” is no move: the captured square is missing, as in d1-d4xd5.");
    assert_eq!(refuse("d1-d4*"), "“d1-d4*” is no move: the “*” in it means nothing.");

    let record = |line: &str| {
        let replayed = replay_record(line, |id| Some(Arc::new(Referee::new(leaflet(id?)?.clone()))));
        words.record_fault(&replayed.error.unwrap().fault, fetlar)
    };
    let with = |rest: &str| record(&format!(r#"{{"rules":"fetlar-2018",{rest}}}"#));
    assert!(record("{").starts_with("This line is no JSON: EOF"));
    assert_eq!(
        record("[]"),
        r#"The line must be a JSON object, such as {"rules": "fetlar-2018", "moves": ["d1-d4"]}."#
    );
    assert_eq!(with("\"a\":1"), r#"“moves” must be there, as a list of moves such as ["d1-d4", "f4-i4"]."#);
    assert_eq!(with("\"moves\":[],\"turn\":1"), "“turn” must be a text.");
    assert_eq!(with("\"moves\":[],\"turn\":\"x\""), "“x” is no side. Write attackers or defenders.");
    assert_eq!(record(r#"{"moves":[]}"#), "The record names no rule set.");
    assert_eq!(record(r#"{"moves":[],"rules":"chess"}"#), "There is no rule set “chess”.");
    assert_eq!(
        with("\"moves\":[\"d1-d4xd5/f4\"]"),
        "The record says that this move captures d5 and f4, but under Fetlar 2018 it captures nothing."
    );
    assert_eq!(
        with("\"moves\":[\"Kd1-d4\"]"),
        "The record says that another kind of piece moves, but it is an attacker."
    );
    assert_eq!(
        with("\"moves\":[\"d1-e2\"]"),
        "Pieces move in a straight line, and d1 and e2 lie on no common row or column."
    );
    assert!(with("\"moves\":[],\"position\":\"11\"").starts_with("A position must begin and end with a slash"));
    let setup = RecordFault::Setup(SetupErrors(vec![SetupError::NoKing, SetupError::SoldierOnThrone(sq("f6"))]));
    assert_eq!(
        words.record_fault(&setup, fetlar),
        "There is no king on the board. A soldier stands on the throne, f6, where only the king may stand."
    );

    let drawn = hnefi_formats::write_diagram(fetlar.start());
    let refuse = |text: String| words.diagram_error(&read_diagram(&text).unwrap_err());
    assert_eq!(
        refuse(drawn.replacen('t', "q", 1)),
        "In line 1, column 10 of the diagram: “q” means nothing. \
         Write t for an attacker, T for a defender, K for the king, and a dot for an empty square."
    );
    for text in [
        drawn.replacen(". t", "+ t", 1),
        drawn.replacen("x .", "x x", 1),
        drawn.replacen("10", "9", 1),
        drawn.replacen("x .", "x", 1),
        drawn.replace("j k", "j"),
        String::new(),
    ] {
        let said = refuse(text);
        assert!(said.starts_with("In line ") && said.ends_with('.') && !said.contains('{'), "{said}");
    }
}

/// A ply that today's referee would rule otherwise says so, and so does what it took.
#[test]
fn a_recorded_ply_says_that_it_is_recorded() {
    let mut game = game("fetlar-2018", "/1T9/11/2t8/11/11/11/7T3/7K3/11/11/11/", Side::Attackers);
    let intent = Intent { from: sq("c3"), to: sq("c1") };
    let ply = game.play_as_ruled(intent, &[sq("b1"), sq("h7")], None).unwrap().clone();
    assert_eq!(
        Words::english().ply(&ply, game.referee().ruleset()),
        "Attackers c3–c1, capturing the defender on b1 against the corner a1 and the defender on h7, as it was ruled \
         then. (As it was ruled then; the referee would rule otherwise today.)"
    );
    let captures: Vec<String> =
        ply.played.captures.iter().map(|c| Words::english().capture(c, game.referee().ruleset())).collect();
    assert_eq!(
        captures,
        [
            "The defender on b1 is captured against the corner a1.",
            "The defender on h7 is captured, as it was ruled then."
        ]
    );
}

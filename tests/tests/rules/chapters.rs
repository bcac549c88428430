//! The rules chapters and the sheets, played under both referees.

use std::path::Path;
use std::sync::Arc;

use hnefi_chapters::{Block, Chapter, CodedRefusal, Example, Fallen, FastJudge, Found, Judge, Step, judge};
use hnefi_rules::{
    Agreement, Claims, Clause, Clauses, Ending, Escape, Ground, Intent, Offer, Outcome, Partner, Piece, Point,
    Question, Referee, Repetition, Ruleset, Setup, Side, Square, community, leaflet, leaflets, ruleset, rulesets,
};
use hnefi_tests::slow;

/// Every file with its path from the root of the project.
fn files() -> Vec<(String, &'static Chapter)> {
    let rules = hnefi_chapters::chapters().chain([hnefi_chapters::comparison()]);
    let rules = rules.map(|chapter| (format!("docs/rules/{}.md", chapter.name), chapter));
    let sheets = hnefi_chapters::sheets().map(|chapter| (format!("docs/sheets/{}.md", chapter.name), chapter));
    rules.chain(sheets).collect()
}

/// Calls `check` with every example under every one of its rule sets and fails with all that it says.
fn check_all(check: impl Fn(&Example, &Arc<Ruleset>) -> Vec<String>) {
    let mut problems = Vec::new();
    for (path, chapter) in files() {
        for example in chapter.examples() {
            for id in &example.rules {
                let ruleset = ruleset(id).expect("a chapter names rule sets only");
                for problem in check(example, ruleset) {
                    problems.push(format!("{path}:{}: example {} under {id}: {problem}", example.line, example.id));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{} expectations fail:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn every_example_comes_out_as_expected() {
    check_all(|example, ruleset| example.check(ruleset));
}

#[test]
fn every_example_comes_out_as_expected_under_the_slow_referee() {
    check_all(|example, ruleset| {
        let case = example.case(ruleset.id()).expect("every rule set of an example has its case");
        let board = if example.from_start { ruleset.start() } else { &example.before };
        // The slow referee gives no explanations, cites no clauses and names no square at fault.
        let mut expected = case.expected.clone();
        expected.why.clear();
        if let Some(refusal) = &mut expected.refusal {
            refusal.square = None;
        }
        let found = judge(example, board, example.turn(ruleset), &expected.asked(), &mut SlowJudge::new(ruleset));
        let mut problems = expected.compare(&found);
        if found.after.as_ref() != example.after(ruleset.id()) {
            problems.push("the board afterwards is not the one that is drawn".to_owned());
        }
        problems
    });
}

/// No file lies in the folders that the program does not carry, and blessing them would change nothing.
#[test]
fn every_file_is_carried_and_blessed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let carried: Vec<String> = files().into_iter().map(|(path, _)| path).collect();
    for folder in ["docs/rules", "docs/sheets"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let path = format!("{folder}/{file}");
            assert!(carried.contains(&path), "{path} is no chapter that the program carries");
            let text = std::fs::read_to_string(root.join(&path)).unwrap();
            let drawn = hnefi_chapters::redraw(file.trim_end_matches(".md"), &text).unwrap();
            assert!(drawn == text, "{path} is not drawn anew: run `cargo xtask bless`");
        }
    }
}

#[test]
fn every_rule_set_has_a_chapter_with_at_least_twelve_examples() {
    let names: Vec<&str> = hnefi_chapters::chapters().map(|chapter| chapter.name.as_str()).collect();
    for ruleset in rulesets() {
        assert!(names.contains(&ruleset.id()), "there is no chapter docs/rules/{}.md", ruleset.id());
    }
    for chapter in hnefi_chapters::chapters() {
        let count = chapter.examples().count();
        let least = if chapter.name == "copenhagen" { 20 } else { 12 };
        assert!(count >= least, "docs/rules/{}.md has {count} examples", chapter.name);
    }
}

/// Where a rule set knows forts, rings or aggressors, its chapter links to what we mean by them.
#[test]
fn every_definition_of_ours_is_linked() {
    for chapter in hnefi_chapters::chapters() {
        let ruleset = ruleset(&chapter.name).expect("a chapter has the name of its rule set");
        let answers = ruleset.answers();
        let repetition = answers.word(Question::Repetition);
        let needed = [
            (answers.word(Question::ExitFort) != "none", "0008-what-can-never-be-broken"),
            (answers.word(Question::Encirclement) != "none", "0009-encirclement"),
            (repetition.starts_with("aggressor"), "0010-the-aggressor"),
        ];
        for (_, name) in needed.into_iter().filter(|(needed, _)| *needed) {
            let href = format!("href=\"/rules/definitions/{name}\"");
            let linked = chapter.blocks.iter().any(|block| matches!(block, Block::Prose(html) if html.contains(&href)));
            assert!(linked, "docs/rules/{}.md does not link to ../adr/{name}.md", chapter.name);
        }
    }
}

#[test]
fn every_chapter_names_every_question_and_point() {
    let all = all_clauses();
    for chapter in hnefi_chapters::chapters() {
        let named = chapter.clauses();
        let missing: Vec<&str> =
            all.iter().filter(|clause| !named.contains(clause)).map(|clause| clause.id()).collect();
        assert!(missing.is_empty(), "docs/rules/{}.md never names {}", chapter.name, missing.join(", "));
    }
}

/// Where an answer is not the publisher's own word, its chapter says so.
#[test]
fn every_answer_of_ours_is_marked() {
    for chapter in hnefi_chapters::chapters() {
        let ruleset = ruleset(&chapter.name).expect("a chapter has the name of its rule set");
        let ours = all_clauses().into_iter().filter(|&c| ruleset.source(c).grade != hnefi_rules::Grade::Text);
        let missing: Vec<&str> = ours.filter(|clause| !chapter.marked.contains(clause)).map(|c| c.id()).collect();
        assert!(missing.is_empty(), "docs/rules/{}.md does not mark {}", chapter.name, missing.join(", "));
    }
}

/// For each question that the leaflets answer differently, one position is played under all of them, and its
/// expectations differ.
#[test]
fn every_difference_is_compared_on_one_position() {
    let comparison = hnefi_chapters::comparison();
    let first = leaflets()[0].answers();
    for &question in Question::ALL {
        if leaflets().iter().all(|ruleset| ruleset.answers().word(question) == first.word(question)) {
            continue;
        }
        let compared = comparison.examples().any(|example| {
            example.clauses.contains(&Clause::Question(question))
                && leaflets().iter().all(|ruleset| example.case(ruleset.id()).is_some())
                && example.cases.len() > 1
        });
        assert!(compared, "docs/rules/comparison.md compares no position for {}", question.id());
    }
}

/// The table of the community's rule sets in the comparison has a row for each of them that says what is so.
#[test]
fn the_comparison_lists_the_community() {
    let prose: String = hnefi_chapters::comparison().blocks.iter().fold(String::new(), |all, block| match block {
        Block::Prose(html) => all + html,
        _ => all,
    });
    for ruleset in community() {
        let link = format!("<a href=\"/rules/{}\">{}</a>", ruleset.id(), ruleset.name());
        let row = prose.split("<tr>").find(|row| row.contains(&link)).unwrap_or_else(|| panic!("no row has {link}"));
        let cells: Vec<&str> =
            row.split("<td>").skip(1).filter_map(|cell| cell.split("</td>").next()).map(str::trim).collect();
        let answers = ruleset.answers();
        let size = format!("{0}x{0}", ruleset.size());
        let goal = match answers.escape {
            Escape::Corner => "on a corner",
            Escape::Edge => "on the edge",
        };
        assert_eq!(cells.len(), 6, "{link}");
        assert_eq!(cells[1], size, "{link}");
        assert!(cells[2].starts_with(goal), "{link}: {}", cells[2]);
        assert!(cells[3].starts_with(answers.word(Question::KingOpen)), "{link}: {}", cells[3]);
        assert_eq!(cells[4], answers.word(Question::NoMove), "{link}");
        let repetition = match answers.repetition {
            Repetition::ThirdPosition | Repetition::Sequence => "draw",
            Repetition::AttackersWin => "the defenders lose",
            Repetition::MoverLoses => "who completes it loses",
            Repetition::Forbidden => "illegal",
            Repetition::DefendersForbidden => "illegal for the defenders",
            Repetition::AggressorLoses => "the aggressor loses",
            Repetition::AggressorDeviates => "the aggressor must deviate",
            Repetition::None => "nothing",
        };
        assert_eq!(cells[5], repetition, "{link}");
    }
}

#[test]
fn sheets_have_at_most_eight_diagrams() {
    for sheet in hnefi_chapters::sheets() {
        let count = sheet.examples().count();
        assert!((1..=8).contains(&count), "docs/sheets/{}.md has {count} diagrams", sheet.name);
    }
}

fn all_clauses() -> Vec<Clause> {
    const POINTS: [&str; 13] = [
        "turns",
        "straight",
        "blocked",
        "throne-stop",
        "sandwich",
        "safe-between",
        "several-at-once",
        "compulsion",
        "king-taken",
        "no-attackers-left",
        "match",
        "house-rules",
        "set-up",
    ];
    let points = POINTS.into_iter().filter_map(Point::from_id).map(Clause::Point);
    Question::ALL.iter().copied().map(Clause::Question).chain(points).collect()
}

/// A wrong expectation is noticed, whatever it is about: the harness itself can fail.
#[test]
fn wrong_expectations_are_noticed() {
    const BLOCK: &str = "\
```tafl
id: sandwich
turn: attackers
board:
  11 x . . . . . . . . . x
  10 . . . . . . . . . . .
   9 . . . . . . . . . . .
   8 . . . t T . . . t . .
   7 . . . . . . . . . . .
   6 . . . . . + . . . . .
   5 . . . . . . . . . . .
   4 . . . . . . . . . . .
   3 . . K . . . . . . . .
   2 . . . . . . . . . . .
   1 x . . . . . . . . . x
play: i8-f8
expect: EXPECTED
```
";
    let fetlar = leaflet("fetlar-2018").unwrap();
    let problems = |expected: &str| {
        let text = hnefi_chapters::redraw("fetlar-2018", &BLOCK.replace("EXPECTED", expected)).unwrap();
        let chapter = Chapter::parse("fetlar-2018", &text).unwrap();
        let problems = chapter.examples().next().unwrap().check(fetlar);
        problems.join("\n")
    };
    assert_eq!(problems("captures e8 against attacker d8"), "");
    assert_eq!(problems("captures e8 against attacker d8; goes on; stuck nothing"), "");
    assert!(problems("captures nothing").contains("captures: expected nothing, found e8 against attacker d8"));
    assert!(problems("captures e8 against king d8").contains("expected e8 against king d8"));
    assert!(problems("refused blocked").contains("refusal: expected blocked, found none"));
    assert!(problems("captures e8 against attacker d8; draw: repetition").contains("found the game goes on"));
    assert!(problems("captures e8 against attacker d8; stuck c3").contains("stuck: expected c3, found nothing"));
    assert!(problems("captures e8 against attacker d8; why d8: moved-in").contains("found open"));
    assert!(problems("captures e8 against attacker d8; c3 reaches c4").contains("expected c4, found a3"));
    assert!(problems("set-up refused no-king").contains("expected no-king, found none"));
}

/// A claim that an example shows granted is one that the referee settles, with nobody asked; one that is declined is not,
/// because nothing is proved or the other side could still win.
#[test]
fn claims_are_answered_as_the_referee_would() {
    let (mut settled, mut asked) = (0, 0);
    for (path, chapter) in files() {
        for example in chapter.examples() {
            let [Step::Offer { by, offer: Offer::Claim(ground) }, ref answer] = example.steps[..] else { continue };
            for id in example.rules.iter().filter(|_| ground != Ground::NoProgress) {
                let ruleset = ruleset(id).expect("a chapter names rule sets only");
                let referee = Referee::new(ruleset.clone());
                let position =
                    referee.position(&example.before, example.turn(ruleset)).expect("an example is playable");
                let settles = referee.prove_claim(&position, ground).is_some_and(|proof| proof.settles_for(by));
                let granted = matches!(answer, Step::Accept { .. });
                assert_eq!(settles, granted, "{path}:{}: {} under {id}", example.line, example.id);
                settled += u32::from(settles);
                asked += u32::from(!settles);
            }
        }
    }
    assert!(settled >= 2 && asked >= 2, "{settled} {asked}");
}

/// The slow referee as a judge of examples. Offers are its own few lines, after the clauses on agreement and claims.
struct SlowJudge {
    referee: slow::Referee,
    agreement: Agreement,
    claims: Claims,
    game: Option<slow::Game>,
    offer: Option<(Side, Offer)>,
    ended: Option<Outcome>,
}

impl SlowJudge {
    fn new(ruleset: &Ruleset) -> SlowJudge {
        SlowJudge {
            referee: slow::Referee::new(ruleset),
            agreement: ruleset.answers().agreement,
            claims: ruleset.answers().claims,
            game: None,
            offer: None,
            ended: None,
        }
    }

    fn game(&self) -> &slow::Game {
        self.game.as_ref().expect("a judge is set up before it plays")
    }

    fn offered(&mut self, by: Side, offer: Offer) -> Result<(), &'static str> {
        let known = match offer {
            Offer::Draw if self.agreement == Agreement::None => Err("no-agreement"),
            Offer::Claim(ground) => match (self.claims, ground) {
                (Claims::NoProgress, Ground::NoProgress) => Ok(()),
                (Claims::KingOutOfReach, Ground::KingAtSide) if !self.king_at_side() => Err("claim-untrue"),
                (Claims::KingOutOfReach, Ground::KingShutIn) if self.king_escapes_at_once() => Err("claim-untrue"),
                (Claims::KingOutOfReach, Ground::KingAtSide | Ground::KingShutIn) => Ok(()),
                _ => Err("no-claim"),
            },
            _ => Ok(()),
        };
        if self.outcome().is_some() {
            return Err("game-over");
        }
        if self.offer.is_some() {
            return Err("offer-stands");
        }
        known.map(|()| self.offer = Some((by, offer)))
    }

    fn king_at_side(&self) -> bool {
        let board = self.game().board();
        board.king().is_some_and(|king| board.is_edge(king))
    }

    /// Whether the king wins with a move of his that is his side's to make now.
    fn king_escapes_at_once(&self) -> bool {
        let game = self.game();
        let king = game.board().king();
        game.moves().into_iter().filter(|&(from, _)| Some(from) == king).any(|(from, to)| {
            let mut tried = game.clone();
            tried.play(from, to).is_ok() && tried.outcome().is_some_and(|o| o.reason == Ending::KingEscaped)
        })
    }
}

fn refused(code: &str) -> CodedRefusal {
    CodedRefusal { code: code.to_owned(), square: None }
}

impl Judge for SlowJudge {
    fn set_up(&mut self, board: &Setup, turn: Side) -> Result<(), Vec<String>> {
        let problems = self.referee.problems(board);
        if !problems.is_empty() {
            return Err(problems.into_iter().map(str::to_owned).collect());
        }
        self.game = Some(slow::Game::new(self.referee.clone(), slow::Board::from_setup(board, turn)));
        Ok(())
    }

    fn play(&mut self, intent: Intent) -> Result<Vec<Fallen>, CodedRefusal> {
        if self.ended.is_some() {
            return Err(refused("game-over"));
        }
        let game = self.game.as_mut().expect("a judge is set up before it plays");
        let played = game.play(intent.from, intent.to).map_err(refused)?;
        self.offer = self.offer.filter(|&(by, _)| by == !played.board.turn);
        Ok(played.captures.iter().map(fallen).collect())
    }

    fn act(&mut self, step: &Step) -> Result<(), CodedRefusal> {
        match *step {
            Step::Offer { by, offer } => self.offered(by, offer).map_err(refused),
            Step::Accept { by } => match self.offer.take() {
                Some((from, Offer::Draw)) if from != by => {
                    self.ended = Some(Outcome::draw(Ending::Agreement));
                    Ok(())
                }
                Some((from, Offer::Claim(ground))) if from != by => {
                    self.ended = Some(Outcome::draw(Ending::Claim(ground)));
                    Ok(())
                }
                _ => Err(refused("no-offer")),
            },
            Step::Decline { .. } => self.offer.take().map(|_| ()).ok_or_else(|| refused("no-offer")),
            Step::Resign { .. } if self.outcome().is_some() => Err(refused("game-over")),
            Step::Resign { by } => {
                self.ended = Some(Outcome::win(!by, Ending::Resignation));
                Ok(())
            }
            Step::Move { .. } => Ok(()),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game().outcome())
    }

    fn board(&self) -> Setup {
        Setup::from_rows(&self.game().board().to_rows()).expect("a board writes rows that read")
    }

    fn allows(&self, intent: Intent) -> bool {
        self.outcome().is_none() && self.game().legal(intent.from, intent.to).is_ok()
    }

    fn why(&self, _: Square, _: Option<Intent>) -> Option<(String, Option<Clause>)> {
        None
    }
}

fn fallen(captured: &slow::Captured) -> Fallen {
    let at = |square: Option<Square>| square.expect("such a partner has a square");
    let by = match captured.by {
        "attacker" => Partner::Piece(at(captured.partner), Piece::Attacker),
        "defender" => Partner::Piece(at(captured.partner), Piece::Defender),
        "king" => Partner::Piece(at(captured.partner), Piece::King),
        "corner" => Partner::Corner(at(captured.partner)),
        "throne" => Partner::Throne(at(captured.partner)),
        "three-and-throne" => Partner::ThreeAndThrone(at(captured.partner)),
        "four-sides" => Partner::FourSides,
        "trap" => Partner::Trap,
        "shieldwall" => Partner::Shieldwall,
        other => panic!("the slow referee names the partner {other}"),
    };
    Fallen { square: captured.square, by, clauses: Clauses::default() }
}

/// Both judges tell the same of the same example, word for word, where both can: under every rule set, and
/// under each with any one answer turned over.
#[test]
fn both_judges_agree_beyond_what_is_expected() {
    let blur = |mut found: Found| {
        if let Some(refusal) = &mut found.refusal {
            refusal.square = None;
        }
        for fallen in &mut found.captures {
            fallen.clauses = Clauses::default();
        }
        found
    };
    let asked = hnefi_chapters::Asked { why: Vec::new(), stuck: true, reaches: Vec::new() };
    for ruleset in rulesets().flat_map(turned_over) {
        for (path, chapter) in files() {
            for example in chapter.examples().filter(|example| example.case(ruleset.id()).is_some()) {
                let board = if example.from_start { ruleset.start() } else { &example.before };
                let turn = example.turn(&ruleset);
                let fast = blur(judge(example, board, turn, &asked, &mut FastJudge::new(&ruleset)));
                let slow = blur(judge(example, board, turn, &asked, &mut SlowJudge::new(&ruleset)));
                let place = format!("{path}:{}: {}", example.line, example.id);
                assert_eq!(fast, slow, "{place} under {} with {:?} changed", ruleset.id(), ruleset.changed());
            }
        }
    }
}

/// A rule set, and the same with each answer turned over.
fn turned_over(ruleset: &Arc<Ruleset>) -> Vec<Arc<Ruleset>> {
    let words = Question::ALL.iter().flat_map(|&question| question.words().iter().map(move |&word| (question, word)));
    let others = words.filter(|&(question, word)| word != ruleset.answers().word(question));
    let turned = others.filter_map(|(question, word)| ruleset.with(question, word)).map(Arc::new);
    std::iter::once(ruleset.clone()).chain(turned).collect()
}

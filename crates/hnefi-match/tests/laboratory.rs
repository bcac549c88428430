//! Matches between engines that go wrong in every way, and records that are cut short.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hnefi_formats::replay_record;
use hnefi_match::{
    Contender, DrawAgreement, GameRecord, Limit, Match, MatchError, MatchRecord, Openings, Sprt, Tally, Verdict,
};
use hnefi_net::{Card, Net, Shape, Weights};
use hnefi_rules::{Referee, Ruleset, Side, ruleset};
#[cfg(target_os = "linux")]
use rustix::process::Pid;

/// The engines that go wrong on demand stand beside the tests.
fn example(name: &str) -> String {
    let tests = std::env::current_exe().unwrap();
    let program = tests.parent().unwrap().parent().unwrap().join("examples").join(name);
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is built by `cargo test -p hnefi-match`", program.display());
    program.display().to_string()
}

fn fake(way: &str) -> Contender {
    Contender { name: way.to_owned(), ..Contender::of(&format!("'{}' {way}", example("fake_engine"))).unwrap() }
}

/// One that speaks the text protocol, over its standard output.
fn fake_htp(way: &str) -> Contender {
    Contender { name: format!("htp-{way}"), ..Contender::of(&format!("htp:'{}' {way}", example("fake_htp"))).unwrap() }
}

/// The same over a connection that it makes to a port that nobody else has.
fn calling_htp(way: &str) -> Contender {
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let command = format!("htp@{free}:'{}' {way} {free}", example("fake_htp"));
    Contender { name: format!("calling-{way}"), ..Contender::of(&command).unwrap() }
}

/// A short match on the board that such engines know.
fn copenhagen(first: Contender, second: Contender) -> Match {
    Match { referee: Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone())), ..small(first, second) }
}

fn own(name: &str, options: &[(&str, &str)]) -> Contender {
    let options = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    Contender { name: name.to_owned(), options, ..Contender::of("own").unwrap() }
}

/// After so long a silence an engine counts as silent where one is: far longer than the others need on a busy machine.
const SILENCE: Duration = Duration::from_secs(10);

/// A short match on a small board.
fn small(first: Contender, second: Contender) -> Match {
    Match {
        referee: Arc::new(Referee::new(ruleset("brandubh").unwrap().clone())),
        contenders: [first, second],
        limits: [Limit::Nodes(50); 2],
        margin: Duration::from_millis(50),
        silence: Duration::from_secs(30),
        greeting: Duration::from_secs(60),
        openings: Openings::Drawn { plies: 2, seed: 3 },
        pairs: 2,
        concurrency: 2,
        move_cap: 12,
        agree: None,
        sprt: None,
    }
}

fn play(played: &Match, record: Option<&Path>) -> Result<Tally, MatchError> {
    played.run(record, &mut |_| {})
}

fn games(path: &Path) -> Vec<GameRecord> {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.ends_with('\n'));
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    (folder, path)
}

/// Plays a bad engine against a good one: it must lose every game for this reason.
#[track_caller]
fn loses(mut played: Match, reason: &str, detail: &str) {
    played.pairs = 1;
    let (_folder, path) = folder();
    let tally = play(&played, Some(&path)).unwrap();
    assert_eq!((tally.score().lost, tally.score().games()), (2, 2), "{tally:?}");
    assert_eq!(tally.faults[0].get(reason), Some(&2), "{tally:?}");
    assert!(tally.faults[1].is_empty());
    assert_eq!(tally.pairs, [1, 0, 0, 0, 0]);
    for game in games(&path) {
        assert_eq!(game.outcome.reason, reason);
        let said = game.outcome.detail.as_deref().unwrap();
        assert!(said.contains(detail), "{said}");
        assert_ne!(game.winner(), Some(game.id.side_of_first()));
    }
}

#[test]
fn a_crash_is_a_result() {
    loses(small(fake("crash"), fake("first")), "crash", "exit status: 3; something broke");
}

#[test]
fn an_illegal_move_is_a_result() {
    loses(small(fake("illegal"), fake("first")), "illegal-move", "a1-a2: nothing-there");
    loses(small(fake("nonsense"), fake("first")), "illegal-move", "`(none)` is no move");
}

#[test]
fn who_lost_off_the_board_starts_anew() {
    // In a process that went on, the second game would be played to its end.
    let stumbling = Match { concurrency: 1, ..small(fake("stumble"), fake("first")) };
    let tally = play(&stumbling, None).unwrap();
    assert_eq!(tally.faults[0].get("illegal-move"), Some(&4), "{tally:?}");
    // One that has left after a game is fetched back for the next one.
    let leaving = Match { concurrency: 1, move_cap: 3, ..small(fake("leave"), fake("first")) };
    let tally = play(&leaving, None).unwrap();
    assert_eq!((tally.score().games(), tally.score().drawn), (4, 4), "{tally:?}");
}

#[test]
fn a_program_that_is_gone_ends_the_match_and_loses_nothing() {
    let (folder, path) = folder();
    let program = folder.path().join("engine");
    let restore = || std::fs::copy(example("fake_engine"), &program).unwrap();
    restore();
    let burning = Contender::of(&format!("'{}' burn", program.display())).unwrap();
    let played = Match { concurrency: 1, ..small(burning, fake("first")) };
    for games_then in [1, 2] {
        let error = play(&played, Some(&path)).unwrap_err().to_string();
        assert!(error.starts_with("engine: ") && error.contains("cannot be run"), "{error}");
        let games = games(&path);
        assert_eq!(games.len(), games_then, "what was not played is not in the record");
        assert!(games.iter().all(|game| game.outcome.reason == "crash"));
        restore();
    }
}

#[test]
fn silence_is_a_result() {
    for way in ["silent", "chatty"] {
        loses(Match { silence: SILENCE, ..small(fake(way), fake("first")) }, "silence", "no answer to `go nodes 50`");
    }
}

#[test]
fn time_is_a_result() {
    // The other one needs a hundredth of the time that it has.
    let margin = Duration::from_secs(1);
    let limit = Limit::MoveTime(Duration::from_secs(4));
    let mut slow = Match { limits: [limit; 2], margin, ..small(fake("slow"), fake("first")) };
    loses(slow.clone(), "time", "ms for a move, with 4000 ms left");
    slow.limits = [Limit::clock("4+0.1").unwrap(); 2];
    loses(slow, "time", "ms for a move, with 4000 ms left");
}

#[test]
fn an_engine_that_reads_nothing_hangs_nobody() {
    let greeting = Duration::from_secs(30);
    let played = Match { greeting, pairs: 1, ..small(fake("deaf"), fake("first")) };
    // It answers the greeting and nothing after it, so it never sits down.
    let error = play(&played, None).unwrap_err();
    assert!(error.to_string().starts_with("deaf: no answer to `isready`"), "{error}");
    let greeting = Duration::from_millis(500);
    let error = play(&Match { greeting, ..small(fake("mute"), fake("first")) }, None).unwrap_err();
    assert!(error.to_string().starts_with("mute: no answer to `uci`"), "{error}");
}

#[test]
fn engines_that_speak_the_text_protocol_take_part() {
    for contender in [fake_htp("first"), calling_htp("first"), fake_htp("polite")] {
        let (_folder, path) = folder();
        // They cannot be told how long a move may take, so no time is too short for them.
        let limit = Limit::MoveTime(Duration::ZERO);
        let other = Contender { name: "other".to_owned(), ..fake_htp("first") };
        let played = Match { limits: [limit; 2], margin: Duration::ZERO, move_cap: 9, ..copenhagen(contender, other) };
        let tally = play(&played, Some(&path)).unwrap();
        assert_eq!((tally.score().games(), tally.score().drawn), (4, 4), "{tally:?}");
        assert!(tally.faults.iter().all(|faults| faults.is_empty()), "{tally:?}");
        assert!(games(&path).iter().all(|game| game.moves.len() == 9 && game.outcome.reason == "move-cap"));
    }
}

#[test]
fn what_goes_wrong_in_the_text_protocol_is_a_result() {
    for contender in [fake_htp, calling_htp] {
        loses(copenhagen(contender("illegal"), fake_htp("first")), "illegal-move", "a1-a2: nothing-there");
        loses(copenhagen(contender("crash"), fake_htp("first")), "crash", "exit status: 3; something broke");
    }
    let silent = Match { silence: SILENCE, ..copenhagen(calling_htp("silent"), fake_htp("first")) };
    loses(silent, "silence", "no answer to `generate_move`");
    loses(copenhagen(fake_htp("refuse"), fake_htp("first")), "refusal", "it answers `you cannot do that` to `play att");
}

#[test]
fn resigning_loses_without_being_a_fault() {
    for contender in [fake_htp("resign"), calling_htp("resign")] {
        let (_folder, path) = folder();
        let played = Match { pairs: 1, ..copenhagen(contender, fake_htp("first")) };
        let tally = play(&played, Some(&path)).unwrap();
        assert_eq!((tally.score().lost, tally.score().games()), (2, 2), "{tally:?}");
        assert!(tally.faults[0].is_empty(), "{tally:?}");
        assert!(games(&path).iter().all(|game| game.outcome.reason == "resignation"));
    }
}

#[test]
fn who_never_calls_is_a_mistake_and_no_result() {
    let greeting = Duration::from_millis(500);
    let error = play(&Match { greeting, ..copenhagen(calling_htp("far"), fake_htp("first")) }, None).unwrap_err();
    assert!(error.to_string().contains("no answer to `connect to port"), "{error}");
    let mut with_option = fake_htp("first");
    with_option.options.push(("Hash".to_owned(), "1".to_owned()));
    let error = play(&copenhagen(with_option, fake("first")), None).unwrap_err();
    assert!(error.to_string().contains("does not take the option: Hash"), "{error}");
}

#[test]
fn who_does_not_take_the_board_is_a_mistake_and_no_result() {
    let error = play(&copenhagen(fake_htp("rude"), fake_htp("first")), None).unwrap_err();
    assert_eq!(error.to_string(), "htp-rude: it answers `no board for you` to `board_size 11`");
    let greeting = Duration::from_millis(500);
    let deaf = Contender {
        name: "mute".to_owned(),
        ..Contender::of(&format!("htp:'{}' mute", example("fake_engine"))).unwrap()
    };
    let error = play(&Match { greeting, ..copenhagen(deaf, fake("first")) }, None).unwrap_err();
    assert!(error.to_string().starts_with("mute: no answer to `board_size 11`"), "{error}");
}

#[test]
fn a_match_that_never_began_leaves_its_record_to_another() {
    let (_folder, path) = folder();
    let wrong = small(Contender::of("/no/such/engine uci").unwrap(), fake("first"));
    play(&wrong, Some(&path)).unwrap_err();
    let right = Match { pairs: 1, ..small(own("strong", &[]), fake("first")) };
    play(&right, Some(&path)).unwrap();
    assert_eq!(games(&path).len(), 2);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.lines().next().unwrap().contains("\"strong\""), "{text}");
    assert!(!text.contains("/no/such/engine"), "{text}");
}

#[test]
fn what_cannot_be_started_is_a_mistake_and_no_result() {
    let (_folder, path) = folder();
    let nobody = Contender::of("/no/such/engine uci").unwrap();
    let error = play(&small(nobody, fake("first")), Some(&path)).unwrap_err();
    assert!(error.to_string().starts_with("engine: /no/such/engine cannot be run: "), "{error}");
    assert!(games(&path).is_empty());
    let error = play(&small(own("own", &[("Sauce", "hot")]), fake("first")), None).unwrap_err();
    assert!(error.to_string().contains("Sauce"), "{error}");
    let error = play(&small(own("own", &[("Hash", "0")]), fake("first")), None).unwrap_err();
    assert!(error.to_string().contains("whole number from 1 to 4096"), "{error}");
    assert!(matches!(play(&small(own("a", &[]), own("a", &[])), None), Err(MatchError::SameName(_))));
}

#[test]
fn what_engines_say_while_they_are_made_ready_is_told_once() {
    let mut told: Vec<(String, String)> = Vec::new();
    let played = small(fake("surly"), fake("first"));
    played.run(None, &mut |progress| told.extend_from_slice(progress.remarks)).unwrap();
    assert_eq!(told, [("surly".to_owned(), "what of it".to_owned())]);
}

/// Engines that nobody else has: a word in their command line holds the id of this process. None of them outlives this.
#[cfg(target_os = "linux")]
struct Marked(String);

#[cfg(target_os = "linux")]
impl Marked {
    fn new(word: &str) -> Marked {
        Marked(format!("{word}-of-{}-", std::process::id()))
    }

    fn running(&self) -> Vec<Pid> {
        let marked = |process: &std::fs::DirEntry| {
            let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&self.0)
        };
        processes().into_iter().filter(marked).filter_map(|process| pid(&process)).collect()
    }
}

#[cfg(target_os = "linux")]
impl Drop for Marked {
    fn drop(&mut self) {
        for pid in self.running() {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
}

#[cfg(target_os = "linux")]
fn processes() -> Vec<std::fs::DirEntry> {
    std::fs::read_dir("/proc").unwrap().flatten().collect()
}

#[cfg(target_os = "linux")]
fn pid(process: &std::fs::DirEntry) -> Option<Pid> {
    Pid::from_raw(process.file_name().to_str()?.parse().ok()?)
}

/// The children of the tests that have ended without anybody waiting for them.
#[cfg(target_os = "linux")]
fn unburied() -> HashSet<Pid> {
    let ours = std::process::id().to_string();
    let dead = |process: &std::fs::DirEntry| {
        let stat = std::fs::read(process.path().join("stat")).unwrap_or_default();
        let stat = String::from_utf8_lossy(&stat);
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        fields.first() == Some(&"Z") && fields.get(1) == Some(&ours.as_str())
    };
    processes().into_iter().filter(dead).filter_map(|process| pid(&process)).collect()
}

/// Whether something comes true within a minute.
#[cfg(target_os = "linux")]
fn soon(mut true_yet: impl FnMut() -> bool) -> bool {
    (0..1200).any(|_| {
        let yes = true_yet();
        if !yes {
            std::thread::sleep(Duration::from_millis(50));
        }
        yes
    })
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_running() {
    for way in ["first", "crash", "silent", "chatty"] {
        let marked = Marked::new(way);
        let mut bad = fake(way);
        bad.command = bad.command.map(|command| format!("{command} {}", marked.0));
        bad.name.push_str("-marked");
        let tally = play(&Match { silence: SILENCE, pairs: 1, ..small(bad, fake("first")) }, None).unwrap();
        assert_eq!(tally.score().games(), 2);
        assert_eq!(marked.running(), [], "{way}");
        // Other tests may just be ending engines of their own, so only who stays counts.
        let mut left = unburied();
        let gone = soon(|| {
            let now = unburied();
            left.retain(|pid| now.contains(pid));
            left.is_empty()
        });
        assert!(gone, "{way}: {left:?} are left");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_script_has_started_ends_with_it() {
    let marked = Marked::new("stubborn");
    let script = format!("sh -c \"'{}' stubborn {}; true\"", example("fake_engine"), marked.0);
    let behind = Contender { name: "script".to_owned(), ..Contender::of(&script).unwrap() };
    let tally = play(&Match { pairs: 1, ..small(behind, fake("first")) }, None).unwrap();
    assert!(tally.faults[0].is_empty(), "{tally:?}");
    assert!(soon(|| marked.running().is_empty()), "{:?} are left", marked.running());
}

#[test]
fn every_opening_is_played_with_sides_changed() {
    let (_folder, path) = folder();
    let played = Match { pairs: 4, ..small(own("strong", &[]), own("weak", &[("Level", "1"), ("Seed", "1")])) };
    let tally = play(&played, Some(&path)).unwrap();
    let games = games(&path);
    assert_eq!((games.len(), tally.score().games(), tally.whole_pairs()), (8, 8, 4));
    for pair in 0..4 {
        let both: Vec<&GameRecord> = games.iter().filter(|game| game.id.pair == pair).collect();
        assert_eq!(both[0].moves[..2], both[1].moves[..2]);
        assert_eq!((both[0].opening, both[0].opening_plies), (pair, 2));
        assert_eq!((&both[0].attackers, &both[0].defenders), (&both[1].defenders, &both[1].attackers));
    }
    // What the tally says follows from the record.
    let mut again = Tally::default();
    games.iter().for_each(|game| again.add(game));
    assert_eq!(again, tally);
    let points = games.iter().filter(|g| g.winner() == Some(g.id.side_of_first())).count() as u64;
    assert_eq!(tally.score().won, points);
    assert_eq!(tally.by_side.attackers.games(), 4);
}

#[test]
fn records_replay_as_the_referee_decided() {
    let (_folder, path) = folder();
    let played = Match { move_cap: 60, pairs: 3, ..small(own("strong", &[]), fake("first")) };
    play(&played, Some(&path)).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let mut ended = 0;
    for line in text.lines().skip(1) {
        let game: GameRecord = serde_json::from_str(line).unwrap();
        let replayed = replay_record(line, |id| {
            assert_eq!(id, Some("brandubh"));
            Some(played.referee.clone())
        });
        assert_eq!(replayed.error, None, "{line}");
        let winner = replayed.outcome.and_then(|outcome| outcome.winner);
        assert_eq!(winner, game.winner(), "{line}");
        assert_eq!(game.times_ms.len(), game.moves.len() - game.opening_plies);
        assert_eq!(game.scores.len(), game.times_ms.len());
        assert!(game.scores.iter().all(Option::is_some));
        ended += usize::from(replayed.outcome.is_some());
        assert!(replayed.outcome.is_some() || game.outcome.reason == "move-cap");
    }
    assert!(ended > 0, "no game was decided on the board");
}

#[test]
fn engines_agree_on_a_draw_where_neither_is_ahead() {
    let (_folder, path) = folder();
    let agree = Some(DrawAgreement { within: 100_000, plies: 4 });
    let quiet = Match { move_cap: 60, agree, ..small(own("own", &[("Level", "1")]), fake("first")) };
    let tally = play(&quiet, Some(&path)).unwrap();
    assert!(tally.reasons.contains_key("agreement"), "{tally:?}");
    for game in games(&path).iter().filter(|game| game.outcome.reason == "agreement") {
        assert!(game.moves[game.moves.len() - 4..].iter().all(|mv| !mv.contains('x')), "{game:?}");
        let line = serde_json::to_string(game).unwrap();
        assert_eq!(replay_record(&line, |_| Some(quiet.referee.clone())).error, None, "{line}");
        assert_eq!(game.winner(), None, "{line}");
    }
    // Whoever never says that the game is level goes on.
    let (_folder, path) = folder();
    let strict = Match { agree: Some(DrawAgreement { within: 0, plies: 4 }), ..quiet.clone() };
    assert!(!play(&strict, Some(&path)).unwrap().reasons.contains_key("agreement"));
    // A house rule without draws by agreement has none in a match either.
    let mut rules = ruleset("brandubh").unwrap().to_toml();
    let at = rules.find("[answers.agreement]").unwrap();
    rules.replace_range(at.., &rules[at..].replacen("\"allowed\"", "\"none\"", 1));
    let referee = Arc::new(Referee::new(Ruleset::from_toml(&rules).unwrap().into()));
    let error = play(&Match { referee, ..quiet }, None).unwrap_err();
    assert_eq!(error.to_string(), "the rule set brandubh knows no draw by agreement");
}

#[test]
fn a_match_goes_on_where_it_was_killed() {
    let (_folder, path) = folder();
    let whole = Match { concurrency: 1, ..small(own("strong", &[]), fake("first")) };
    let tally = play(&whole, Some(&path)).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    // Killed at every moment: between two lines, within one, within the header.
    for kept in [0, 1, 30, lines[0].len() + 1, lines[0].len() + 20, lines[..3].join("\n").len() + 1, text.len() - 1] {
        std::fs::write(&path, &text[..kept]).unwrap();
        let before = text[..kept].matches('\n').count().saturating_sub(1);
        let mut played = 0;
        let again = whole.run(Some(&path), &mut |progress| played = progress.played).unwrap();
        assert_eq!(again, tally, "killed at {kept}");
        assert_eq!(games(&path).len(), 4, "killed at {kept}");
        let ids: HashSet<_> = games(&path).iter().map(|game| game.id).collect();
        assert_eq!(ids.len(), 4);
        assert_eq!(played as usize, 4 - before, "killed at {kept}");
    }
    // A finished match is not played again, and a longer one goes on.
    let mut played = 0;
    whole.run(Some(&path), &mut |progress| played = progress.played).unwrap();
    assert_eq!(played, 0);
    let longer = Match { pairs: 3, concurrency: 2, ..whole };
    longer.run(Some(&path), &mut |progress| played = progress.played).unwrap();
    assert_eq!((played, games(&path).len()), (2, 6));
    // A shorter one counts what belongs to it.
    let shorter = Match { pairs: 1, ..longer };
    assert_eq!(play(&shorter, Some(&path)).unwrap().score().games(), 2);
    assert_eq!(games(&path).len(), 6);
}

#[test]
fn a_record_of_another_match_is_left_alone() {
    let (_folder, path) = folder();
    let whole = Match { pairs: 1, ..small(own("strong", &[]), fake("first")) };
    play(&whole, Some(&path)).unwrap();
    let before = std::fs::read(&path).unwrap();
    let refuse = |other: Match, key: &str| {
        let error = play(&other, Some(&path)).unwrap_err().to_string();
        assert!(error.contains(&format!("holds another match: {key} is")), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    };
    refuse(Match { limits: [Limit::Nodes(50), Limit::Nodes(51)], ..whole.clone() }, "limit");
    refuse(Match { move_cap: 13, ..whole.clone() }, "move_cap");
    refuse(Match { agree: Some(DrawAgreement { within: 1, plies: 2 }), ..whole.clone() }, "agree");
    refuse(Match { openings: Openings::Drawn { plies: 2, seed: 4 }, ..whole.clone() }, "openings");
    let contenders = [own("strong", &[("Hash", "1")]), fake("first")];
    refuse(Match { contenders, ..whole.clone() }, "first.options");
    let referee = Arc::new(Referee::new(ruleset("magpie").unwrap().clone()));
    refuse(Match { referee, ..whole.clone() }, "rules");
    // A rule file of the same id is told in a few words.
    let file = ruleset("brandubh").unwrap().to_toml().replacen("is = \"loss\"", "is = \"draw\"", 1);
    let referee = Arc::new(Referee::new(Arc::new(hnefi_rules::Ruleset::from_toml(&file).unwrap())));
    let error = play(&Match { referee, ..whole.clone() }, Some(&path)).unwrap_err().to_string();
    assert!(error.ends_with("ruleset is the program's own there, and that of a file here"), "{error}");
    // Neither is a file that an option names, such as a net, another one under the same name.
    let (_files, net) = folder();
    std::fs::write(&net, "a net").unwrap();
    let of_net =
        Match { contenders: [own("strong", &[("EvalFile", net.to_str().unwrap())]), fake("first")], ..whole.clone() };
    let header = of_net.header();
    assert_eq!(of_net.header(), header);
    std::fs::write(&net, "another net").unwrap();
    assert_ne!(of_net.header(), header);
    // A net is the same one whatever its card tells, and another one with other weights.
    let weights = Weights::zero(Shape { men: 3, measures: 1, hidden: 64, buckets: 1 });
    let a_net = |name: &str, weights: &Weights| {
        let card = Card { name: name.to_owned(), ..Card::default() };
        std::fs::write(&net, Net::new(weights, card).unwrap().to_bytes().unwrap()).unwrap();
        of_net.header()
    };
    let header = a_net("one", &weights);
    assert_eq!(a_net("two", &weights), header);
    assert_ne!(a_net("two", &Weights { bias: vec![1.0; 64], ..weights.clone() }), header);
    // A record of another version is not read.
    let later = std::fs::read_to_string(&path).unwrap().replacen("{\"match\":1,", "{\"match\":9,", 1);
    let elsewhere = path.with_extension("later");
    std::fs::write(&elsewhere, later).unwrap();
    let error = MatchRecord::read(&elsewhere).unwrap_err().to_string();
    assert!(error.ends_with("is a record of version 9, and this program reads version 1"), "{error}");
    // Whatever another program says of its match, this one cannot go on with it.
    let ours = std::fs::read_to_string(&path).unwrap();
    let theirs = ours.replacen("{\"match\":1,", "{\"match\":1,\"handicap\":2,", 1);
    std::fs::write(&path, &theirs).unwrap();
    assert!(play(&whole, Some(&path)).unwrap_err().to_string().contains("handicap"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
    std::fs::write(&path, ours).unwrap();
    // While one match writes, another one waits outside.
    let (held, _) = MatchRecord::open(&path, &whole.header()).unwrap();
    assert!(play(&whole, Some(&path)).unwrap_err().to_string().contains("another match writes to this file"));
    drop(held);
    std::fs::write(&path, "My diary.\nToday I played tafl.\n").unwrap();
    assert!(play(&whole, Some(&path)).unwrap_err().to_string().contains("line 1: this is no record"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "My diary.\nToday I played tafl.\n");
    for theirs in ["My diary", "{\"match\": \"Arsenal-Leeds\"}", "{\"match\":1,\"rules\":\"of the house\"}"] {
        std::fs::write(&path, theirs).unwrap();
        assert!(play(&whole, Some(&path)).unwrap_err().to_string().contains("line 1: this is no record"));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
    }
}

#[test]
fn a_game_that_nobody_could_have_recorded_is_named() {
    let (_folder, path) = folder();
    let whole = Match { pairs: 1, ..small(own("strong", &[]), fake("first")) };
    play(&whole, Some(&path)).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    for (from, to, said) in [
        ("\"game\":1", "\"game\":2", "a pair has the games 0 and 1"),
        ("\"winner\":null", "\"winner\":\"nobody\"", "`nobody` is no side"),
        ("\"winner\":\"", "\"winner\":\"no ", "` is no side"),
    ] {
        let changed = text.replace(from, to);
        if changed == text {
            continue;
        }
        std::fs::write(&path, &changed).unwrap();
        let error = play(&whole, Some(&path)).unwrap_err().to_string();
        assert!(error.contains("line ") && error.contains(said), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), changed);
    }
}

#[test]
fn a_test_that_is_decided_ends_the_match() {
    let sprt = Sprt::new(0.0, 400.0, 0.4, 0.4).unwrap();
    let (_folder, path) = folder();
    let bad = Match { sprt: Some(sprt), pairs: 50, concurrency: 1, ..small(fake("nonsense"), fake("first")) };
    let tally = play(&bad, Some(&path)).unwrap();
    assert!(tally.score().games() < 40, "{tally:?}");
    let mut played = 0;
    bad.run(Some(&path), &mut |progress| played = progress.played).unwrap();
    assert_eq!(played, 0, "a decided match is not taken up again");
    // Games that are still going on then take nothing back.
    let (_folder, path) = folder();
    let four = Match { concurrency: 4, ..bad };
    let tally = play(&four, Some(&path)).unwrap();
    assert_ne!(sprt.verdict(&tally.pairs), Verdict::GoesOn, "{tally:?}");
    assert_eq!(games(&path).len() as u64, tally.score().games());
}

#[test]
fn engines_know_rule_sets_by_other_names() {
    let copenhagen = || Arc::new(Referee::new(ruleset("copenhagen").unwrap().clone()));
    let named = Match { referee: copenhagen(), pairs: 1, move_cap: 6, ..small(fake("taflzero"), fake("first")) };
    let tally = play(&named, None).unwrap();
    assert_eq!(tally.reasons.get("move-cap"), Some(&2), "{tally:?}");
    let error = play(&small(fake("taflzero"), fake("first")), None).unwrap_err();
    assert!(error.to_string().contains("does not offer the rule set brandubh"), "{error}");
}

#[test]
fn a_tally_adds_up() {
    let game = |pair: usize, game: u8, winner: Option<Side>, reason: &str| -> GameRecord {
        let winner = winner.map_or("null".to_owned(), |side| format!("\"{side}\""));
        let line = format!(
            r#"{{"id":{{"pair":{pair},"game":{game}}},"rules":"brandubh","attackers":"a","defenders":"b","opening":0,"opening_plies":0,
            "moves":["d1-c1"],"times_ms":[1],"scores":[null],"outcome":{{"winner":{winner},"reason":"{reason}"}}}}"#
        );
        serde_json::from_str(&line).unwrap()
    };
    let (attackers, defenders) = (Some(Side::Attackers), Some(Side::Defenders));
    let mut tally = Tally::default();
    // The first engine wins both games, one, one and a half, none; and a game that still lacks its other one.
    for (pair, game0, game1) in
        [(0, attackers, defenders), (1, attackers, attackers), (2, None, defenders), (3, defenders, attackers)]
    {
        tally.add(&game(pair, 0, game0, "king-captured"));
        tally.add(&game(pair, 1, game1, "king-escaped"));
    }
    tally.add(&game(4, 1, attackers, "time"));
    assert_eq!(tally.pairs, [1, 0, 1, 1, 1]);
    assert_eq!((tally.score().won, tally.score().drawn, tally.score().lost), (4, 1, 4));
    assert_eq!((tally.by_side.attackers.won, tally.by_side.attackers.lost), (2, 1));
    assert_eq!((tally.attackers().won, tally.attackers().drawn, tally.attackers().lost), (5, 1, 3));
    assert_eq!(tally.decisive_pairs(), Some(0.75));
    assert_eq!(tally.draw_rate(), Some(1.0 / 9.0));
    assert_eq!(tally.faults[0].get("time"), Some(&1));
    assert_eq!(tally.plies, 9);
    assert_eq!(tally.attackers_pairs, [0, 1, 2, 0, 1]);
    // Two games of five: -400 log10(5/2 - 1).
    assert!((tally.elo_as(Side::Defenders).unwrap().difference + 70.4365).abs() < 0.0001);
    // Nine points of sixteen in whole pairs.
    assert!((tally.attackers_elo().unwrap().difference - 43.6578).abs() < 0.0001, "{:?}", tally.attackers_elo());
}

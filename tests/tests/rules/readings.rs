//! Every answer of every rule set with its grade, written down a second time.
//!
//! The rule files are data, and a slip of the pen in one of them would otherwise be believed. A line gives
//! a question or a point, then for each rule set the answer and the grade: `T` the publisher says it, `R` it is
//! read into what is said, `D` there is silence and the answer is our own choice. A point has no answer, only a
//! grade.

use hnefi_rules::{Grade, Point, Question, community, leaflets, ruleset, rulesets};

/// What some rule sets answer, a column each.
struct Table {
    rulesets: &'static [&'static str],
    answers: &'static str,
    points: &'static str,
}

const TABLES: [&Table; 3] = [&LEAFLETS, &CORNERS_AND_TABLUT, &OTHERS];

const LEAFLETS: Table = Table {
    rulesets: &["fetlar-2018", "viking-game", "cyningstan-2014", "nestorgames", "regency-chess"],
    answers: "
first-move                 attackers/T            attackers/T      attackers/T            attackers/T            attackers/T
soldiers-reach             any/T                  any/T            any/T                  any/T                  any/T
king-reach                 any/R                  any/T            any/T                  any/T                  any/T
soldiers-throne            pass/T                 pass/T           pass/R                 blocked/T              pass/T
king-throne                returns/T              returns/R        returns/R              returns/T              returns/R
corners                    king-only/T            king-only/T      king-only/T            king-only/T            king-only/T
empty-throne-attackers     hostile/T              hostile/T        hostile/T              hostile/T              harmless/T
empty-throne-defenders     hostile/T              hostile/T        hostile/T              hostile/T              harmless/T
occupied-throne-attackers  hostile/R              hostile/R        harmless/R             hostile/T              harmless/T
occupied-throne-defenders  harmless/T             harmless/T       harmless/T             hostile/T              harmless/T
corners-attackers          hostile/T              hostile/T        hostile/T              hostile/T              hostile/T
corners-defenders          hostile/T              hostile/T        hostile/T              hostile/T              hostile/T
king-arms                  armed/R                armed/T          armed/R                armed/R                armed/T
king-open                  four/T                 four/T           four/T                 two/T                  four/T
king-on-throne             four/T                 four/T           four/T                 four/T                 four/T
king-beside-throne         three/R                three/T          three/R                three/T                three/T
king-on-edge               safe/T                 safe/R           safe/R                 exposed/T              safe/R
king-beside-corner         safe/T                 safe/R           safe/R                 exposed/T              safe/T
soldier-trap               none/R                 none/R           none/R                 captured/T             none/T
shieldwall                 none/R                 none/R           none/R                 none/R                 none/T
escape                     corner/T               corner/T         corner/T               corner/T               corner/T
exit-fort                  none/R                 none/R           none/R                 none/R                 none/R
encirclement               none/T                 none/D           none/D                 none/R                 none/D
no-move                    draw/T                 draw/T           draw/D                 draw/D                 draw/D
repetition                 third-position-draw/T  sequence-draw/R  third-position-draw/D  third-position-draw/D  third-position-draw/D
agreement                  allowed/D              allowed/R        allowed/D              allowed/D              allowed/D
claims                     king-out-of-reach/T    no-progress/T    none/D                 none/D                 none/D
",
    points: "
turns              R  R  R  T  R
straight           T  T  T  T  T
blocked            T  T  T  T  T
throne-stop        T  T  T  T  T
sandwich           T  T  T  T  T
safe-between       R  T  R  T  T
several-at-once    T  T  T  R  R
compulsion         T  R  R  R  R
king-taken         T  T  T  T  T
no-attackers-left  R  R  D  D  D
match              D  D  D  D  T
house-rules        D  D  D  T  D
set-up             D  D  D  D  D
",
};

const CORNERS_AND_TABLUT: Table = Table {
    rulesets: &["copenhagen", "fetlar-online", "historical-11", "brandubh", "tablut-saami", "tablut-linnaeus"],
    answers: "
first-move                 attackers/T                     attackers/T            defenders/T                     attackers/T           attackers/T        attackers/D
soldiers-reach             any/T                           any/T                  any/T                           any/T                 any/T              any/T
king-reach                 any/T                           any/T                  any/T                           any/T                 any/T              any/T
soldiers-throne            pass/T                          pass/T                 pass/T                          pass/T                pass/T             blocked/R
king-throne                returns/T                       returns/T              returns/T                       returns/T             returns/T          barred/R
corners                    king-only/T                     king-only/T            open/R                          king-only/T           open/R             open/T
empty-throne-attackers     hostile/T                       hostile/T              hostile/T                       hostile/T             hostile/T          hostile/T
empty-throne-defenders     hostile/T                       hostile/T              hostile/T                       hostile/T             hostile/T          hostile/T
occupied-throne-attackers  hostile/T                       hostile/T              hostile/T                       hostile/T             hostile/T          hostile/R
occupied-throne-defenders  harmless/T                      harmless/T             harmless/T                      harmless/T            harmless/T         boxed/T
corners-attackers          hostile/T                       hostile/T              harmless/R                      hostile/T             harmless/R         harmless/R
corners-defenders          hostile/T                       hostile/T              harmless/R                      hostile/T             harmless/R         harmless/R
king-arms                  armed/T                         armed/T                armed/R                         armed/T               armed/T            armed/R
king-open                  four/T                          four/T                 two/T                           two/T                 two/T              two/T
king-on-throne             four/R                          four/R                 two/R                           four/T                four/T             four/T
king-beside-throne         three/T                         three/T                two/R                           three/T               three/T            three/T
king-on-edge               safe/T                          safe/T                 safe/R                          sandwich/R            safe/R             safe/R
king-beside-corner         safe/R                          safe/R                 safe/R                          sandwich/R            safe/R             safe/R
soldier-trap               none/R                          none/R                 none/R                          none/R                none/R             none/R
shieldwall                 captured/T                      none/R                 none/R                          none/R                none/R             none/R
escape                     corner/T                        corner/T               edge/T                          corner/T              edge/T             edge/T
exit-fort                  defenders-win/T                 none/R                 none/R                          none/R                none/R             none/R
encirclement               closed/R                        closed/R               closed/R                        none/D                closed/R           none/R
no-move                    loss/T                          loss/T                 loss/D                          loss/T                loss/T             draw/D
repetition                 third-position-attackers-win/T  third-position-draw/T  third-position-attackers-win/T  aggressor-deviates/T  aggressor-loses/T  third-position-draw/D
agreement                  allowed/R                       allowed/R              allowed/D                       allowed/D             allowed/D          allowed/D
claims                     none/D                          none/D                 none/D                          none/D                none/D             none/D
",
    points: "
turns              T  T  T  T  T  T
straight           T  T  T  T  T  T
blocked            T  T  T  T  T  T
throne-stop        T  T  T  T  T  T
sandwich           T  T  T  T  T  T
safe-between       T  T  T  T  T  R
several-at-once    R  R  R  R  R  R
compulsion         R  R  R  R  R  R
king-taken         T  T  T  T  T  T
no-attackers-left  R  R  D  R  R  D
match              D  D  D  D  D  T
house-rules        D  D  D  D  D  D
set-up             D  D  D  D  D  D
",
};

const OTHERS: Table = Table {
    rulesets: &["sea-battle", "tawlbwrdd", "ard-ri", "magpie", "parlett-13", "tablut-15"],
    answers: "
first-move                 attackers/T                     attackers/T            attackers/T            attackers/R            attackers/T                   attackers/T
soldiers-reach             any/T                           any/T                  any/T                  any/R                  any/R                         any/T
king-reach                 any/T                           any/T                  any/T                  one/T                  any/R                         any/T
soldiers-throne            stop/R                          stop/T                 stop/T                 pass/R                 stop/T                        pass/T
king-throne                returns/R                       returns/T              returns/T              returns/R              returns/T                     passes/T
corners                    open/R                          open/T                 open/T                 king-only/R            open/T                        open/T
empty-throne-attackers     harmless/R                      harmless/T             harmless/R             hostile/R              harmless/T                    hostile/T
empty-throne-defenders     harmless/R                      harmless/T             harmless/R             hostile/R              harmless/T                    hostile/T
occupied-throne-attackers  harmless/R                      harmless/T             harmless/R             hostile/R              harmless/T                    harmless/T
occupied-throne-defenders  harmless/R                      harmless/T             harmless/R             harmless/R             harmless/T                    harmless/T
corners-attackers          harmless/R                      harmless/T             harmless/R             hostile/R              harmless/T                    harmless/T
corners-defenders          harmless/R                      harmless/T             harmless/R             hostile/R              harmless/T                    harmless/T
king-arms                  unarmed/T                       armed/T                armed/T                armed/T                unarmed/T                     armed/T
king-open                  four/T                          two/T                  two/T                  four/T                 four/T                        two/T
king-on-throne             four/T                          two/T                  two/R                  four/T                 four/T                        four/T
king-beside-throne         four/R                          two/T                  two/R                  three/R                four/R                        three/T
king-on-edge               safe/R                          safe/R                 safe/R                 surrounded/T           safe/R                        safe/R
king-beside-corner         safe/R                          safe/R                 safe/R                 surrounded/R           safe/R                        safe/R
soldier-trap               none/R                          none/R                 none/R                 none/R                 none/R                        none/R
shieldwall                 none/R                          none/T                 none/R                 none/R                 none/R                        none/T
escape                     edge/T                          edge/T                 edge/T                 corner/R               edge/T                        edge/T
exit-fort                  none/R                          none/T                 none/R                 none/R                 none/R                        none/T
encirclement               closed/R                        closed/R               none/D                 none/D                 closed/D                      closed/R
no-move                    loss/T                          draw/D                 loss/D                 loss/D                 loss/D                        loss/T
repetition                 third-position-attackers-win/T  third-position-draw/T  third-position-draw/D  third-position-draw/D  third-position-mover-loses/D  third-position-draw/T
agreement                  allowed/D                       allowed/D              allowed/D              allowed/D              allowed/D                     allowed/D
claims                     none/D                          none/D                 none/D                 none/D                 none/D                        none/D
",
    points: "
turns              T  T  T  R  R  T
straight           T  T  T  R  R  T
blocked            T  T  T  R  R  T
throne-stop        R  T  T  R  T  T
sandwich           T  T  T  R  R  T
safe-between       T  T  T  R  R  T
several-at-once    R  R  R  R  R  R
compulsion         R  R  R  R  R  R
king-taken         T  T  T  R  R  T
no-attackers-left  R  D  D  D  D  R
match              D  D  D  D  D  D
house-rules        D  R  D  D  R  R
set-up             D  D  D  D  D  D
",
};

/// The start positions of the community's rule sets, rank 1 first.
const STARTS: &[(&str, &str)] = &[
    ("copenhagen", "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"),
    ("fetlar-online", "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"),
    ("historical-11", "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/"),
    ("brandubh", "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"),
    ("tablut-saami", "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"),
    ("tablut-linnaeus", "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"),
    ("sea-battle", "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"),
    ("tawlbwrdd", "/4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/tt2TTT2tt/5T5/5t5/4t1t4/4ttt4/"),
    ("ard-ri", "/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/"),
    ("magpie", "/3t3/1t3t1/3T3/t1TKT1t/3T3/1t3t1/3t3/"),
    ("parlett-13", "/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4/"),
    (
        "tablut-15",
        "/5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/",
    ),
];

const LEAFLETS_START: &str = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";

fn grade(letter: &str) -> Grade {
    match letter {
        "T" => Grade::Text,
        "R" => Grade::Reading,
        "D" => Grade::Default,
        other => panic!("{other} is no grade"),
    }
}

/// The lines of a table: the key, and what stands in each column.
fn lines(text: &str, columns: usize) -> Vec<(&str, Vec<&str>)> {
    text.lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            let mut words = line.split_whitespace();
            let key = words.next().expect("a key");
            let cells: Vec<&str> = words.collect();
            assert_eq!(cells.len(), columns, "{key}");
            (key, cells)
        })
        .collect()
}

#[test]
fn the_columns_are_all_rule_sets() {
    let columns: Vec<&str> = TABLES.iter().flat_map(|table| table.rulesets).copied().collect();
    for ruleset in rulesets() {
        assert!(columns.contains(&ruleset.id()), "{} has no column in tests/tests/rules/readings.rs", ruleset.id());
    }
    assert_eq!(columns.len(), rulesets().count(), "{columns:?}");
}

#[test]
fn every_answer_and_its_grade_is_the_agreed_one() {
    for table in TABLES {
        let lines = lines(table.answers, table.rulesets.len());
        let keys: Vec<&str> = lines.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys, Question::ALL.iter().map(|question| question.id()).collect::<Vec<_>>());
        for ((key, cells), &question) in lines.iter().zip(Question::ALL) {
            for (cell, id) in cells.iter().zip(table.rulesets) {
                let ruleset = ruleset(id).expect("a rule set of this program");
                let (answer, letter) = cell.split_once('/').expect("answer/grade");
                assert_eq!(ruleset.answers().word(question), answer, "{key} under {id}");
                assert_eq!(ruleset.source(question).grade, grade(letter), "the grade of {key} under {id}");
            }
        }
    }
}

#[test]
fn every_point_has_the_agreed_grade() {
    for table in TABLES {
        let lines = lines(table.points, table.rulesets.len());
        let keys: Vec<&str> = lines.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys, Point::ALL.iter().map(|point| point.id()).collect::<Vec<_>>());
        for ((key, cells), &point) in lines.iter().zip(Point::ALL) {
            for (letter, id) in cells.iter().zip(table.rulesets) {
                let ruleset = ruleset(id).expect("a rule set of this program");
                assert_eq!(ruleset.source(point).grade, grade(letter), "the grade of {key} under {id}");
            }
        }
    }
}

/// The start and the board are the same in all leaflets, and every one of them says so.
#[test]
fn the_start_of_the_leaflets_is_the_agreed_one() {
    for ruleset in leaflets() {
        assert_eq!((ruleset.size(), ruleset.start().to_rows().as_str()), (11, LEAFLETS_START), "{}", ruleset.id());
        assert_eq!(ruleset.start_source().grade, Grade::Text, "{}", ruleset.id());
    }
}

#[test]
fn the_starts_of_the_community_are_the_agreed_ones() {
    for ruleset in community() {
        let id = ruleset.id();
        let listed = STARTS.iter().find(|(listed, _)| *listed == id);
        let (_, rows) = listed.unwrap_or_else(|| panic!("{id} has no start in tests/tests/rules/readings.rs"));
        assert_eq!(ruleset.start().to_rows(), *rows, "{id}");
        assert_eq!(usize::from(ruleset.size()), rows.trim_matches('/').split('/').count(), "{id}");
    }
}

/// Who says something can say where: a clause that stands in a publication names its section, and one that
/// does not stand there is never graded as if it did.
#[test]
fn what_a_publisher_says_has_a_section() {
    for ruleset in rulesets() {
        let answers = Question::ALL.iter().map(|&question| (question.id(), ruleset.source(question)));
        let points = Point::ALL.iter().map(|&point| (point.id(), ruleset.source(point)));
        for (key, source) in answers.chain(points).chain([("start", ruleset.start_source())]) {
            let words = source.clause.split_whitespace().count();
            assert!(words >= 3, "the clause of {key} under {} says too little: {}", ruleset.id(), source.clause);
            let silent = source.section.is_empty();
            assert!(!silent || source.grade == Grade::Default, "{key} under {}", ruleset.id());
        }
    }
}

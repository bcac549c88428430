//! Every answer of the five leaflets with its grade, written down once more by hand.
//!
//! The rule files are data, and a slip of the pen in one of them would otherwise be believed. A line gives
//! a question or a point, then for each leaflet the answer and the grade: `T` the leaflet says it, `R` it is
//! read into it, `D` it is silent and the answer is our own choice. A point has no answer, only a grade.

use hnefi_rules::{Grade, Point, Question, leaflets};

const LEAFLETS: [&str; 5] = ["fetlar-2018", "viking-game", "cyningstan-2014", "nestorgames", "regency-chess"];

const ANSWERS: &str = "
first-move                 attackers/T            attackers/T      attackers/T            attackers/T            attackers/T
soldiers-reach             any/T                  any/T            any/T                  any/T                  any/T
king-reach                 any/R                  any/T            any/T                  any/T                  any/T
soldiers-throne            pass/T                 pass/T           pass/R                 blocked/T              pass/R
king-throne                returns/T              returns/R        returns/R              returns/T              returns/R
corners                    king-only/T            king-only/T      king-only/T            king-only/T            king-only/T
empty-throne-attackers     hostile/T              hostile/T        hostile/T              hostile/T              harmless/R
empty-throne-defenders     hostile/T              hostile/T        hostile/T              hostile/T              harmless/R
occupied-throne-attackers  hostile/R              hostile/R        harmless/R             hostile/T              harmless/T
occupied-throne-defenders  harmless/T             harmless/T       harmless/T             hostile/T              harmless/R
corners-attackers          hostile/T              hostile/T        hostile/T              hostile/T              hostile/T
corners-defenders          hostile/T              hostile/T        hostile/T              hostile/T              hostile/T
king-arms                  armed/R                armed/T          armed/R                armed/R                armed/T
king-open                  four/T                 four/T           four/T                 two/T                  four/T
king-on-throne             four/T                 four/T           four/T                 four/T                 four/T
king-beside-throne         three/R                three/T          three/R                three/T                three/T
king-on-edge               safe/T                 safe/R           safe/R                 exposed/T              safe/R
king-beside-corner         safe/R                 safe/R           safe/R                 exposed/T              safe/T
soldier-trap               none/R                 none/R           none/R                 captured/T             none/T
escape                     corner/T               corner/T         corner/T               corner/T               corner/T
no-move                    draw/T                 draw/T           draw/D                 draw/D                 draw/D
repetition                 third-position-draw/T  sequence-draw/R  third-position-draw/D  third-position-draw/D  third-position-draw/D
agreement                  allowed/D              allowed/T        allowed/D              allowed/D              allowed/D
claims                     king-out-of-reach/T    no-progress/T    none/D                 none/D                 none/D
";

const POINTS: &str = "
turns              R  R  R  T  R
straight           T  T  T  T  T
blocked            T  T  T  T  T
throne-stop        T  T  T  T  T
sandwich           T  T  T  T  T
safe-between       R  T  R  T  T
several-at-once    T  T  T  R  R
compulsion         T  R  R  T  R
king-taken         T  T  T  T  T
encirclement       T  D  D  R  D
no-attackers-left  R  R  D  D  D
match              D  D  D  D  T
house-rules        D  D  D  T  D
set-up             D  D  D  D  D
";

fn grade(letter: &str) -> Grade {
    match letter {
        "T" => Grade::Text,
        "R" => Grade::Reading,
        "D" => Grade::Default,
        other => panic!("{other} is no grade"),
    }
}

/// The lines of a table: the key, and what stands in the columns of the leaflets.
fn lines(table: &str) -> Vec<(&str, Vec<&str>)> {
    table
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            let mut words = line.split_whitespace();
            let key = words.next().expect("a key");
            let columns: Vec<&str> = words.collect();
            assert_eq!(columns.len(), LEAFLETS.len(), "{key}");
            (key, columns)
        })
        .collect()
}

#[test]
fn the_columns_are_the_leaflets() {
    assert_eq!(leaflets().iter().map(|ruleset| ruleset.id()).collect::<Vec<_>>(), LEAFLETS);
}

#[test]
fn every_answer_and_its_grade_is_the_agreed_one() {
    let table = lines(ANSWERS);
    let keys: Vec<&str> = table.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys, Question::ALL.iter().map(|question| question.id()).collect::<Vec<_>>());
    for ((key, columns), &question) in table.iter().zip(Question::ALL) {
        for (cell, ruleset) in columns.iter().zip(leaflets()) {
            let (answer, letter) = cell.split_once('/').expect("answer/grade");
            assert_eq!(ruleset.answers().word(question), answer, "{key} under {}", ruleset.id());
            assert_eq!(ruleset.source(question).grade, grade(letter), "the grade of {key} under {}", ruleset.id());
        }
    }
}

#[test]
fn every_point_has_the_agreed_grade() {
    let table = lines(POINTS);
    let keys: Vec<&str> = table.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys, Point::ALL.iter().map(|point| point.id()).collect::<Vec<_>>());
    for ((key, columns), &point) in table.iter().zip(Point::ALL) {
        for (letter, ruleset) in columns.iter().zip(leaflets()) {
            assert_eq!(ruleset.source(point).grade, grade(letter), "the grade of {key} under {}", ruleset.id());
        }
    }
}

/// The start and the board are the same in all five, and every leaflet says so.
#[test]
fn the_start_is_the_agreed_one() {
    for ruleset in leaflets() {
        let rows = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
        assert_eq!((ruleset.size(), ruleset.start().to_rows().as_str()), (11, rows), "{}", ruleset.id());
        assert_eq!(ruleset.start_source().grade, Grade::Text, "{}", ruleset.id());
    }
}

/// Who says something can say where: a clause that stands in the leaflet names its section, and one that
/// does not stand there is never graded as if it did.
#[test]
fn what_a_leaflet_says_has_a_section() {
    for ruleset in leaflets() {
        let answers = Question::ALL.iter().map(|&question| (question.id(), ruleset.source(question)));
        let points = Point::ALL.iter().map(|&point| (point.id(), ruleset.source(point)));
        for (key, source) in answers.chain(points) {
            assert!(!source.clause.is_empty(), "{key} under {}", ruleset.id());
            let silent = source.section.is_empty();
            assert!(!silent || source.grade == Grade::Default, "{key} under {}", ruleset.id());
        }
    }
}

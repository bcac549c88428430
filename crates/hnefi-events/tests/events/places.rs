//! A limit of places: who gets the last one, what frees one, and what the limit can be.

use crate::world::arbiter;
use hnefi_events::{Act, By, Event, Form, Plan, PlanPart, PlayerNo, Refusal};

const FORMS: [Form; 4] = [
    Form::RoundRobin { cycles: 1 },
    Form::Swiss { rounds: Some(4) },
    Form::KnockOut { third_place: false },
    Form::Groups { groups: 2, qualify: 2, third_place: false },
];

fn of(form: Form, places: u32) -> Event {
    Event::new(Plan { places: Some(places), ..Plan::new(form) }).unwrap()
}

fn enter(event: &mut Event, by: By, key: &str) -> Result<(), Refusal> {
    event.handle_act(0, by, Act::Enter { key: key.to_owned(), rating: None }).map(drop)
}

fn act(event: &mut Event, by: By, act: Act) -> Result<(), Refusal> {
    event.handle_act(0, by, act).map(drop)
}

fn full(form: Form, places: u32) -> Event {
    let mut event = of(form, places);
    for number in 1..=places {
        enter(&mut event, By::Player, &format!("player {number}")).unwrap();
    }
    event
}

#[test]
fn nobody_enters_when_all_places_are_taken() {
    for form in FORMS {
        let mut event = full(form, 4);
        for by in [By::Player, arbiter(), By::Machine] {
            assert_eq!(enter(&mut event, by, "late"), Err(Refusal::NoPlace { places: 4 }), "{form:?}");
        }
        assert_eq!((event.places(), event.places_taken()), (Some(4), 4));
        assert_eq!(event.players().len(), 4, "nothing has changed");
    }
}

#[test]
fn who_leaves_frees_a_place_and_comes_back_if_it_is_free_still() {
    for form in FORMS {
        let mut event = full(form, 4);
        let gone = PlayerNo(2);
        act(&mut event, By::Player, Act::Leave { player: gone }).unwrap();
        assert_eq!(event.places_taken(), 3);
        let mut other = event.clone();
        act(&mut event, By::Player, Act::Return { player: gone }).unwrap();
        enter(&mut other, By::Player, "eve").unwrap();
        for by in [By::Player, arbiter()] {
            let back = act(&mut other, by, Act::Return { player: gone });
            assert_eq!(back, Err(Refusal::NoPlace { places: 4 }), "{form:?}");
        }
        assert_eq!(Event::replay(other.plan().clone(), other.rows().to_vec()), Ok(other));
    }
}

#[test]
fn a_late_entry_takes_a_place_as_well() {
    let plan = Plan { places: Some(4), late_entry_till: 2, ..Plan::new(Form::Swiss { rounds: Some(4) }) };
    let mut event = Event::new(plan).unwrap();
    for key in ["ann", "ben", "cleo", "dora"] {
        enter(&mut event, By::Player, key).unwrap();
    }
    act(&mut event, arbiter(), Act::Begin).unwrap();
    assert_eq!(enter(&mut event, By::Player, "eve"), Err(Refusal::NoPlace { places: 4 }));
    act(&mut event, By::Player, Act::Leave { player: PlayerNo(1) }).unwrap();
    enter(&mut event, By::Player, "eve").unwrap();
    assert_eq!(enter(&mut event, arbiter(), "fay"), Err(Refusal::NoPlace { places: 4 }));
    act(&mut event, arbiter(), Act::Places { places: Some(5) }).unwrap();
    enter(&mut event, arbiter(), "fay").unwrap();
}

#[test]
fn whoever_did_not_check_in_holds_no_place() {
    let plan =
        Plan { places: Some(3), check_in: true, late_entry_till: 3, ..Plan::new(Form::Swiss { rounds: Some(3) }) };
    let mut event = Event::new(plan).unwrap();
    for key in ["ann", "ben", "cleo"] {
        enter(&mut event, By::Player, key).unwrap();
    }
    for player in [PlayerNo(1), PlayerNo(2)] {
        act(&mut event, By::Player, Act::CheckIn { player }).unwrap();
    }
    act(&mut event, By::Machine, Act::Begin).unwrap();
    assert_eq!(event.places_taken(), 2);
    enter(&mut event, By::Player, "dora").unwrap();
    assert_eq!(act(&mut event, By::Player, Act::Return { player: PlayerNo(3) }), Err(Refusal::NoPlace { places: 3 }));
}

#[test]
fn a_limit_is_what_the_form_needs_and_can_have() {
    for (form, least, most) in [
        (Form::RoundRobin { cycles: 2 }, 2, 64),
        (Form::Swiss { rounds: None }, 2, 1000),
        (Form::KnockOut { third_place: true }, 2, 1000),
        (Form::Groups { groups: 3, qualify: 1, third_place: false }, 6, 192),
        (Form::Groups { groups: 3, qualify: 4, third_place: false }, 12, 192),
    ] {
        for wrong in [0, least - 1, most + 1, u32::MAX] {
            let refused =
                Refusal::Plan { what: PlanPart::Places, value: wrong.into(), least: least.into(), most: most.into() };
            let plan = Plan { places: Some(wrong), ..Plan::new(form) };
            assert_eq!(Event::new(plan), Err(refused.clone()), "{form:?}");
            let mut event = of(form, least);
            let changed = act(&mut event, arbiter(), Act::Places { places: Some(wrong) });
            assert_eq!((changed, event.places()), (Err(refused), Some(least)), "{form:?}");
        }
        for right in [least, most] {
            act(&mut of(form, least), arbiter(), Act::Places { places: Some(right) }).unwrap();
        }
        // So many suffice to begin.
        let mut event = full(form, least);
        act(&mut event, arbiter(), Act::Begin).unwrap();
        act(&mut event, arbiter(), Act::Pair).unwrap();
    }
}

#[test]
fn a_limit_is_changed_by_who_runs_the_event_and_not_below_those_who_are_in() {
    let mut event = full(Form::Swiss { rounds: None }, 4);
    let to = |places| Act::Places { places };
    for by in [By::Player, By::Machine] {
        assert_eq!(act(&mut event, by, to(Some(8))), Err(Refusal::NotYours));
    }
    assert_eq!(act(&mut event, arbiter(), to(Some(3))), Err(Refusal::Taken { taken: 4 }));
    act(&mut event, By::Player, Act::Leave { player: PlayerNo(4) }).unwrap();
    act(&mut event, arbiter(), to(Some(3))).unwrap();
    assert_eq!(enter(&mut event, By::Player, "eve"), Err(Refusal::NoPlace { places: 3 }));
    act(&mut event, arbiter(), to(None)).unwrap();
    enter(&mut event, By::Player, "eve").unwrap();
    assert_eq!((event.places(), event.plan().places), (None, Some(4)), "the plan says how many there were at first");
    assert_eq!(Event::replay(event.plan().clone(), event.rows().to_vec()), Ok(event));
}

#[test]
fn without_a_limit_the_form_has_one_and_who_leaves_makes_room() {
    let mut event = full(Form::RoundRobin { cycles: 1 }, 64);
    act(&mut event, arbiter(), Act::Places { places: None }).unwrap();
    assert_eq!(enter(&mut event, By::Player, "eve"), Err(Refusal::Full { most: 64 }));
    act(&mut event, By::Player, Act::Leave { player: PlayerNo(9) }).unwrap();
    enter(&mut event, By::Player, "eve").unwrap();
    assert_eq!(act(&mut event, arbiter(), Act::Return { player: PlayerNo(9) }), Err(Refusal::Full { most: 64 }));
    // Whoever enters and leaves has had a number, and there are so many of them.
    for number in event.players().len()..Plan::MOST_PLAYERS {
        act(&mut event, By::Player, Act::Leave { player: PlayerNo(number as u32) }).unwrap();
        enter(&mut event, By::Player, &format!("next {number}")).unwrap();
    }
    act(&mut event, By::Player, Act::Leave { player: PlayerNo(1) }).unwrap();
    assert_eq!(enter(&mut event, By::Player, "last"), Err(Refusal::Full { most: Plan::MOST_PLAYERS }));
}

#[test]
fn texts_of_before_have_no_limit_and_a_plan_without_one_is_written_as_it_was() {
    let old = r#"{"v":1,"is":{"form":{"swiss":{"rounds":5}},"games":"one","rule-set":"brandubh","clock":null,"tie-breaks":["buchholz"],"unplayed":{"bye":2,"wished":1,"most-wished":1,"missed":0},"seed":7,"check-in":false,"late-entry-till":2,"begins-ms":null,"by-itself":false,"round-ms":null,"pause-ms":0,"overdue":"goes-on"}}"#;
    let plan = Plan::from_json(old).unwrap();
    assert_eq!((plan.places, plan.edition), (None, 0));
    assert_eq!(plan.to_json(), old);
    let limited = Plan { places: Some(16), ..plan };
    let text = limited.to_json();
    assert!(text.contains(r#""places":16"#), "{text}");
    assert_eq!(Plan::from_json(&text), Ok(limited));
}

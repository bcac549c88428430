//! A position that stands again: both sides are told before a third time decides.

use crate::common::{Server, two_people};
use serde_json::json;

#[tokio::test]
async fn the_second_time_says_what_a_third_will_do() {
    let server = Server::start().await;
    let (mut annas, mut bos, ..) = two_people(&server, "copenhagen").await;
    for (number, mv) in ["d1-d4", "f8-d8", "d4-d1"].into_iter().enumerate() {
        let (mover, other) = if number % 2 == 0 { (&mut annas, &mut bos) } else { (&mut bos, &mut annas) };
        mover.play(mv).await;
        other.until_plies(number + 1).await;
    }
    assert_eq!(bos.state["repeats"], json!({"d8-f8": 2}));
    assert_eq!(annas.state["repeats"], json!({}), "it is not her turn");
    assert_eq!(bos.state["notices"], json!([]));
    bos.play("d8-f8").await;
    annas.until_plies(4).await;
    for page in [&annas, &bos] {
        assert_eq!(page.plies[3]["times"], 2);
        let notice = page.state["notices"][0].as_str().unwrap();
        assert!(notice.starts_with("This position stands for the second time. Under Copenhagen: the attackers win"));
    }
}

#[tokio::test]
async fn no_claim_is_offered_that_the_board_refutes() {
    let server = Server::start().await;
    let mut anna = server.browser();
    let game = anna.make_game("rules=fetlar-2018&mode=screen").await;
    let page = anna.open(&game).await;
    assert!(page.may("claim:king-shut-in") && !page.may("claim:king-at-side"), "{}", page.state["actions"]);
    let edge = "/11/11/11/K10/11/11/11/11/11/11/3ttt5/";
    let game = anna.make_game(&format!("rules=fetlar-2018&mode=screen&position={edge}&turn=attackers")).await;
    let page = anna.open(&game).await;
    assert!(page.may("claim:king-at-side"), "{}", page.state["actions"]);
}

#[tokio::test]
async fn a_game_that_is_read_leads_to_the_table_from_any_place() {
    let server = Server::start().await;
    let mut eve = server.browser();
    let moves = "d1-d4+f8-d8+d4-d1+d8-f8";
    let page = eve.get(&format!("/read?rules=copenhagen&at=1.4&text={moves}")).await;
    assert_eq!(page.status, 200);
    let link = page.body.split("id=\"to-table\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(link.contains("turn=attackers") && link.contains("last=d8-f8") && link.contains("times=2"), "{link}");
    // The last place ends the game: the move that ended it is asked about, on the board before it.
    let page = eve.get(&format!("/read?rules=copenhagen&at=1.8&text={moves}+{moves}")).await;
    let link = page.body.split("id=\"to-table\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(link.contains("turn=defenders") && link.contains("move=d8-f8") && link.contains("times=3"), "{link}");
}

//! What a page says to a server.

use hnefi_tests::readers;

use super::input::{feed, texts};

#[test]
fn messages() {
    let good = texts(&[
        r#"{"type":"hello","plies":12,"version":3}"#,
        r#"{"as":"attackers","type":"move","id":"a1","ply":0,"from":"d1","to":"d4"}"#,
        r#"{"type":"resign"}"#,
        r#"{"as":"defenders","type":"offer","kind":"claim","ground":"repetition"}"#,
        r#"{"type":"answer","accept":false}"#,
        r#"{"type":"conditional","ply":2,"lines":[["f4-i4","h1-h3"],[]]}"#,
        r#"{"type":"what-if","ply":2,"moves":["d1-d4"]}"#,
        r#"{"type":"claim-abandoned","draw":true}"#,
        r#"{"type":"why","move":"d1-d4","ply":0}"#,
        r#"{"type":"say","greeting":"hello","words":"Ð\u00f0"}"#,
        r#"{"type":"close-talk","closed":true}"#,
    ]);
    assert!(good.iter().all(|text| readers::message(text)));
    println!("messages: {:?}", feed(56, 20_000, &good, readers::message));
}

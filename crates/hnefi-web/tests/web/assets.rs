//! Scripts, styles and the module as browsers load them: packed, kept, and the same bytes.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::common::Server;

/// Every file under `assets/`, by its path there.
fn files() -> Vec<(String, Vec<u8>)> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut files = Vec::new();
    let mut folders = vec![assets.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&assets).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, std::fs::read(&path).unwrap()));
            }
        }
    }
    files
}

/// The head of an answer and its body as it came.
async fn fetch(server: &Server, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = tokio::net::TcpStream::connect(&server.address).await.unwrap();
    let ask = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n", server.address);
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    (String::from_utf8(answer[..end].to_vec()).unwrap().to_ascii_lowercase(), answer[end + 4..].to_vec())
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

fn unpacked(packing: Option<&str>, body: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    match packing {
        None => plain.extend_from_slice(body),
        Some("gzip") => drop(flate2::read::GzDecoder::new(body).read_to_end(&mut plain).unwrap()),
        Some("br") => brotli::BrotliDecompress(&mut &*body, &mut plain).unwrap(),
        Some(other) => panic!("nobody asked for {other}"),
    }
    plain
}

#[tokio::test]
async fn every_asset_comes_packed_as_a_browser_takes_it_and_is_the_same_bytes() {
    let server = Server::start().await;
    let home = server.browser().get("/").await.body;
    let start = home.find("/assets/").unwrap() + "/assets/".len();
    let hash = &home[start..start + home[start..].find('/').unwrap()];
    let files = files();
    assert!(files.iter().any(|(file, _)| file == "js/board.js") && files.len() > 30);
    for (file, content) in files {
        let path = format!("/assets/{hash}/{file}");
        let mut tags = HashSet::new();
        for (accepts, packing) in [("identity", None), ("br, gzip", Some("br")), ("gzip, deflate", Some("gzip"))] {
            let (head, body) = fetch(&server, &path, &format!("Accept-Encoding: {accepts}\r\n")).await;
            assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
            assert_eq!(header(&head, "content-encoding"), packing, "{path}");
            assert_eq!(header(&head, "vary"), Some("accept-encoding"), "{path}");
            assert_eq!(header(&head, "cache-control"), Some("public, max-age=31536000, immutable"), "{path}");
            assert_eq!(header(&head, "content-length"), Some(body.len().to_string().as_str()), "{path}: kept whole");
            if file.ends_with(".wasm") {
                assert_eq!(header(&head, "content-type"), Some("application/wasm"));
            }
            assert!(unpacked(packing, &body) == content, "{path} as {packing:?} has other bytes");
            let tag = header(&head, "etag").unwrap().to_owned();
            let ask = format!("Accept-Encoding: {accepts}\r\nIf-None-Match: {tag}\r\n");
            let (head, body) = fetch(&server, &path, &ask).await;
            assert!(head.starts_with("http/1.1 304") && body.is_empty(), "{path}: {head}");
            assert_eq!((header(&head, "etag"), header(&head, "vary")), (Some(tag.as_str()), Some("accept-encoding")));
            tags.insert(tag);
        }
        assert_eq!(tags.len(), 3, "{path}: other bytes have another tag");
        // Pages that were loaded before an update ask under the hash of theirs.
        let (head, body) = fetch(&server, &format!("/assets/older/{file}"), "Accept-Encoding: br\r\n").await;
        assert_eq!((header(&head, "cache-control"), header(&head, "content-encoding")), (Some("no-cache"), Some("br")));
        assert!(unpacked(Some("br"), &body) == content, "{path}");
    }
}

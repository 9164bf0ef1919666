//! The server answers its own page and refuses everything else, whatever is sent.

use crate::toy::{case, catalog, ledger, trace};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use verdict_checker::catalog::{Case, Setup};
use verdict_checker::random::Random;
use verdict_checker::trace::itf;
use verdict_explorer::api::Api;
use verdict_explorer::server::serve;

/// How many hostile requests are made.
const HOSTILE: usize = 10_000;

/// Serves the toy catalog while `ask` runs.
fn served(ask: impl FnOnce(SocketAddr)) {
    let catalog = catalog();
    let recorded = ledger(&catalog);
    let stored = |case: &Case| trace(case);
    let api = Api::new(&catalog, Some(recorded), &stored);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let here = listener.local_addr().expect("an address");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let server = scope.spawn(|| serve(&listener, &stop, &|request| api.answer(request)));
        let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| ask(here)));
        stop.store(true, Ordering::SeqCst);
        drop(TcpStream::connect(here));
        server.join().expect("no panic").expect("it served");
        if let Err(panic) = asked {
            std::panic::resume_unwind(panic);
        }
    });
}

/// Sends bytes and reads whatever comes back.
fn send(here: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(here).expect("the server listens");
    stream
        .set_read_timeout(Some(Duration::from_secs(30)))
        .expect("a timeout");
    // The server may refuse before everything is sent.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

fn status(answer: &[u8]) -> u16 {
    let text = String::from_utf8_lossy(answer);
    let word = text.split(' ').nth(1).unwrap_or_default();
    word.parse().unwrap_or(0)
}

fn get(here: SocketAddr, target: &str, more: &str) -> Vec<u8> {
    let port = here.port();
    send(
        here,
        format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n").as_bytes(),
    )
}

fn post(here: SocketAddr, path: &str, body: &str, more: &str) -> Vec<u8> {
    let (port, length) = (here.port(), body.len());
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{more}\r\n"
    );
    send(here, format!("{head}{body}").as_bytes())
}

fn ask(here: SocketAddr, what: &str, question: Value) -> Value {
    let answer = post(here, &format!("/api/{what}"), &question.to_string(), "");
    let text = String::from_utf8(answer).expect("text");
    let body = text.split_once("\r\n\r\n").expect("a body").1;
    serde_json::from_str(body).expect("JSON")
}

#[test]
fn it_serves_the_page_and_the_model() {
    served(|here| {
        let index = String::from_utf8(get(here, "/", "")).expect("text");
        assert!(
            index.starts_with("HTTP/1.1 200") && index.contains("lamp/off"),
            "{index}"
        );
        for header in [
            "default-src 'none'",
            "nosniff",
            "no-referrer",
            "frame-ancestors 'none'",
        ] {
            assert!(index.contains(header), "{header}");
        }
        let page = String::from_utf8(get(
            here,
            "/?claim=lamp%2Foff&variant=as-meant&p=switches%3D3",
            "",
        ));
        let page = page.expect("text");
        assert!(page.contains("At switches = 3: "), "{page}");
        assert!(
            page.contains("\"setup\":{\"parameters\":{\"switches\":3}"),
            "{page}"
        );
        assert!(page.contains("\"runs\":[]"), "no run of another size");
        assert_eq!(status(&get(here, "/assets/explorer.js", "")), 200);
        assert_eq!(status(&get(here, "/assets/explorer.css", "")), 200);
        let reading =
            json!({ "claim": "lamp/off", "variant": "as-meant", "parameters": { "switches": 2 } });
        let with = |more: Value| {
            let mut question = reading.clone();
            let all = question.as_object_mut().expect("an object");
            all.extend(more.as_object().expect("an object").clone());
            question
        };
        let walked = ask(here, "walk", with(json!({ "steps": ["On(0)"] })));
        assert_eq!(walked["run"]["next"][1][1]["broken"], json!(["one is off"]));
        let found = ask(
            here,
            "toward",
            with(json!({ "steps": ["On(0)"], "goal": "decided" })),
        );
        assert_eq!(found["steps"], json!(["On(1)"]));
        let wandered = ask(
            here,
            "wander",
            with(json!({ "steps": [], "seed": 3, "count": 1 })),
        );
        assert_eq!(wandered["steps"].as_array().map(Vec::len), Some(1));
        let kept = ask(here, "trace", with(json!({ "steps": ["On(0)", "On(1)"] })));
        assert_eq!(kept["accepted"], true);
        let trace = itf::read(kept["trace"].as_str().expect("a trace")).expect("ITF");
        let catalog = catalog();
        let case = case(&catalog, "lamp/off");
        let subject = case.subject(&Setup::of(case.smallest())).expect("a size");
        subject.replay(&trace).expect("replay accepts it");
        let open = ask(here, "trace", with(json!({ "steps": ["On(0)"] })));
        assert_eq!(open["accepted"], false);
    });
}

#[test]
fn another_site_gets_no_answer() {
    served(|here| {
        let port = here.port();
        let question =
            json!({ "claim": "lamp/off", "variant": "as-meant", "parameters": { "switches": 2 } })
                .to_string();
        assert_eq!(status(&post(here, "/api/walk", &question, "")), 200);
        let own = format!("Origin: http://127.0.0.1:{port}\r\n");
        assert_eq!(status(&post(here, "/api/walk", &question, &own)), 200);
        for origin in [
            "https://evil.example",
            "null",
            "http://127.0.0.1",
            &format!("http://localhost:{port}"),
        ] {
            let foreign = format!("Origin: {origin}\r\n");
            assert_eq!(
                status(&post(here, "/api/walk", &question, &foreign)),
                403,
                "{origin}"
            );
            assert_eq!(status(&get(here, "/", &foreign)), 403, "{origin}");
        }
        assert_eq!(
            status(&get(
                here,
                "/",
                "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"
            )),
            403
        );
        for host in [
            "evil.example",
            "127.0.0.1",
            "127.0.0.1:1",
            "localhost.evil.example",
            "",
        ] {
            let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
            assert_eq!(status(&send(here, request.as_bytes())), 421, "{host}");
        }
        let twice =
            format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n");
        assert_eq!(status(&send(here, twice.as_bytes())), 421);
        let form = format!(
            "POST /api/walk HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{question}",
            question.len()
        );
        assert_eq!(status(&send(here, form.as_bytes())), 415);
    });
}

#[test]
fn what_is_too_long_too_odd_or_unknown_is_refused() {
    served(|here| {
        let port = here.port();
        for path in [
            "/etc/passwd",
            "/../../etc/passwd",
            "/assets/../Cargo.toml",
            "/%2e%2e/",
            "//",
            "/api/walk",
            "/assets/",
        ] {
            assert_eq!(status(&get(here, path, "")), 404, "{path}");
        }
        assert_eq!(status(&get(here, "/?claim=..%2F..%2Fetc", "")), 404);
        assert_eq!(status(&get(here, "/?claim=%zz", "")), 400);
        assert_eq!(
            status(&get(here, "/?claim=lamp/off&p=switches%3D99999", "")),
            400
        );
        assert_eq!(
            status(&get(here, "/?claim=lamp/off&without=nothing", "")),
            400
        );
        assert_eq!(
            status(&get(here, &format!("/{}", "a".repeat(40_000)), "")),
            431
        );
        let host = format!("Host: 127.0.0.1:{port}\r\n");
        let odd = [
            (format!("DELETE / HTTP/1.1\r\n{host}\r\n"), 405),
            (format!("POST /api/walk HTTP/1.1\r\n{host}\r\n"), 411),
            (
                format!(
                    "POST /api/walk HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                ),
                411,
            ),
            (
                format!("POST /api/walk HTTP/1.1\r\n{host}Content-Length: 999999999\r\n\r\n"),
                413,
            ),
            (
                format!("POST /api/walk HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n"),
                400,
            ),
            (
                format!("GET / HTTP/1.1\r\n{host}Content-Length: 0\r\nContent-Length: 0\r\n\r\n"),
                400,
            ),
            ("\r\n\r\n".to_owned(), 400),
            ("GET".to_owned(), 400),
        ];
        for (request, expected) in odd {
            assert_eq!(
                status(&send(here, request.as_bytes())),
                expected,
                "{request:?}"
            );
        }
        for question in [
            "",
            "{}",
            "[]",
            "null",
            "{\"claim\":3}",
            "{\"claim\":\"lamp/off\",\"variant\":\"as-meant\",\"steps\":{}}",
        ] {
            assert_eq!(
                status(&post(here, "/api/walk", question, "")),
                400,
                "{question}"
            );
        }
        let long =
            json!({ "claim": "lamp/off", "variant": "as-meant", "steps": vec!["On(0)"; 5000] });
        assert_eq!(status(&post(here, "/api/walk", &long.to_string(), "")), 400);
    });
}

/// A request that is nearly right, and then damaged.
fn hostile(random: &mut Random, port: u16) -> Vec<u8> {
    let question = "{\"claim\":\"lamp/off\",\"variant\":\"as-meant\",\"parameters\":{\"switches\":2},\"steps\":[\"On(0)\"],\"goal\":\"decided\"}";
    let targets = [
        "/",
        "/?claim=lamp/off",
        "/assets/explorer.css",
        "/api/walk",
        "/api/toward",
        "/api/trace",
        "/../x",
        "/%00",
        "*",
    ];
    let methods = ["GET", "POST", "HEAD", "PUT", "get", "\0"];
    let hosts = [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        "evil.example".to_owned(),
    ];
    let extras = [
        "",
        "Origin: null\r\n",
        "Origin: http://evil.example\r\n",
        "Expect: 100-continue\r\n",
        "X: \u{1}\r\n",
        "Content-Length: 7\r\n",
    ];
    let mut bytes = format!(
        "{} {} HTTP/1.1\r\nHost: {}\r\n{}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{question}",
        methods[random.below(methods.len())],
        targets[random.below(targets.len())],
        hosts[random.below(hosts.len())],
        extras[random.below(extras.len())],
        question.len(),
    )
    .into_bytes();
    for _ in 0..random.below(4) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes[at] = random.next_u64() as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            _ => bytes.insert(at, random.next_u64() as u8),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn ten_thousand_hostile_requests_are_answered_and_nothing_breaks() {
    served(|here| {
        let each = HOSTILE / 4;
        std::thread::scope(|scope| {
            for seed in 0..4 {
                scope.spawn(move || {
                    let mut random = Random::from_seed(seed);
                    for _ in 0..each {
                        let request = hostile(&mut random, here.port());
                        let answer = send(here, &request);
                        let status = status(&answer);
                        let known = [
                            0, 200, 400, 403, 404, 405, 408, 411, 413, 415, 421, 429, 431, 503,
                        ];
                        assert!(
                            known.contains(&status),
                            "{status}: {:?}",
                            String::from_utf8_lossy(&request)
                        );
                        let text = String::from_utf8_lossy(&answer);
                        assert!(
                            !text.contains("root:") && !text.contains("[package]"),
                            "{text}"
                        );
                    }
                });
            }
        });
        assert_eq!(status(&get(here, "/", "")), 200, "and it still serves");
    });
}

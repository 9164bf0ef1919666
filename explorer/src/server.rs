//! HTTP for one reader on this machine.
//!
//! Requests are read with a limit on everything: the head, the body, the time, the number of connections. A request from another
//! site (its `Host` or `Origin` is not ours) is refused, and so is a `GET` that would change something, for there is none. Paths
//! are compared with names that are known here and lead nowhere else.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The longest head of a request.
const HEAD: usize = 16 << 10;
/// The longest body.
const BODY: usize = 256 << 10;
/// How long a request may take to arrive.
const ARRIVES: Duration = Duration::from_secs(5);
/// How many are served at a time.
const CONNECTIONS: usize = 32;
/// How many headers a request may have.
const HEADERS: usize = 64;

/// What scripts, styles and answers may come from: this server and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A request that may be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Whether it is a `POST`; otherwise it is a `GET`.
    pub is_post: bool,
    /// The path, as it was sent.
    pub path: String,
    /// What stands behind `?`.
    pub query: String,
    /// The body.
    pub body: Vec<u8>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The media type.
    pub kind: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// A page.
    pub fn html(body: String) -> Self {
        Response::of(200, "text/html; charset=utf-8", body)
    }

    /// Any text.
    pub fn of(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        let body = body.into();
        Response { status, kind, body }
    }

    /// What is wrong with a request.
    pub fn refused(status: u16, why: &str) -> Self {
        let body = serde_json::json!({ "error": why }).to_string();
        Response::of(status, "application/json", body)
    }
}

/// Serves until `stop` is set and one more connection comes in.
pub fn serve(
    listener: &TcpListener,
    stop: &AtomicBool,
    answer: &(dyn Fn(&Request) -> Response + Sync),
) -> io::Result<()> {
    let here = listener.local_addr()?;
    let serving = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        loop {
            let accepted = listener.accept();
            if stop.load(Ordering::SeqCst) {
                return Ok(());
            }
            let Ok((stream, from)) = accepted else {
                std::thread::sleep(Duration::from_millis(20));
                continue;
            };
            if !from.ip().is_loopback() {
                continue;
            }
            let serving = &serving;
            if serving.fetch_add(1, Ordering::SeqCst) >= CONNECTIONS {
                serving.fetch_sub(1, Ordering::SeqCst);
                write(
                    stream,
                    &Response::refused(503, "too many requests at a time"),
                );
                continue;
            }
            scope.spawn(move || {
                one(stream, here, answer);
                serving.fetch_sub(1, Ordering::SeqCst);
            });
        }
    })
}

fn one(mut stream: TcpStream, here: SocketAddr, answer: &(dyn Fn(&Request) -> Response + Sync)) {
    let response = match read(&mut stream, here) {
        Ok(request) => catch_unwind(AssertUnwindSafe(|| answer(&request)))
            .unwrap_or_else(|_| Response::refused(500, "the model stopped at an error of its own")),
        Err(refused) => refused,
    };
    write(stream, &response);
}

/// More of the request, before the deadline.
fn more(stream: &mut TcpStream, buffer: &mut Vec<u8>, deadline: Instant) -> Result<(), Response> {
    let slow = || Response::refused(408, "the request took too long to arrive");
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(slow());
    }
    stream.set_read_timeout(Some(left)).map_err(|_| slow())?;
    let mut chunk = [0; 4096];
    match stream.read(&mut chunk) {
        Ok(0) => Err(Response::refused(400, "the request ends too early")),
        Ok(count) => {
            buffer.extend_from_slice(&chunk[..count]);
            Ok(())
        }
        Err(_) => Err(slow()),
    }
}

fn read(stream: &mut TcpStream, here: SocketAddr) -> Result<Request, Response> {
    let deadline = Instant::now() + ARRIVES;
    let mut buffer = Vec::new();
    loop {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        match parsed.parse(&buffer) {
            Ok(httparse::Status::Complete(length)) => {
                let (mut request, body) = head(&parsed, here)?;
                while buffer.len() < length + body {
                    more(stream, &mut buffer, deadline)?;
                }
                request.body = buffer[length..length + body].to_vec();
                return Ok(request);
            }
            Ok(httparse::Status::Partial) if buffer.len() > HEAD => {
                return Err(Response::refused(
                    431,
                    "the head of the request is too long",
                ));
            }
            Ok(httparse::Status::Partial) => more(stream, &mut buffer, deadline)?,
            Err(_) => return Err(Response::refused(400, "this is no HTTP request")),
        }
    }
}

/// The head of a request that may be answered, and the length of its body.
fn head(
    parsed: &httparse::Request<'_, '_>,
    here: SocketAddr,
) -> Result<(Request, usize), Response> {
    let refused = |status, why: &str| Err(Response::refused(status, why));
    let all = |name: &str| -> Vec<&[u8]> {
        let named = parsed
            .headers
            .iter()
            .filter(|h| h.name.eq_ignore_ascii_case(name));
        named.map(|header| header.value).collect()
    };
    let is_post = match parsed.method {
        Some("GET") => false,
        Some("POST") => true,
        _ => return refused(405, "only GET and POST are answered"),
    };
    let hosts = [
        format!("127.0.0.1:{}", here.port()),
        format!("localhost:{}", here.port()),
    ];
    let ours = |value: &[u8]| hosts.iter().find(|host| host.as_bytes() == value);
    let host = match &all("host")[..] {
        [host] => ours(host),
        _ => None,
    };
    let Some(host) = host else {
        return refused(421, "this is not the host that was asked for");
    };
    let origin = format!("http://{host}");
    if all("origin").iter().any(|from| *from != origin.as_bytes()) {
        return refused(403, "another site asks, and gets no answer");
    }
    let same_site = |from: &&[u8]| [&b"same-origin"[..], b"none"].contains(from);
    let navigates = !is_post && all("sec-fetch-mode") == [b"navigate"];
    if !navigates && !all("sec-fetch-site").iter().all(same_site) {
        return refused(403, "another site asks, and gets no answer");
    }
    if !all("transfer-encoding").is_empty() {
        return refused(411, "a body needs a Content-Length");
    }
    let length = match &all("content-length")[..] {
        [] if is_post => return refused(411, "a body needs a Content-Length"),
        [] => 0,
        [length] => match std::str::from_utf8(length)
            .ok()
            .and_then(|text| text.parse().ok())
        {
            Some(length) => length,
            None => return refused(400, "the Content-Length is no number"),
        },
        _ => return refused(400, "the Content-Length is given twice"),
    };
    if length > BODY {
        return refused(413, "the body is too long");
    }
    let is_json = |kind: &&[u8]| {
        let kind = kind.split(|byte| *byte == b';').next().unwrap_or_default();
        kind.trim_ascii().eq_ignore_ascii_case(b"application/json")
    };
    if is_post && !(all("content-type").len() == 1 && all("content-type").iter().all(is_json)) {
        return refused(415, "a body is JSON");
    }
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let request = Request {
        is_post,
        path: path.to_owned(),
        query: query.to_owned(),
        body: Vec::new(),
    };
    Ok((request, length))
}

fn write(mut stream: TcpStream, response: &Response) {
    let Response { status, kind, body } = response;
    let head = format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        if *status == 200 { "OK" } else { "Refused" },
        body.len()
    );
    // A reader that has gone away is told nothing.
    let _ = stream.set_write_timeout(Some(ARRIVES));
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body));
    let _ = stream.shutdown(std::net::Shutdown::Write);
    // What is still on its way is read, or the answer would be lost with it; but not for long.
    let _ = stream.set_read_timeout(Some(Duration::from_millis(50)));
    let mut rest = [0; 4096];
    let mut left = 64;
    while left > 0 && matches!(stream.read(&mut rest), Ok(count) if count > 0) {
        left -= 1;
    }
}

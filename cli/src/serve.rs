//! HTTP for clients that may be slow, numerous or malicious. The size and duration of each request, and the total of
//! all, are bounded.

use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use calendiff::json::Limits;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, spawn_local, yield_now};
use tokio::time::{Instant, sleep, timeout_at};

/// Maximum duration of a connection after it was opened, and after its last request began.
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 500 } else { 30_000 });
/// Maximum number of open connections. If there is one more, the one whose last request began first is closed.
const CONNECTIONS: usize = 256;
/// Number of files that this process must be able to open, since the state is written as well; otherwise, so many connections
/// are closed.
const FILES: usize = 8;
/// Maximum number of headers of a request.
const HEADERS: usize = 100;
/// Maximum number of bytes of a request's line and headers.
const HEAD: usize = 64 << 10;
/// Maximum number of bytes of all bodies and answers in memory; beyond that, requests are rejected with "try again
/// later".
const HELD: usize = 128 << 20;

/// Serves as long as it is polled, and answers one request at a time. Without an answer, the connection is closed.
pub(crate) async fn serve(
    listener: TcpListener,
    answer: impl Fn(&Parts, &[u8]) -> Option<Response<String>> + 'static,
) {
    let server = Rc::new(Server {
        answer,
        held: Arc::default(),
    });
    let mut open: Vec<Connection> = Vec::new();
    loop {
        let accepted = listener.accept().await;
        open.retain(|connection| !connection.task.is_finished());
        let leaving = if accepted.is_ok() && has_files(&listener) {
            usize::from(open.len() == CONNECTIONS)
        } else {
            FILES
        };
        open.sort_unstable_by_key(|connection| connection.begun.get());
        open.drain(..leaving.min(open.len()))
            .for_each(|connection| connection.task.abort());
        match accepted {
            Ok((stream, _)) => open.push(Connection::start(stream, server.clone())),
            // For example, if this process may open no more files.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
        // The file of a connection is closed when its task runs once more.
        yield_now().await;
    }
}

/// Returns true if this process can open so many files that the state can be written. Where that is not known, an error of the
/// next connection shows it.
fn has_files(listener: &TcpListener) -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;

        let descriptor = listener.as_fd();
        let mut spare = Vec::with_capacity(FILES);
        spare.extend((0..FILES).map_while(|_| descriptor.try_clone_to_owned().ok()));
        spare.len() == FILES
    }
    #[cfg(not(unix))]
    {
        _ = listener;
        true
    }
}

struct Connection {
    /// The time when it was opened, or when its last request began.
    begun: Rc<Cell<Instant>>,
    task: AbortHandle,
}

impl Connection {
    fn start<A: Fn(&Parts, &[u8]) -> Option<Response<String>> + 'static>(
        stream: TcpStream,
        server: Rc<Server<A>>,
    ) -> Self {
        let begun = Rc::new(Cell::new(Instant::now()));
        let last = begun.clone();
        let task = spawn_local(async move {
            let service = service_fn(|request| {
                last.set(Instant::now());
                server.exchange(request)
            });
            let mut http = http1::Builder::new();
            // A client that has closed its sending side may still read, as `nc -N` does.
            http.half_close(true)
                .max_headers(HEADERS)
                .max_buf_size(HEAD);
            let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
            // An error of a connection is reported to its client if possible, and closes the connection.
            while timeout_at(last.get() + PATIENCE, connection.as_mut())
                .await
                .is_err()
                && last.get().elapsed() < PATIENCE
            {}
        });
        Self {
            begun,
            task: task.abort_handle(),
        }
    }
}

struct Server<A> {
    answer: A,
    /// Number of bytes of bodies and answers in memory.
    held: Arc<AtomicUsize>,
}

/// The end of a connection without an answer.
#[derive(Debug)]
struct Silence;

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no answer")
    }
}

impl Error for Silence {}

impl<A: Fn(&Parts, &[u8]) -> Option<Response<String>>> Server<A> {
    async fn exchange(&self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Silence> {
        // One byte more than may be parsed, to detect bodies that are too large.
        let most = Limits::default().size + 1;
        let (head, mut body) = request.into_parts();
        let mut sent = CountedBytes {
            bytes: Vec::new(),
            of: self.held.clone(),
        };
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else {
                return Ok(refusal(
                    StatusCode::BAD_REQUEST,
                    "the body ends early, or its chunks are wrong",
                ));
            };
            // The rest of a body that is too large is read and dropped: a client that is still sending would not read
            // the answer.
            if let Ok(data) = frame.into_data() {
                sent.take(&data[..data.len().min(most - sent.bytes.len())]);
            }
            if self.is_full() {
                break;
            }
        }
        if self.is_full() {
            return Ok(refusal(
                StatusCode::SERVICE_UNAVAILABLE,
                "too much is held for other clients; try again later",
            ));
        }
        let (head, text) = (self.answer)(&head, &sent.bytes)
            .ok_or(Silence)?
            .into_parts();
        let mut told = CountedBytes {
            bytes: Vec::new(),
            of: self.held.clone(),
        };
        told.take(text.as_bytes());
        Ok(Response::from_parts(head, Bytes::from_owner(told).into()))
    }

    fn is_full(&self) -> bool {
        self.held.load(Ordering::Relaxed) > HELD
    }
}

/// Bytes that count towards the total while they are in memory.
struct CountedBytes {
    bytes: Vec<u8>,
    of: Arc<AtomicUsize>,
}

impl CountedBytes {
    fn take(&mut self, more: &[u8]) {
        self.of.fetch_add(more.len(), Ordering::Relaxed);
        self.bytes.extend_from_slice(more);
    }
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for CountedBytes {
    fn drop(&mut self) {
        self.of.fetch_sub(self.bytes.len(), Ordering::Relaxed);
    }
}

/// Returns the answer to a request that does not reach the sandbox, in the sandbox's format.
fn refusal(status: StatusCode, message: &str) -> Response<Full<Bytes>> {
    let error = status.canonical_reason();
    let text =
        json!({ "statusCode": status.as_u16(), "message": message, "error": error }).to_string();
    let mut response = Response::new(Bytes::from(text).into());
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::io::{ErrorKind, Read, Write};
    use std::net::{Ipv4Addr, SocketAddr};

    use super::*;

    /// Starts a server that runs as long as this process; the path gives the length of its answers.
    fn server() -> SocketAddr {
        let (tell, address) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            tokio::task::LocalSet::new().block_on(&runtime, async {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let length = |head: &Parts| head.uri.path()[1..].parse().unwrap();
                serve(listener, move |head, _| {
                    Some(Response::new("x".repeat(length(head))))
                })
                .await;
            });
        });
        address.recv().unwrap()
    }

    /// Returns the time for which the server tolerates a client that repeats an action.
    fn borne(mut again: impl FnMut(&mut std::net::TcpStream) -> std::io::Result<()>) -> Duration {
        let mut stream = std::net::TcpStream::connect(server()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_millis(50)))
            .unwrap();
        let begun = Instant::now();
        while begun.elapsed() < 4 * PATIENCE {
            match again(&mut stream) {
                Err(error)
                    if !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    break;
                }
                _ => {}
            }
        }
        begun.elapsed()
    }

    fn hear(stream: &mut std::net::TcpStream) -> std::io::Result<()> {
        stream.read_exact(&mut [0])
    }

    #[test]
    fn who_says_nothing_or_a_byte_at_a_time_is_cut_off() {
        let mut head = b"PUT /1 HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
            .iter()
            .chain([&b'x'; 1000]);
        let mut body = b"PUT /1 HTTP/1.1\r\nContent-Length: 9000\r\n\r\n"
            .iter()
            .chain([&b'x'; 1000]);
        let say = |bytes: &mut dyn Iterator<Item = &'static u8>,
                   stream: &mut std::net::TcpStream| {
            stream.write_all(&[*bytes.next().unwrap()])?;
            hear(stream)
        };
        for time in [
            borne(hear),
            borne(|stream| say(&mut head, stream)),
            borne(|stream| say(&mut body, stream)),
        ] {
            assert!((PATIENCE..2 * PATIENCE).contains(&time), "{time:?}");
        }
    }

    #[test]
    fn who_does_not_listen_is_cut_off() {
        let mut asked = false;
        let time = borne(|stream| {
            if !asked {
                asked = true;
                stream.write_all(b"PUT /50000000 HTTP/1.1\r\n\r\n")?;
            }
            std::thread::sleep(PATIENCE + PATIENCE / 2);
            // Data that the system has buffered is still received, and then the end.
            let heard = stream.read_to_end(&mut Vec::new())?;
            assert!(heard < 50_000_000, "all was sent");
            Err(ErrorKind::ConnectionReset.into())
        });
        // A busy machine may take its time; one who is not cut off takes for ever.
        assert!(time < 20 * PATIENCE, "{time:?}");
    }

    #[test]
    fn who_asks_again_in_time_is_borne_with() {
        let time = borne(|stream| {
            stream.write_all(b"PUT /1 HTTP/1.1\r\n\r\n")?;
            while hear(stream).is_ok() {}
            Ok(())
        });
        assert!(time >= 4 * PATIENCE, "{time:?}");
    }
}

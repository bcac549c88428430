//! A tunnel, as whoever reads and writes has it.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::bus::Shared;
use crate::machine::Id;

/// A tunnel of bytes to another node.
///
/// It behaves as a socket: each way ends by itself ([`shutdown`](tokio::io::AsyncWriteExt::shutdown)), and whoever drops it
/// before both ways have ended resets it. When it breaks, what came before can still be read; then reading, and writing at
/// once, fail with [`ConnectionReset`](io::ErrorKind::ConnectionReset).
pub struct Tunnel {
    shared: Arc<Shared>,
    id: Id,
    ended: bool,
}

impl Tunnel {
    pub(crate) fn new(shared: Arc<Shared>, id: Id) -> Tunnel {
        Tunnel { shared, id, ended: false }
    }

    pub(crate) fn id(&self) -> Id {
        self.id
    }

    /// The epoch of the node at the other end.
    pub fn node(&self) -> i64 {
        self.id.peer
    }

    fn broke(&self) -> io::Error {
        io::Error::new(io::ErrorKind::ConnectionReset, format!("the tunnel to node {} broke", self.id.peer))
    }
}

impl AsyncRead for Tunnel {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if buffer.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        let read = self.shared.with(|machine| machine.poll_read(self.id, cx, buffer.initialize_unfilled()));
        buffer.advance(ready!(read).map_err(|()| self.broke())?);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Tunnel {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.ended {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        if bytes.is_empty() {
            return Poll::Ready(Ok(0));
        }
        self.shared.with(|machine| machine.poll_write(self.id, cx, bytes)).map_err(|()| self.broke())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // What is written is on its way.
        let whole = self.shared.with(|machine| machine.is_whole(self.id));
        Poll::Ready(if whole || self.ended { Ok(()) } else { Err(self.broke()) })
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !std::mem::replace(&mut self.ended, true) {
            self.shared.with(|machine| machine.end_writing(self.id)).map_err(|()| self.broke())?;
        }
        Poll::Ready(Ok(()))
    }
}

impl Drop for Tunnel {
    fn drop(&mut self) {
        self.shared.with(|machine| machine.drop_tunnel(self.id));
    }
}

impl fmt::Debug for Tunnel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tunnel").field("node", &self.id.peer).field("number", &self.id.key.number).finish()
    }
}

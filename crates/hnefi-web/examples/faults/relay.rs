//! A line to a server that can be cut without anybody being told.

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A relay on a port of this machine.
pub(crate) struct Relay {
    pub(crate) port: u16,
    whole: watch::Sender<bool>,
}

impl Relay {
    /// A relay to another port.
    pub(crate) async fn to(target: u16) -> std::io::Result<Relay> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (whole, is_whole) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, target, is_whole.clone()));
            }
        });
        Ok(Relay { port, whole })
    }

    /// From now on nothing is carried, or everything is again; lines that were cut stay silent, and close then.
    pub(crate) fn set_whole(&self, whole: bool) {
        self.whole.send_replace(whole);
    }
}

async fn carry(mut near: TcpStream, target: u16, mut is_whole: watch::Receiver<bool>) {
    until(&mut is_whole, true).await;
    let Ok(mut far) = TcpStream::connect(("127.0.0.1", target)).await else { return };
    let _ = (near.set_nodelay(true), far.set_nodelay(true));
    tokio::select! {
        _ = copy_bidirectional(&mut near, &mut far) => {}
        () = until(&mut is_whole, false) => until(&mut is_whole, true).await,
    }
}

async fn until(is_whole: &mut watch::Receiver<bool>, wanted: bool) {
    let _ = is_whole.wait_for(|&whole| whole == wanted).await;
}

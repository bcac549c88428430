//! Serves the web app: `serve DATA [LISTEN]`. Prints the address when it is ready.

use std::io::Write;

use hnefi_store::Place;
use hnefi_web::{ServeOptions, serve};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let filter = tracing_subscriber::EnvFilter::from_default_env();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let mut arguments = std::env::args().skip(1);
    let data = arguments.next().ok_or_else(|| anyhow::anyhow!("usage: serve DATA [LISTEN]"))?;
    let listen = arguments.next().map(|listen| listen.parse()).transpose()?;
    serve(ServeOptions {
        bus: None,
        listen,
        place: Place::Folder(data.clone().into()),
        data: data.into(),
        lan: false,
        public_url: None,
        hosts: Vec::new(),
        proxies: Vec::new(),
        connections: None,
        metrics: None,
        smtp: None,
        mail_from: None,
        push_test_service: None,
        on_ready: Box::new(|ready| {
            println!("{}", ready.address);
            // Whoever started this reads the address from a pipe.
            let _ = std::io::stdout().flush();
        }),
    })
    .await
}

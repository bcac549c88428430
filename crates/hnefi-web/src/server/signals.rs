//! What the system asks of the server.

/// From here on, waits for an interrupt, a termination, or the end of the terminal, unless that was to be ignored from
/// the start, as `nohup` has it.
#[cfg(unix)]
pub(super) fn signal() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{SignalKind, signal};
    let mut kinds = vec![SignalKind::interrupt(), SignalKind::terminate()];
    if !is_hangup_ignored() {
        kinds.push(SignalKind::hangup());
    }
    let listening: std::io::Result<Vec<_>> = kinds.into_iter().map(signal).collect();
    async move {
        match listening {
            Ok(mut signals) => {
                std::future::poll_fn(|context| {
                    match signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready()) {
                        true => std::task::Poll::Ready(()),
                        false => std::task::Poll::Pending,
                    }
                })
                .await;
            }
            Err(error) => {
                tracing::error!(%error, "cannot wait for signals");
                std::future::pending().await
            }
        }
    }
}

/// Whether who started this process told it to ignore the end of its terminal, as `nohup` does. Where nobody can tell, he did not; once
/// the process listens to the signal, it is not ignored any more.
///
/// ```
/// if !hnefi_web::is_hangup_ignored() {
///     // The end of the terminal is to end the program.
/// }
/// ```
#[cfg(unix)]
pub fn is_hangup_ignored() -> bool {
    const SIGHUP_BIT: u64 = 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & SIGHUP_BIT != 0)
}

#[cfg(not(unix))]
pub(super) async fn signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        tracing::error!("cannot wait for signals");
        std::future::pending().await
    }
}

//! What happens when the program is told to end while engines run.

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// From here on, engines that were started end together with this program when it is told to end: by Ctrl-C, by
/// `kill`, or because the terminal is gone, unless `nohup` has it ignore that. Where nobody can listen for that, they still end when their input does.
#[cfg(unix)]
pub(crate) fn end_engines_too() {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let listen = async {
        let Some(mut told) = Told::listen() else { return };
        let kind = told.next().await;
        hnefi_uci::end_engines();
        // The line that shows how far the match has got is left as it stands.
        crate::output::say_beside("");
        // As a shell says it of a program that a signal has ended.
        std::process::exit(128 + kind.as_raw_value());
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(listen));
}

/// From here on, to be told to end cancels the work, and so does the end of the terminal; to be told again ends the program, and
/// the engines that it has started.
#[cfg(unix)]
pub(crate) fn cancel(work: &hnefi_engine::Cancel) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let work = work.clone();
    let listen = async move {
        let Some(mut told) = Told::listen() else { return };
        let mut before = false;
        loop {
            let kind = told.next().await;
            // A terminal that ends may say so twice: once itself, once by its shell.
            if before && kind != SignalKind::hangup() {
                hnefi_uci::end_engines();
                std::process::exit(130);
            }
            before = true;
            work.cancel();
        }
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(listen));
}

/// What tells the program to end.
#[cfg(unix)]
struct Told {
    interrupt: Signal,
    terminate: Signal,
    /// None where the end of the terminal was to be ignored from the start, as `nohup` has it.
    hangup: Option<Signal>,
}

#[cfg(unix)]
impl Told {
    /// Listens from here on, where that is possible.
    fn listen() -> Option<Told> {
        let hangup = match hnefi_web::is_hangup_ignored() {
            true => None,
            false => Some(signal(SignalKind::hangup()).ok()?),
        };
        let [interrupt, terminate] = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        Some(Told { interrupt: interrupt.ok()?, terminate: terminate.ok()?, hangup })
    }

    /// Waits until the program is told, and gives how.
    async fn next(&mut self) -> SignalKind {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => SignalKind::interrupt(),
            _ = self.terminate.recv() => SignalKind::terminate(),
            _ = hangup => SignalKind::hangup(),
        }
    }
}

/// Where nobody can listen, the program ends at once; what was written stays.
#[cfg(not(unix))]
pub(crate) fn cancel(_: &hnefi_engine::Cancel) {}

/// From here on, engines that were started end together with this program: the system sees to it.
#[cfg(not(unix))]
pub(crate) fn end_engines_too() {}

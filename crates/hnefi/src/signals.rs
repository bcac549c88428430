//! What happens when the program is told to end while engines run.

/// From here on, engines that were started end together with this program when it is told to end: by Ctrl-C, by
/// `kill`, or because the terminal is gone. Where nobody can listen for that, they still end when their input does.
#[cfg(unix)]
pub(crate) fn end_engines_too() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let listen = async {
        let [interrupt, terminate, hangup] =
            [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(|kind| (kind, signal(kind)));
        let (Ok(mut one), Ok(mut two), Ok(mut three)) = (interrupt.1, terminate.1, hangup.1) else { return };
        let kind = tokio::select! {
            _ = one.recv() => interrupt.0,
            _ = two.recv() => terminate.0,
            _ = three.recv() => hangup.0,
        };
        hnefi_uci::end_engines();
        // The line that shows how far the match has got is left as it stands.
        crate::output::say_beside("");
        // As a shell says it of a program that a signal has ended.
        std::process::exit(128 + kind.as_raw_value());
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(listen));
}

/// From here on, to be told to end cancels the work; to be told again ends the program.
#[cfg(unix)]
pub(crate) fn cancel(work: &hnefi_engine::Cancel) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let work = work.clone();
    let listen = async move {
        let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return;
        };
        for again in [false, true] {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            if again {
                std::process::exit(130);
            }
            work.cancel();
        }
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(listen));
}

/// Where nobody can listen, the program ends at once; what was written stays.
#[cfg(not(unix))]
pub(crate) fn cancel(_: &hnefi_engine::Cancel) {}

/// From here on, engines that were started end together with this program: the system sees to it.
#[cfg(not(unix))]
pub(crate) fn end_engines_too() {}

//! What a device is called in a list of devices.

/// The browser and the system that a `User-Agent` speaks of, such as `("Firefox", "Linux")`; `None` for what is no browser that
/// people use. It is what a browser says of itself: good for a list to recognise one's devices in, and for nothing else.
///
/// ```
/// let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
/// assert_eq!(hnefi_people::device(phone), Some(("Safari", "iPhone")));
/// assert_eq!(hnefi_people::device("curl/8.5.0"), None);
/// ```
pub fn device(user_agent: &str) -> Option<(&'static str, &'static str)> {
    // Browsers name those that they want to be taken for: the last word is the first in this list.
    const BROWSERS: [(&str, &str); 9] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chromium/", "Chromium"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ];
    let named =
        |list: &[(&str, &'static str)]| list.iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| *name);
    Some((named(&BROWSERS)?, named(&SYSTEMS)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browsers_that_people_use_are_told_apart() {
        for (agent, browser, system) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
                "Edge",
                "Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
                "Chrome",
                "Android",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
                "Safari",
                "macOS",
            ),
        ] {
            assert_eq!(device(agent), Some((browser, system)), "{agent}");
        }
        for none in ["", "curl/8.5.0", "Mozilla/5.0", "Linux"] {
            assert_eq!(device(none), None, "{none}");
        }
    }
}

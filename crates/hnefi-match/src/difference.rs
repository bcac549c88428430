//! Where two long texts differ.

/// The first line in which two rule files differ, as it is in each, after the heading that it stands under; a file that ends before has `nothing` there.
///
/// ```
/// use hnefi_match::first_difference;
/// let there = "[answers.throne]\nis = \"hostile\"\n[answers.no-move]\nis = \"loss\"\n";
/// let here = "[answers.throne]\nis = \"hostile\"\n[answers.no-move]\nis = \"draw\"\n";
/// let (there, here) = first_difference(there, here);
/// assert_eq!(there, "[answers.no-move] is = \"loss\"");
/// assert_eq!(here, "[answers.no-move] is = \"draw\"");
/// ```
pub fn first_difference(there: &str, here: &str) -> (String, String) {
    let (mut there, mut here) = (there.lines(), here.lines());
    let mut heading = "";
    loop {
        match (there.next(), here.next()) {
            (Some(line), Some(same)) if line == same => {
                if line.starts_with('[') {
                    heading = line;
                }
            }
            (None, None) => return Default::default(),
            lines => {
                let told = |line: Option<&str>| format!("{heading} {}", line.unwrap_or("nothing")).trim().to_owned();
                return (told(lines.0), told(lines.1));
            }
        }
    }
}

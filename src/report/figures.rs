//! Numbers as people read them: thousands separators, durations, sizes.

use std::time::Duration;

/// A count with a comma between groups of three digits: `29,536`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun: `1 step`, `2 steps`.
pub fn counted(value: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(value), if value == 1 { "" } else { "s" })
}

/// A time in the unit that suits it: `2 ms`, `5.7 s`, `3 min 20 s`, `2 h 5 min`.
pub fn duration(time: Duration) -> String {
    let milliseconds = time.as_millis();
    let seconds = time.as_secs();
    match seconds {
        0 if milliseconds < 1000 => format!("{milliseconds} ms"),
        0..60 => format!("{:.1} s", (milliseconds / 100) as f64 / 10.0),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", count(seconds / 3600), seconds / 60 % 60),
    }
}

/// A size in binary units with one decimal: `512 B`, `1.5 MB`.
pub fn bytes(size: u64) -> String {
    const UNITS: [&str; 5] = ["B", "kB", "MB", "GB", "TB"];
    let mut unit = 0;
    let mut value = size as f64;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{size} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_digits_by_three() {
        let shown: Vec<String> = [0, 999, 1000, 29_536, 1_139_458].map(count).into();
        assert_eq!(shown, ["0", "999", "1,000", "29,536", "1,139,458"]);
        assert_eq!(counted(1, "step"), "1 step");
        assert_eq!(counted(0, "step"), "0 steps");
    }

    #[test]
    fn picks_a_unit_for_times_and_sizes() {
        let times = [0, 2, 999, 1000, 5_780, 59_999, 200_000, 7_500_000].map(|ms| duration(Duration::from_millis(ms)));
        assert_eq!(times, ["0 ms", "2 ms", "999 ms", "1.0 s", "5.7 s", "59.9 s", "3 min 20 s", "2 h 5 min"]);
        assert_eq!([0, 512, 1536, 8 << 30].map(bytes), ["0 B", "512 B", "1.5 kB", "8.0 GB"]);
    }
}

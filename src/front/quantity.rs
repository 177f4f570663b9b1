//! Durations, sizes and counts as typed: `10m`, `8G`, `1_000_000`, `all`.

use std::str::FromStr;
use std::time::Duration;

/// What was typed, kept for messages, and what it means.
#[derive(Clone, Debug)]
pub struct Typed<T> {
    /// As typed.
    pub text: String,
    /// The meaning.
    pub value: T,
}

impl<T: FromStr> FromStr for Typed<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        Ok(Self { text: text.to_owned(), value: text.parse()? })
    }
}

/// A length of time: `500ms`, `90s`, `10m`, `2h`, `1.5h`; a bare number means seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Time(pub Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, unit) = split(text);
        let seconds = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return Err("write a time as 500ms, 90s, 10m or 2h".to_owned()),
        };
        let number: f64 = number.parse().map_err(|_| "write a time as 500ms, 90s, 10m or 2h".to_owned())?;
        Duration::try_from_secs_f64(number * seconds).map(Self).map_err(|_| "this time is too long".to_owned())
    }
}

/// A number of bytes: `64k`, `500M`, `8G`, `1.5T`, in powers of 1024; a trailing `B` or `iB` is fine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size(pub u64);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write a size as 64k, 500M or 8G".to_owned();
        let (number, unit) = split(text);
        let unit = unit.strip_suffix("iB").or(unit.strip_suffix('B')).unwrap_or(unit);
        let shift = match unit {
            "" => 0,
            "k" | "K" => 10,
            "M" => 20,
            "G" => 30,
            "T" => 40,
            _ => return Err(wrong()),
        };
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let bytes = number * (1_u64 << shift) as f64;
        if bytes >= u64::MAX as f64 { Err("this size is too big".to_owned()) } else { Ok(Self(bytes as u64)) }
    }
}

/// A plain count; `_` and `,` may group its digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count(pub u64);

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits: String = text.chars().filter(|&c| c != '_' && c != ',').collect();
        digits.parse().map(Self).map_err(|_| "write a number such as 1000000 or 1_000_000".to_owned())
    }
}

/// How many solutions: a number or `all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// All of them.
    All,
    /// At most so many.
    AtMost(u64),
}

impl FromStr for Solutions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "0" => Err("at least one solution must be asked for".to_owned()),
            _ => match text.parse::<Count>() {
                Ok(Count(number)) => Ok(Self::AtMost(number)),
                Err(_) => Err("write a number, or `all`".to_owned()),
            },
        }
    }
}

/// How many threads: a number or `auto`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads(pub Option<u64>);

impl FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<Count>() {
            _ if text == "auto" => Ok(Self(None)),
            Ok(Count(number)) if number > 0 => Ok(Self(Some(number))),
            _ => Err("write a number of threads, or `auto`".to_owned()),
        }
    }
}

/// The digits in front, and the letters behind.
fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_times() {
        let read = |text: &str| text.parse::<Time>().map(|time| time.0.as_millis()).ok();
        let times = ["500ms", "90s", "10m", "2h", "1.5h", "3", "", "m", "1x", "-1s", "1e3s", "99999999999999999999d"];
        let expected = [Some(500), Some(90_000), Some(600_000), Some(7_200_000), Some(5_400_000), Some(3_000)];
        assert_eq!(times.map(read), [expected.as_slice(), &[None; 6]].concat().as_slice());
    }

    #[test]
    fn reads_sizes() {
        let read = |text: &str| text.parse::<Size>().map(|size| size.0).ok();
        let sizes = ["64k", "500M", "8G", "8GB", "1.5GiB", "100", "8X", "", "G", "999999999T"];
        let expected = [Some(64 << 10), Some(500 << 20), Some(8 << 30), Some(8 << 30), Some(3 << 29), Some(100)];
        assert_eq!(sizes.map(read), [expected.as_slice(), &[None; 4]].concat().as_slice());
    }

    #[test]
    fn reads_counts() {
        assert_eq!("1_000,000".parse(), Ok(Count(1_000_000)));
        assert_eq!(
            ["all", "12", "0", "x"].map(|t| t.parse::<Solutions>().ok()),
            [Some(Solutions::All), Some(Solutions::AtMost(12)), None, None]
        );
        assert_eq!(
            ["auto", "4", "0"].map(|t| t.parse::<Threads>().ok()),
            [Some(Threads(None)), Some(Threads(Some(4))), None]
        );
    }
}

pub fn twelve_hours(time: &str) -> Option<(i64, i64)> {
    let (time, half) = time.split_once(' ')?;
    let (hour, minute) = time.split_once(':')?;
    let hour: i64 = hour.parse().ok()?;
    Some((
        if half == "PM" { hour + 12 } else { hour },
        minute.parse().ok()?,
    ))
}

//! The tables, and who lost.

use serde::Deserialize;

use crate::cases::Case;

/// What a tool made of a case.
#[derive(Deserialize)]
pub(crate) struct Cell {
    pub(crate) operations: usize,
    /// As JSON.
    pub(crate) patch: String,
    /// Whether it leads to the wanted calendar.
    pub(crate) right: bool,
    pub(crate) micros: f64,
}

/// A tool, with what it made of each case.
#[derive(Deserialize)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) cells: Vec<Cell>,
}

/// A table each for operations, bytes and time.
pub(crate) fn print(cases: &[Case], columns: &[Column]) {
    print_one("operations", cases, columns, |cell| {
        grouped(cell.operations)
    });
    print_one("bytes of the patch", cases, columns, |cell| {
        grouped(cell.patch.len())
    });
    print_one("time, median", cases, columns, |cell| time(cell.micros));
}

fn print_one(title: &str, cases: &[Case], columns: &[Column], said: fn(&Cell) -> String) {
    print!("\n{title:28}");
    for column in columns {
        print!("{:>width$}", column.name, width = width(column));
    }
    println!();
    for (row, case) in cases.iter().enumerate() {
        print!("{:28}", case.name);
        for column in columns {
            let cell = &column.cells[row];
            let said = if cell.right {
                said(cell)
            } else {
                "wrong".to_owned()
            };
            print!("{said:>width$}", width = width(column));
        }
        println!();
    }
}

fn width(column: &Column) -> usize {
    column.name.len().max(9) + 2
}

/// The rows in which our patch is wrong, or a right one of a peer has fewer operations.
pub(crate) fn lost(cases: &[Case], columns: &[Column]) -> Vec<String> {
    let (ours, peers) = columns.split_first().unwrap();
    let mut lost = Vec::new();
    for (row, case) in cases.iter().enumerate() {
        let (cell, name) = (&ours.cells[row], case.name);
        if !cell.right {
            lost.push(format!("{name}: our patch leads to another calendar"));
        }
        // By meaning it is another question.
        for peer in peers.iter().filter(|peer| peer.name != "by meaning") {
            let other = &peer.cells[row];
            if other.right && other.operations < cell.operations {
                let (fewer, more) = (other.operations, cell.operations);
                lost.push(format!(
                    "{name}: {} takes {fewer} operations, calendiff {more}",
                    peer.name
                ));
            }
        }
    }
    lost
}

/// A number with a comma between thousands.
fn grouped(number: usize) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

fn time(micros: f64) -> String {
    match micros {
        ..1_000.0 => format!("{micros:.0} µs"),
        ..1_000_000.0 => format!("{:.2} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

//! What has a name displays as it, and is parsed from it; any other text is refused with the names that there are.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use calendiff::{
    Api, Basis, ChangeKind, Code, Day, Error, Kind, Mode, PayloadShape, Profile, Resolution,
    Sameness, Severity, WhenAbsent,
};

fn is_its_name<T: Copy + Debug + Display + FromStr<Err = Error> + PartialEq>(
    all: &[T],
    name: impl Fn(T) -> String,
) {
    for value in all {
        assert_eq!(value.to_string(), name(*value));
        assert_eq!(name(*value).parse(), Ok(*value));
        assert_eq!(format!("{value:>20}").trim_start(), name(*value), "padded");
    }
    for wrong in [
        "",
        " ",
        &format!("{} ", all[0]),
        &all[0].to_string().to_uppercase(),
        &"x".repeat(1000),
    ] {
        let error = wrong.parse::<T>().unwrap_err();
        assert_eq!(error.code(), "option", "{wrong}");
        assert!(error.to_string().len() < 200, "{error}");
    }
}

/// The names of an enum, all of which its error gives.
macro_rules! names {
    ($($ty:ident)*) => {
        $(
            is_its_name($ty::ALL, |value| value.name().to_owned());
            let error = "nothing".parse::<$ty>().unwrap_err().to_string();
            assert!($ty::ALL.iter().all(|value| error.contains(value.name())), "{error}");
        )*
    };
}

#[test]
fn each_value_displays_as_its_name_and_is_parsed_from_it() {
    names!(WhenAbsent Api Basis Sameness ChangeKind Kind Mode Profile Resolution Severity PayloadShape);
    is_its_name(Code::ALL, |code| code.name().to_owned());
    is_its_name(&Day::ALL, |day| format!("{day:?}").to_lowercase());
}

#[test]
fn a_name_that_is_none_is_refused_with_those_that_are() {
    let error = "calender".parse::<Kind>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "kind: expected calendar or location, found calender"
    );
    let error = "nothing_wrong".parse::<Code>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "code: expected a code, such as wrong_type, found nothing_wrong"
    );
}

//! Texts of which some values are known to occur.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::convert::{Echo, Manner, Misfit, Typed};

/// Enums read like the tables: a variant and the value it stands for.
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal)* })*) => {$(
        $(#[$meta])*
        ///
        /// The list is not closed: any other text is `Other`. Two are equal where their texts are.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
            /// Any other text, exactly as it is written.
            Other(String),
        }

        impl $name {
            /// The value as it is written.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Other(text) => text,
                }
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $name {}

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    other => Self::Other(other.to_owned()),
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }

        impl Typed for $name {
            /// In a response, empty text stands for "not set".
            fn read(value: &Value, manner: Manner) -> Result<Self, Misfit> {
                match value.as_str() {
                    Some("") if manner == Manner::Response => Err(Misfit::instead_of("a value", "empty text")),
                    Some(text) => Ok(text.into()),
                    None => Err(Misfit::of_type("text", value)),
                }
            }

            fn write(&self) -> Result<Value, Misfit> {
                Ok(self.as_str().into())
            }

            #[cfg(test)]
            fn shape() -> super::agreement::Shape {
                super::agreement::Shape::Words(stringify!($name), &[$($text),*])
            }
        }

        impl Echo<Self> for $name {
            fn echo(self) -> Self {
                self
            }
        }
    )*};
}

words! {
    /// How events are dealt out to the team.
    EventType {
        OptimizeForAvailability = "RoundRobin_OptimizeForAvailability"
        OptimizeForEqualDistribution = "RoundRobin_OptimizeForEqualDistribution"
    }

    /// What sort of calendar it is.
    CalendarType {
        RoundRobin = "round_robin"
        Event = "event"
        ClassBooking = "class_booking"
        Collective = "collective"
        ServiceBooking = "service_booking"
        Personal = "personal"
    }

    /// The look of the booking widget.
    WidgetType {
        Classic = "classic"
        Default = "default"
    }

    /// The unit of a number. Which of them a member takes, its table says (`calendiff fields`).
    Unit {
        Mins = "mins"
        Hours = "hours"
        Days = "days"
        Weeks = "weeks"
        Months = "months"
    }

    /// What happens once the form is sent.
    FormSubmitType {
        ThankYouMessage = "ThankYouMessage"
        RedirectUrl = "RedirectURL"
    }

    /// What is asked of guests.
    GuestType {
        CountOnly = "count_only"
        CollectDetail = "collect_detail"
    }

    /// What sort of meeting place it is.
    LocationKind {
        Custom = "custom"
        ZoomConference = "zoom_conference"
        GoogleConference = "google_conference"
        InboundCall = "inbound_call"
        OutboundCall = "outbound_call"
        Physical = "physical"
        Booker = "booker"
        MsTeamsConference = "ms_teams_conference"
    }

    /// How often a booking recurs.
    Frequency {
        Daily = "DAILY"
        Weekly = "WEEKLY"
        Monthly = "MONTHLY"
    }

    /// What happens where a recurrence's date is taken.
    BookingOption {
        Skip = "skip"
        Continue = "continue"
        BookNext = "book_next"
    }

    /// The status of bookings that overlap.
    OverlapStatus {
        Confirmed = "confirmed"
        New = "new"
    }
}

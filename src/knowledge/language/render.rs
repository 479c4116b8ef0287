//! Rendering of text in a language. `pkg/language.js` mirrors it; `tests/node/agreement.test.mjs` compares them.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{Language, Params, hole};
use crate::ground::json::{Number, to_string};
use crate::ground::visible::{shortened, visible};

/// A value or a text that fills a hole of a template.
enum Filling<'p> {
    /// A parameter of the text.
    Value(&'p Value),
    /// A part of a pattern, in the language already.
    Text(&'p str),
}

impl Language {
    /// Returns the text of a key of a section with its parameters filled in, or an empty text if the section has no
    /// such key. A text of more than a thousand characters is cut in the middle, with `…` between its first and its
    /// last characters.
    #[must_use]
    pub fn say(&self, section: &str, key: &str, params: &Params) -> String {
        self.filled(section, key, &|name| params.get(name).map(Filling::Value))
    }

    fn filled<'p>(
        &self,
        section: &str,
        key: &str,
        filling: &dyn Fn(&str) -> Option<Filling<'p>>,
    ) -> String {
        shortened(self.fill(self.template(section, key), filling))
    }

    /// Returns the label of a member of a record, for the middle of a sentence, or the name itself if there is no such
    /// member.
    #[must_use]
    pub fn label(&self, name: &str) -> String {
        self.word("label", &name.into())
    }

    /// Returns a sentence of help about a member, if there is one.
    #[must_use]
    pub fn help(&self, name: &str) -> Option<&str> {
        Some(self.template("help", name)).filter(|help| !help.is_empty())
    }

    fn fill<'p>(&self, template: &str, filling: &dyn Fn(&str) -> Option<Filling<'p>>) -> String {
        let (mut text, mut rest) = (String::with_capacity(template.len() + 32), template);
        while let Some((before, hole, after)) = hole(rest) {
            text.push_str(before);
            match (filling(hole.name), hole.how.split_at(hole.how.len().min(1))) {
                (None, _) => text.extend(["{", hole.name, hole.how, "}"]),
                (Some(Filling::Text(part)), (":", format)) => {
                    text.push_str(&self.format(format, &part.into()));
                }
                (Some(Filling::Text(part)), _) => text.push_str(&visible(part)),
                (Some(Filling::Value(value)), (":", format)) => {
                    text.push_str(&self.format(format, value));
                }
                (Some(Filling::Value(value)), ("|", forms)) => {
                    text.push_str(&self.by_number(forms, value));
                }
                (Some(Filling::Value(value)), _) => text.push_str(&self.part(value)),
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }

    /// Selects one of several forms: the first for the numbers that take the singular, else the last. `#` is the
    /// number.
    fn by_number(&self, forms: &str, number: &Value) -> String {
        let one = self
            .0
            .get("one")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let is_one = one.into_iter().any(|one| one.as_f64() == number.as_f64());
        let mut forms = forms.split('|');
        let form = if is_one {
            forms.next()
        } else {
            forms.next_back()
        };
        form.unwrap_or_default().replace('#', &self.part(number))
    }

    /// Renders a parameter: text, a number, or an object that names its format.
    pub(crate) fn part<'p>(&self, value: &'p Value) -> Cow<'p, str> {
        let part = match value {
            Value::String(text) => return visible(text),
            Value::Number(number) => Number::from(number)
                .to_string()
                .replace('.', self.template("format", "decimal")),
            Value::Array(_) => self.format("list", value),
            // A sentence has parameters beside its code. Which of them comes first depends on the map.
            Value::Object(object) => match (object.get("say"), object.iter().next()) {
                (Some(Value::String(code)), _) => {
                    self.filled("words", code, &|name| object.get(name).map(Filling::Value))
                }
                (_, Some((tag, value))) => self.format(tag, value),
                (_, None) => String::new(),
            },
            _ => to_string(value),
        };
        Cow::Owned(part)
    }

    /// Renders a value in a format. Any other format is a section of the file, and the value a key there. A format that
    /// begins with a capital makes the text begin with one.
    pub(crate) fn format(&self, format: &str, value: &Value) -> String {
        match format {
            "quote" => self.pattern("quote", &[("text", &self.part(value))]),
            "list" => self.parts(value).join(self.template("format", "comma")),
            "series" => self.parts(value).join(self.template("format", "series")),
            "time" => self.time(value),
            "range" => self.range(value),
            "hours" => {
                let ranges: Vec<String> = value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|each| self.range(each))
                    .collect();
                ranges.join(self.template("format", "comma"))
            }
            "date" => self.date(value.as_str().unwrap_or_default()),
            "days" => self.days(value),
            _ if format.starts_with(|first: char| first.is_ascii_uppercase()) => {
                let text = self.format(&(format[..1].to_ascii_lowercase() + &format[1..]), value);
                let mut characters = text.chars();
                characters
                    .next()
                    .into_iter()
                    .flat_map(char::to_uppercase)
                    .chain(characters)
                    .collect()
            }
            section => match value {
                Value::Array(keys) => {
                    let words: Vec<String> =
                        keys.iter().map(|key| self.word(section, key)).collect();
                    words.join(self.template("format", "comma"))
                }
                key => self.word(section, key),
            },
        }
    }

    /// Returns the word of a section for a key, by its name or number, or the key itself if there is none.
    #[must_use]
    pub fn word(&self, section: &str, key: &Value) -> String {
        let words = self.0.get(section);
        let word = match key {
            Value::String(key) => words.and_then(|words| words.get(key)),
            Value::Number(number) => {
                let index = number
                    .as_u64()
                    .and_then(|index| usize::try_from(index).ok());
                words.and_then(|words| words.get(index?))
            }
            _ => None,
        };
        word.and_then(Value::as_str)
            .map_or_else(|| self.part(key).into_owned(), str::to_owned)
    }

    /// Renders each part of a list.
    fn parts<'p>(&self, value: &'p Value) -> Vec<Cow<'p, str>> {
        let parts = value.as_array().into_iter().flatten();
        parts.map(|part| self.part(part)).collect()
    }

    /// Returns the name of a day, which is numbered from Monday on.
    fn day_name(&self, day: u64) -> String {
        self.word("day", &((day + 1) % 7).into())
    }

    fn pattern(&self, key: &str, parts: &[(&str, &str)]) -> String {
        let part = &|name: &str| {
            let (_, part) = parts.iter().find(|(own, _)| *own == name)?;
            Some(Filling::Text(part))
        };
        self.filled("format", key, part)
    }

    /// Renders a time such as `09:00`. A language may use the hour without its zero, as `h`.
    fn time(&self, value: &Value) -> String {
        let (hour, minute) = value
            .as_str()
            .and_then(|time| time.split_once(':'))
            .unwrap_or_default();
        let short = hour.strip_prefix('0').unwrap_or(hour);
        self.pattern("time", &[("hour", hour), ("h", short), ("minute", minute)])
    }

    fn range(&self, value: &Value) -> String {
        let times = [value.get(0), value.get(1)];
        let [open, close] = times.map(|time| time.map(|time| self.time(time)).unwrap_or_default());
        self.pattern("range", &[("open", &open), ("close", &close)])
    }

    /// Renders a date such as `2026-12-24` with the name of its month.
    fn date(&self, date: &str) -> String {
        let mut parts = date.splitn(3, '-');
        let [year, month, day] = [(); 3].map(|()| parts.next().unwrap_or_default());
        let month = self.word(
            "month",
            &month
                .parse::<usize>()
                .unwrap_or_default()
                .wrapping_sub(1)
                .into(),
        );
        let first = if day == "01" && !self.template("format", "first").is_empty() {
            "first"
        } else {
            "date"
        };
        let year = Some(short(year))
            .filter(|year| !year.is_empty())
            .unwrap_or("0");
        self.pattern(
            first,
            &[("day", short(day)), ("month", &month), ("year", year)],
        )
    }

    /// Renders days as in "Monday to Friday and Sunday": the week begins on Monday, and three or more consecutive days
    /// are a run.
    fn days(&self, days: &Value) -> String {
        let days = days
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64);
        let mut order: Vec<u64> = days.map(|day| (day % 7 + 6) % 7).collect();
        order.sort_unstable();
        let mut parts: Vec<String> = Vec::new();
        for run in order.chunk_by(|a, b| a + 1 == *b) {
            match run {
                [first, _, .., last] => {
                    let (first, last) = (self.day_name(*first), self.day_name(*last));
                    parts.push(self.pattern("to", &[("first", &first), ("last", &last)]));
                }
                run => parts.extend(run.iter().map(|day| self.day_name(*day))),
            }
        }
        match parts.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                let rest = rest.join(self.template("format", "comma"));
                self.pattern("and", &[("rest", &rest), ("last", last)])
            }
            _ => parts.concat(),
        }
    }
}

/// Returns a number without the zero in front: `05` becomes `5`.
fn short(digits: &str) -> &str {
    digits.trim_start_matches('0')
}

/// The lists of a result whose items contain text, and the results inside a result.
const LISTS: [&str; 9] = [
    "issues",
    "applied",
    "changes",
    "unexpected",
    "notApplied",
    "filledIn",
    "conflicts",
    "taken",
    "decisions",
];
const ANSWERS: [&str; 6] = ["report", "diff", "body", "refusal", "stored", "effect"];

impl Language {
    /// Rewrites a result, as JSON, in this language: its messages, details, titles, words and reasons.
    ///
    /// ```
    /// use calendiff::{WhenAbsent, Kind, Language};
    /// use serde_json::json;
    ///
    /// let stored = json!({ "autoConfirm": false });
    /// let diff = Kind::Calendar.diff(&stored, json!({ "autoConfirm": true }), WhenAbsent::Keep)?;
    /// let mut answer = json!(diff);
    /// Language::named("fr").unwrap().reword(&mut answer);
    /// assert_eq!(answer["words"][0], "confirmation automatique\u{a0}: oui au lieu de non");
    /// # Ok::<(), calendiff::Error>(())
    /// ```
    pub fn reword(&self, answer: &mut Value) {
        let members = match answer {
            Value::Array(findings) => {
                return findings
                    .iter_mut()
                    .for_each(|finding| self.reword_one(finding));
            }
            Value::Object(members) => members,
            _ => return,
        };
        let said: Vec<Value> = match (members.get("changes"), members.get("words")) {
            (Some(Value::Array(changes)), Some(Value::Array(words))) => {
                // The changes listed in `words` are recognized by their words.
                let mut words = words.iter().peekable();
                let said = changes
                    .iter()
                    .map(|change| words.next_if(|words| change.get("words") == Some(*words)));
                said.map(|said| said.is_some().into()).collect()
            }
            _ => Vec::new(),
        };
        for (name, member) in members.iter_mut() {
            match member {
                Value::Array(findings) if LISTS.contains(&name.as_str()) => {
                    for finding in findings {
                        self.reword_one(finding);
                    }
                }
                Value::Object(_) if ANSWERS.contains(&name.as_str()) => self.reword(member),
                _ => {}
            }
        }
        if let (Some(Value::Array(changes)), true) = (members.get("changes"), !said.is_empty()) {
            let said = changes.iter().zip(said).filter(|(_, said)| *said == true);
            let words = said
                .filter_map(|(change, _)| change.get("words").cloned())
                .collect();
            members.insert("words".to_owned(), words);
        }
        // The sentence of the whole answer.
        if members.contains_key("code") && members.contains_key("params") {
            self.reword_one(answer);
        }
    }

    /// Rewrites the labels and the help of a table and of its inner tables, as JSON, in this language.
    pub fn label_table(&self, table: &mut Value) {
        let rows = table.get_mut("members").and_then(Value::as_array_mut);
        for row in rows.into_iter().flatten().filter_map(Value::as_object_mut) {
            row.get_mut("table")
                .into_iter()
                .for_each(|table| self.label_table(table));
            let name = row
                .get("name")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned();
            row.insert("label".to_owned(), self.label(&name).into());
            if let Some(help) = self.help(&name) {
                row.insert("help".to_owned(), help.into());
            }
        }
    }

    fn reword_one(&self, finding: &mut Value) {
        let Value::Object(members) = finding else {
            return;
        };
        if members.contains_key("severity") {
            let basis = members
                .get("basis")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let detail = self.with_basis(&self.said("detail", members), basis);
            if let Some(Value::Object(fix)) = members.get_mut("fix") {
                let title = self.said("words", fix);
                fix.insert("title".to_owned(), title.into());
            }
            let message = self.said("message", members);
            members.insert("message".to_owned(), message.into());
            members.insert("detail".to_owned(), detail.into());
        } else {
            let sentence = if members.contains_key("action") {
                "reason"
            } else {
                "words"
            };
            let words = self.said("words", members);
            members.insert(sentence.to_owned(), words.into());
        }
    }

    /// Returns a detail for developers with its basis.
    pub(crate) fn with_basis(&self, detail: &str, basis: &str) -> String {
        self.pattern("detail", &[("detail", detail), ("basis", basis)])
    }

    /// Says the code and the params of a finding, a change or a fix.
    fn said(&self, section: &str, members: &Map<String, Value>) -> String {
        let code = members
            .get("code")
            .and_then(Value::as_str)
            .unwrap_or_default();
        match members.get("params") {
            Some(Value::Object(params)) => {
                self.filled(section, code, &|name| params.get(name).map(Filling::Value))
            }
            _ => self.template(section, code).to_owned(),
        }
    }
}

//! A settings form in Rust: Leptos draws what a [`RecordForm`] of calendiff holds, and a sandbox stands for the service.

use calendiff::json::{Path, View};
use calendiff::{
    Issue, Kind, Mode, Profile, RecordForm, RequestOptions, Resolution, Sandbox, SandboxRequest,
    Severity,
};
use leptos::prelude::*;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

const ID: &str = "Kx2m";

/// Draws the form into the page.
#[wasm_bindgen(start)]
pub fn start() {
    leptos::mount::mount_to_body(Page);
}

/// The service, as far as the page knows it: its state, and the form over a record of it.
#[derive(Clone, Copy)]
struct Editing {
    form: RwSignal<RecordForm, LocalStorage>,
    service: RwSignal<Value, LocalStorage>,
    /// What became of the last save.
    said: RwSignal<String>,
}

impl Editing {
    /// Opens a form over the record that the service has.
    fn open() -> Result<Self, calendiff::Error> {
        let record = json!({
            "id": ID,
            "name": "First visit",
            "slug": "first-visit",
            "eventColor": "#039be5",
            "slotDuration": 60,
            "alertEmail": "desk@example.com",
            "autoConfirm": true,
            "openHours": [{ "daysOfTheWeek": [1], "hours": [{ "openHour": 9, "openMinute": 0, "closeHour": 17, "closeMinute": 0 }] }],
        });
        let other = json!({ "id": "Pq7r", "name": "Follow-up", "slug": "follow-up" });
        let form = Kind::Calendar.form(&record, Profile::Specification)?;
        let service = json!({ "calendars": { ID: record, "Pq7r": other }, "locations": {} });
        Ok(Self {
            form: RwSignal::new_local(form),
            service: RwSignal::new_local(service),
            said: RwSignal::new(String::new()),
        })
    }

    /// Edits the form. What cannot be edited stays as it is.
    fn edit<T>(self, edit: impl FnOnce(&mut RecordForm) -> T) {
        self.said.set(String::new());
        self.form.update(|form| _ = edit(form));
    }

    /// Sends the body, and goes on from what the service answers.
    fn save(self) {
        let saved = self.send().unwrap_or_else(|error| error.to_string());
        self.said.set(saved);
    }

    fn send(self) -> Result<String, calendiff::Error> {
        let to = RequestOptions::new("http://sandbox", ID, "any");
        let body = self.form.with(|form| form.body(Mode::Full))?.value;
        let request = Kind::Calendar.request(&body, &to)?;
        let service = Sandbox::from(Profile::Service);
        let (after, reply) = service.answer(
            self.service.get_untracked(),
            &SandboxRequest::from(&request),
        );
        self.service.set(after);
        match Kind::Calendar
            .response(reply.status, Some(reply.content_type), &reply.body)
            .result
        {
            Ok(stored) => {
                let verified = Kind::Calendar.verify(
                    self.form.with(|form| form.stored().to_value()),
                    &body,
                    &stored.value,
                )?;
                self.form
                    .try_update(|form| form.rebase(&stored.value))
                    .transpose()?;
                Ok(format!(
                    "Saved: {} applied, {} not applied",
                    verified.applied.len(),
                    verified.not_applied.len()
                ))
            }
            Err(refusal) => {
                self.form.update(|form| _ = form.refused(&refusal));
                Ok(format!("Refused: {}", refusal.texts.join(", ")))
            }
        }
    }

    /// What a colleague saves while this form is open.
    fn meanwhile(self) {
        self.service
            .update(|service| service["calendars"][ID]["slotDuration"] = json!(30));
        let record = self
            .service
            .with(|service| service["calendars"][ID].clone());
        self.edit(|form| form.rebase(&record));
    }
}

#[component]
fn Page() -> impl IntoView {
    match Editing::open() {
        Ok(editing) => {
            view! { <main><h1>"A calendar with Leptos"</h1><Settings editing/></main> }.into_any()
        }
        Err(error) => view! { <main>{error.to_string()}</main> }.into_any(),
    }
}

#[component]
fn Settings(editing: Editing) -> impl IntoView {
    let form = editing.form;
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if form.with(RecordForm::is_ok) {
            editing.save();
        }
    };
    let auto_confirm = Path::new().with("autoConfirm");
    let is_checked = {
        let path = auto_confirm.clone();
        move || form.with(|form| form.get(&path).and_then(View::boolean).unwrap_or_default())
    };
    view! {
        <form novalidate on:submit=save>
            <Field editing label="Name" path="/name"/>
            <Field editing label="Slug" path="/slug"/>
            <Field editing label="Color" path="/eventColor"/>
            <Field editing label="Minutes" path="/slotDuration" number=true/>
            <Field editing label="Alerts to" path="/alertEmail"/>
            <Field editing label="Monday closes at" path="/openHours/0/hours/0/closeHour" about="/openHours/0/hours/0" number=true/>
            <p>
                <label>
                    <input type="checkbox" prop:checked=is_checked on:change:target=move |event| {
                        let checked = json!(event.target().checked());
                        editing.edit(|form| form.set(&auto_confirm, checked));
                    }/>
                    " Confirm by itself"
                </label>
            </p>
            <For each=move || form.with(|form| form.conflicts().to_vec()) key=|conflict| conflict.words.to_string() let(conflict)>
                <Conflict editing conflict/>
            </For>
            <ul>
                <For each=move || form.with(|form| form.changes().cloned().collect::<Vec<_>>()) key=|change| change.words.to_string() let(change)>
                    <li>
                        <span>{change.words.to_string()}</span>
                        " "
                        <button type="button" on:click=move |_| editing.edit(|form| form.revert(&change))>"Revert"</button>
                    </li>
                </For>
            </ul>
            <button>"Save"</button>
            " "
            <button type="button" disabled=move || !form.with(RecordForm::can_undo) on:click=move |_| editing.edit(RecordForm::undo)>"Undo"</button>
            " "
            <button type="button" on:click=move |_| editing.meanwhile()>"Someone else saves"</button>
            <pre role="status">{move || editing.said.get()}</pre>
        </form>
    }
}

/// An input, and what is wrong there: at its own place, or at the one that it is a part of.
#[component]
fn Field(
    editing: Editing,
    label: &'static str,
    path: &'static str,
    #[prop(default = path)] about: &'static str,
    #[prop(optional)] number: bool,
) -> impl IntoView {
    let form = editing.form;
    let parsed = |pointer: &str| StoredValue::new(pointer.parse::<Path>().unwrap_or_default());
    let (path, about) = (parsed(path), parsed(about));
    let text = move || {
        form.with(|form| path.with_value(|path| form.get(path).map_or_else(String::new, typed)))
    };
    let issues = move || {
        form.with(|form| {
            about.with_value(|about| form.issues_at(about).cloned().collect::<Vec<_>>())
        })
    };
    let is_wrong = move || {
        issues()
            .iter()
            .any(|issue| issue.severity == Severity::Error)
            .then_some("true")
    };
    let is_dirty = move || {
        form.with(|form| path.with_value(|path| form.is_dirty(path)))
            .then_some("")
    };
    view! {
        <p>
            <label>
                {label}
                " "
                <input
                    prop:value=text
                    aria-invalid=is_wrong
                    data-dirty=is_dirty
                    on:input:target=move |event| {
                        let value = read(event.target().value(), number);
                        editing.edit(|form| path.with_value(|path| form.set(path, value)));
                    }
                />
            </label>
            <For each=issues key=|issue| (issue.code, issue.message()) let(issue)>
                <Finding editing issue/>
            </For>
        </p>
    }
}

/// What is wrong, and a button that fixes it.
#[component]
fn Finding(editing: Editing, issue: Issue) -> impl IntoView {
    let fix = issue.fix.as_ref().map(|fix| fix.title.to_string());
    let (severity, message) = (issue.severity.name(), issue.message());
    let issue = StoredValue::new(issue);
    let button = fix.map(|title| {
        let fix = move |_| editing.edit(|form| issue.with_value(|issue| form.fix(issue)));
        view! { <button type="button" on:click=fix>{title}</button> }
    });
    view! { <small role="alert" class=severity><span>{message}</span>{button}</small> }
}

/// What both changed, and a button for each side.
#[component]
fn Conflict(editing: Editing, conflict: calendiff::Conflict) -> impl IntoView {
    let words = conflict.words.to_string();
    let conflict = StoredValue::new(conflict);
    let take = move |side| {
        move |_| editing.edit(|form| conflict.with_value(|conflict| form.resolve(conflict, side)))
    };
    view! {
        <p role="alert" class="conflict">
            <span>{words}</span>
            <button type="button" on:click=take(Resolution::Ours)>"Keep mine"</button>
            " "
            <button type="button" on:click=take(Resolution::Theirs)>"Take theirs"</button>
        </p>
    }
}

/// What an input shows of a value.
fn typed(value: View<'_>) -> String {
    value
        .text()
        .map_or_else(|| value.to_value().to_string(), str::to_owned)
}

/// What was typed, as a number where that is asked for and possible.
fn read(text: String, number: bool) -> Value {
    let number = text.parse::<f64>().ok().filter(|_| number);
    number.map_or(Value::String(text), |number| json!(number))
}

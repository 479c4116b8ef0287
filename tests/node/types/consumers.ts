/** What others declare takes ours: Standard Schema, React Hook Form, the service's own client. */

import type { CalendarUpdateDTO } from "@gohighlevel/api-client/dist/lib/code/calendars/models/calendars.js";
import type { UpdateBusinessDto } from "@gohighlevel/api-client/dist/lib/code/businesses/models/businesses.js";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { FormApi } from "@tanstack/react-form";
import {
  calendar,
  location,
  type Calendar,
  type CalendarUpdate,
  type Delta,
  type FormIssue,
  type Frozen,
  type LocationRecord,
  type LocationUpdate,
  type Path,
  type Place,
  type Readable,
  type FormState,
} from "calendiff";
import { bind } from "calendiff/dom";
import {
  draft as drafts,
  edited,
  planted,
  stored as records,
} from "calendiff/fast-check";
import { flatten, tree, type IssueTree } from "calendiff/issues";
import { useHours } from "calendiff/react";
import { resolver } from "calendiff/react-hook-form";
import { calendar as judged, type Validator } from "calendiff/validate";
import type { Arbitrary } from "fast-check";
import { useState, useSyncExternalStore } from "react";
import { useForm } from "react-hook-form";

import type { Equal, Expect } from "./equal.js";

const schema: StandardSchemaV1<CalendarUpdate, CalendarUpdate> = calendar;
export const strict: StandardSchemaV1<LocationUpdate> = location.standard({
  profile: "service",
});
type _In = Expect<
  Equal<StandardSchemaV1.InferInput<typeof calendar>, CalendarUpdate>
>;
type _Out = Expect<
  Equal<StandardSchemaV1.InferOutput<typeof location>, LocationUpdate>
>;

const result = calendar["~standard"].validate({});
if (result.issues) result.issues[0]?.message.trim();
else result.value satisfies CalendarUpdate;

const defaultValues: CalendarUpdate = {};
void new FormApi({ defaultValues, validators: { onChange: calendar } });

export function Form() {
  const { register, handleSubmit, formState } = useForm({
    resolver: resolver(calendar, {
      profile: "service",
      onWarnings: (warnings) => warnings.eventColor?.message,
    }),
    criteriaMode: "all",
  });
  register("openHours.0.daysOfTheWeek");
  // @ts-expect-error: not a member
  register("appointmentPerSlot");
  void formState.errors.teamMembers?.[0]?.userId?.message;
  return handleSubmit((values) => values satisfies CalendarUpdate);
}

export function Light() {
  const whole: Validator<CalendarUpdate> = calendar;
  const light: StandardSchemaV1<CalendarUpdate, CalendarUpdate> =
    judged.standard({ leaves: true });
  const { handleSubmit } = useForm({
    resolver: resolver(judged, { profile: "service" }),
  });
  // @ts-expect-error: a verb of the whole package
  judged.diff({}, {});
  void [whole, light];
  return handleSubmit((values) => values satisfies CalendarUpdate);
}

export function Live({
  stored,
  pointer,
}: {
  stored: Readable<Calendar, "calendar">;
  pointer: `/${string}`;
}) {
  const [form] = useState(() =>
    calendar.form(stored, { profile: "service", language: undefined }),
  );
  const { draft, issues, changes, isDirty } = useSyncExternalStore(
    form.subscribe,
    form.getSnapshot,
  );
  type _ = Expect<Equal<typeof draft, Frozen<CalendarUpdate>>>;
  useSyncExternalStore(form.subscribe, form.getSnapshot) satisfies FormState<
    CalendarUpdate,
    Calendar
  >;
  useSyncExternalStore(
    form.subscribe,
    () => form.getSnapshot().canUndo,
  ) satisfies boolean;

  const fixed: readonly (string | number)[] = ["slotDuration"];
  for (const { path } of [...issues, ...changes])
    form.set(path, 30) satisfies Delta;
  for (const place of [fixed, ["openHours", 0], pointer, ""] as const)
    form.getSnapshot().issuesAt(place)[0]?.message.trim();
  const place: Place = ["teamMembers", 0, "userId"] as const;
  form.insert(place, "u1");
  form.undo()?.issues.added[0]?.code satisfies string | undefined;
  const { conflicts, delta } = form.rebase(stored);
  delta.changes.removed[0]?.words.trim();
  form.body({ mode: undefined }).value satisfies CalendarUpdate;
  // @ts-expect-error: a listener is told of deltas, and of no event
  form.subscribe((event: Event) => event);
  // @ts-expect-error: the list is the form's own
  form.getSnapshot().issues.push();
  // @ts-expect-error: edits go through its methods
  form.draft = {};
  // @ts-expect-error: no such option
  calendar.form(stored, { mode: "full" });
  return [isDirty, conflicts];
}
location.form({}).getSnapshot().stored satisfies Frozen<LocationRecord>;
location.form({}).getSnapshot().draft satisfies LocationUpdate;
// @ts-expect-error: what a form shows is frozen
location.form({}).getSnapshot().draft.name = "x";
const { draft: shown } = calendar.form({}).getSnapshot();
// @ts-expect-error: at any depth
shown.openHours?.push({ daysOfTheWeek: [1], hours: [] });

declare const form: HTMLFormElement;
const bound = bind(form, {
  kind: calendar,
  profile: "service",
  ignore: ["csrf"],
  onUpdate: (bound) => bound.changes(),
});
type _Body = Expect<
  Equal<ReturnType<typeof bound.body>["value"], CalendarUpdate>
>;
type _Stored = Expect<
  Equal<ReturnType<typeof bound.form.getSnapshot>["stored"], Frozen<Calendar>>
>;
// @ts-expect-error: a name is no kind
bind(form, { kind: "calendar" });

const { fields } = flatten(location.validateText("{}").issues);
fields["name"]?.[0]?.line?.toFixed();
tree(bound.issues()).within["openHours"]?.within["0"] satisfies
  | IssueTree
  | undefined;

drafts(location) satisfies Arbitrary<LocationUpdate>;
planted(calendar).map(({ faults }) => faults[0]?.code === "color_short");
records(calendar) satisfies Arbitrary<Calendar>;
edited(location).map(({ stored, draft }) => stored.id === draft.name);

declare const draft: CalendarUpdate;
draft satisfies CalendarUpdateDTO;
declare const business: LocationUpdate;
business satisfies UpdateBusinessDto;
// The other way round with what is not the document's taken out.
declare const theirs: Omit<
  CalendarUpdateDTO,
  "notifications" | "meetingLocation"
>;
theirs satisfies CalendarUpdate;
declare const theirBusiness: UpdateBusinessDto;
theirBusiness satisfies LocationUpdate;

void schema, strict;

export function Monday() {
  const { ranges, issues, setHours } = useHours(calendar.form({}), "monday");
  ranges[0]?.places.open satisfies Path | undefined;
  issues satisfies readonly FormIssue[];
  setHours((hours) => [...hours, ["09:00", "17:00"]]);
  setHours(null);
  // @ts-expect-error: a time is read by its field
  ranges[0]?.open;
}

import type { CalendarForm } from "calendiff";
import { useForm } from "calendiff/react";

import { Checkbox, Input, Issues } from "./Field";

/** The users of the account, by ID. */
const USERS: Record<string, string> = { ada: "Ada", ben: "Ben", cleo: "Cleo" };

export function Team({ form }: { form: CalendarForm }) {
  const members = useForm(form, (state) => state.draft.teamMembers) ?? [];
  const issues = useForm(form, (state) => state.issuesAt("teamMembers"));
  const others = Object.keys(USERS).filter((id) =>
    members.every(({ userId }) => userId !== id),
  );
  return (
    <fieldset>
      <legend>Team</legend>
      {members.map(({ userId }, at) => (
        <div className="member" key={userId}>
          <b>{USERS[userId] ?? userId}</b>
          <Input
            form={form}
            label="Priority"
            place={["teamMembers", at, "priority"]}
          />
          <Checkbox
            form={form}
            label="Primary"
            place={["teamMembers", at, "isPrimary"]}
          />
          <button
            type="button"
            onClick={() => form.remove(["teamMembers", at])}
          >
            Remove {USERS[userId] ?? userId}
          </button>
        </div>
      ))}
      {others.map((userId) => (
        <button
          type="button"
          key={userId}
          onClick={() =>
            form.insert("/teamMembers/-", {
              userId,
              priority: 0.5,
              isPrimary: false,
            })
          }
        >
          Add {USERS[userId]}
        </button>
      ))}
      <Issues form={form} issues={issues} />
    </fieldset>
  );
}

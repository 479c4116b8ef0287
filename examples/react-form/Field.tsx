import type { CalendarForm, CalendarUpdate, FormIssue, Path } from "calendiff";
import { useField, useForm } from "calendiff/react";

interface FieldProps {
  form: CalendarForm;
  label: string;
  place: keyof CalendarUpdate | Path;
}

/** A field with its issues. A key renders the input, and the issues only if they change. */
export function Field({ form, label, place }: FieldProps) {
  const issues = useForm(form, (state) => state.issuesAt(place));
  return (
    <p>
      <Input form={form} label={label} place={place} />
      <Issues form={form} issues={issues} />
    </p>
  );
}

export function Input({ form, label, place }: FieldProps) {
  const { text, issues, isDirty, onChange, onBlur } = useField(form, place);
  return (
    <label>
      {label}{" "}
      <input
        value={text}
        onChange={onChange}
        onBlur={onBlur}
        aria-invalid={hasErrors(issues)}
        data-dirty={isDirty || undefined}
      />
    </label>
  );
}

export function Checkbox({ form, label, place }: FieldProps) {
  const { value, onChange } = useField(form, place);
  return (
    <label>
      <input type="checkbox" checked={value === true} onChange={onChange} />{" "}
      {label}
    </label>
  );
}

export function Issues({
  form,
  issues,
}: {
  form: CalendarForm;
  issues: readonly FormIssue[];
}) {
  return (
    <>
      {issues.map((issue) => (
        <small role="alert" className={issue.severity} key={issue.key}>
          <span>{issue.message}</span>
          {issue.fix && (
            <button type="button" onClick={() => form.fix(issue)}>
              {issue.fix.title}
            </button>
          )}
        </small>
      ))}
    </>
  );
}

export const hasErrors = (issues: readonly FormIssue[]) =>
  issues.some(({ severity }) => severity === "error");

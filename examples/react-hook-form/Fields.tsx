import type { CalendarUpdate, Issue } from "calendiff";
import { useNumberInput } from "calendiff/react";
import { type Control, useController } from "react-hook-form";

import { Issues } from "./Findings";

interface InputProps<Name> {
  control: Control<CalendarUpdate>;
  label: string;
  name: Name;
}

/** Props of a field that shows its error, and its warnings, of which React Hook Form knows nothing. */
interface FieldProps<Name> extends InputProps<Name> {
  warnings: readonly Issue[];
}

export function TextField({
  control,
  label,
  name,
  warnings,
}: FieldProps<"name" | "slug" | "eventColor" | "alertEmail">) {
  const { field, fieldState } = useController({ control, name });
  return (
    <p>
      <label>
        {label}{" "}
        <input
          {...field}
          value={field.value ?? ""}
          aria-invalid={fieldState.invalid}
          data-dirty={fieldState.isDirty || undefined}
        />
      </label>
      {fieldState.error?.message && (
        <small role="alert">{fieldState.error.message}</small>
      )}
      <Issues issues={warnings} />
    </p>
  );
}

export function NumberField({
  warnings,
  ...input
}: FieldProps<"slotDuration">) {
  const { fieldState } = useController(input);
  return (
    <p>
      <NumberInput {...input} />
      {fieldState.error?.message && (
        <small role="alert">{fieldState.error.message}</small>
      )}
      <Issues issues={warnings} />
    </p>
  );
}

export function NumberInput({
  control,
  label,
  name,
}: InputProps<"slotDuration" | `teamMembers.${number}.priority`>) {
  const { field, fieldState } = useController({ control, name });
  const input = useNumberInput(field.value, field.onChange);
  return (
    <label>
      {label}{" "}
      <input
        {...field}
        {...input}
        aria-invalid={fieldState.invalid}
        data-dirty={fieldState.isDirty || undefined}
      />
    </label>
  );
}

export function Checkbox({
  control,
  label,
  name,
}: InputProps<"autoConfirm" | `teamMembers.${number}.isPrimary`>) {
  const {
    field: { value, ...field },
  } = useController({ control, name });
  return (
    <label>
      <input type="checkbox" {...field} checked={value === true} /> {label}
    </label>
  );
}

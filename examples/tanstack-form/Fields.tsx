import { createFormHook, createFormHookContexts } from "@tanstack/react-form";
import type { Issue } from "calendiff";
import { useNumberInput } from "calendiff/react";

import { Issues } from "./Findings";

const { fieldContext, formContext, useFieldContext } = createFormHookContexts();

interface InputProps {
  label: string;
}

/** Props of a field that shows its errors, and its warnings, of which TanStack Form knows nothing. */
interface FieldProps extends InputProps {
  warnings: readonly Issue[];
}

function TextField({ label, warnings }: FieldProps) {
  const { state, handleChange, handleBlur } = useFieldContext<
    string | undefined
  >();
  return (
    <p>
      <label>
        {label}{" "}
        <input
          value={state.value ?? ""}
          onChange={(event) => handleChange(event.target.value)}
          onBlur={handleBlur}
          aria-invalid={!state.meta.isValid}
          data-dirty={!state.meta.isDefaultValue || undefined}
        />
      </label>
      <Issues issues={[...state.meta.errors, ...warnings]} />
    </p>
  );
}

function NumberField({ label, warnings }: FieldProps) {
  const { state } = useFieldContext<number | undefined>();
  return (
    <p>
      <NumberInput label={label} />
      <Issues issues={[...state.meta.errors, ...warnings]} />
    </p>
  );
}

function NumberInput({ label }: InputProps) {
  const { state, handleChange } = useFieldContext<number | undefined>();
  const input = useNumberInput(state.value, handleChange);
  return (
    <label>
      {label}{" "}
      <input
        {...input}
        aria-invalid={!state.meta.isValid}
        data-dirty={!state.meta.isDefaultValue || undefined}
      />
    </label>
  );
}

function Checkbox({ label }: InputProps) {
  const { state, handleChange } = useFieldContext<boolean | undefined>();
  return (
    <label>
      <input
        type="checkbox"
        checked={state.value === true}
        onChange={(event) => handleChange(event.target.checked)}
      />{" "}
      {label}
    </label>
  );
}

export const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { TextField, NumberField, NumberInput, Checkbox },
  formComponents: {},
});

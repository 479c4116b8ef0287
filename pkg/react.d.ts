/** Hooks for forms in React 18 and later. They work with and without the React Compiler. */

import type {
  At,
  CalendarForm,
  Day,
  DayHours,
  FormIssue,
  FormState,
  Frozen,
  Known,
  Place,
  PlacedRange,
  RecordForm,
} from "./index.js";

/** A field of a form, the same object until it changes. */
export interface Field<Value> {
  /** The value in the draft, or undefined if there is none. */
  readonly value: Frozen<Value> | undefined;
  /** The text that an input shows: as it was typed, or else the value as text. */
  readonly text: string;
  /** The issues at the place or inside it. */
  readonly issues: readonly FormIssue[];
  /** True if the draft has a change there. */
  readonly isDirty: boolean;
  /** The fixes that the issues offer. */
  readonly fixes: readonly {
    readonly issue: FormIssue;
    readonly title: string;
    readonly apply: () => void;
  }[];
  /**
   * Takes the event of an input, a select or a checkbox, or a value. Text goes in as it is typed: `0.` on the way to `0.5` is
   * a number and stays what the field shows.
   */
  readonly onChange: (
    given:
      | {
          readonly target: {
            readonly value: string;
            readonly type?: string;
            readonly checked?: boolean;
          };
        }
      | Frozen<Value>
      | undefined,
  ) => void;
  /** Ends typing: the field shows its value in its usual form again, `45` where `45.` was typed. */
  readonly onBlur: () => void;
}

/**
 * Returns what `select` reads from the state of a form. The component renders again only if that changed, a list by its items:
 * `useForm(form, (state) => state.dates({ paths: true })["2026-12-24"])`.
 */
export declare function useForm<Draft, StoredRecord, Selected>(
  form: RecordForm<Draft, StoredRecord>,
  select: (state: FormState<Draft, StoredRecord>) => Selected,
): Selected;

/** Returns the state of a form, with everything to read. The component renders again after each edit. */
export declare function useForm<Draft, StoredRecord>(
  form: RecordForm<Draft, StoredRecord>,
): FormState<Draft, StoredRecord>;

/** The hours of a day of the week or of a special date, the same object until they change. */
export interface Hours {
  /** The ranges, in the order of the draft. A field of each time shows it: `useField(form, range.places.open)`. */
  readonly ranges: readonly Frozen<Pick<PlacedRange, "key" | "places">>[];
  /** The issues of the day. */
  readonly issues: readonly FormIssue[];
  /** Sets the hours, or makes them from those that are there. `[]` means closed, and `null` removes a special date. */
  readonly setHours: (
    hours: Frozen<DayHours> | null | ((hours: DayHours) => Frozen<DayHours>),
  ) => void;
}

/**
 * Returns the hours of a day, `monday`, or of a special date, `2026-12-24`. The component renders again only if a range or an
 * issue comes or goes: a key that is typed into a time renders its field.
 */
export declare function useHours(
  form: CalendarForm,
  day: Day | (string & {}),
): Hours;

/** Returns a field of a form. The component renders again only if the field changed. */
export declare function useField<Draft, StoredRecord, const P extends Place>(
  form: RecordForm<Draft, StoredRecord>,
  place: P & Known<Draft, P>,
): Field<At<Draft, P>>;

/** The text and the handlers of an input for a number. */
export interface NumberInput {
  readonly value: string;
  readonly onChange: (event: {
    readonly target: { readonly value: string };
  }) => void;
  readonly onBlur: () => void;
}

/**
 * Returns the text and the handlers of an input for a number that another form library keeps. The text stays as it is typed, such
 * as `0.` before `0.5`. Text that is not a number is passed on as it is, so that calendiff reports it:
 * `<input {...useNumberInput(field.value, field.onChange)} />`.
 */
export declare function useNumberInput(
  value: number | undefined,
  onChange: (value: number) => void,
): NumberInput;

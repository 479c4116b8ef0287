/** Types of places in a record, and of their values. */

/** Names of members and indexes of items, such as the `path` of an issue or a change. */
export type Path = readonly (string | number)[];

/**
 * A place in a draft: names and indexes, a JSON Pointer, or a dotted name as in form libraries, `"openHours.0.hours"`
 * or `"openHours[0].hours"`. In text, digits are an index and `-` means the end if the value there is an array or
 * missing. `[]` and `""` mean the whole draft.
 *
 * The names of a literal place, such as `["openHours", 0, "hours"]` or `"/openHours/0/hours"`, are checked. A value of
 * type `Path` or string, such as the `path` of an issue, is not checked.
 */
export type Place = Path | string;

/** The type made read-only at any depth. */
export type Frozen<T> = T extends Leaf
  ? T
  : T extends readonly [infer First, infer Second]
    ? readonly [Frozen<First>, Frozen<Second>]
    : T extends readonly (infer Item)[]
      ? readonly Frozen<Item>[]
      : T extends object
        ? { readonly [Name in keyof T]: Frozen<T[Name]> }
        : T;

/** The type of the value at a place of a record; unknown if the place is not literal. */
export type At<Whole, P extends Place> = P extends Path
  ? number extends P["length"]
    ? unknown
    : Inside<Whole, P>
  : string extends P
    ? unknown
    : Inside<Whole, Tokens<P>>;

/** The place itself if the record has it, else the steps that are possible at its first wrong step. */
export type Known<Whole, P extends Place> = P extends Path
  ? number extends P["length"]
    ? P
    : KnownSteps<Whole, P>
  : string extends P
    ? P
    : P extends `/${string}` | ""
      ? KnownText<Whole, P, Tokens<P>, "/">
      : KnownText<Whole, P, Tokens<P>, ".">;

type Leaf = string | number | boolean | null | undefined;

/** The type that the steps lead to. */
type Inside<T, Steps> = Steps extends readonly [infer Step, ...infer Rest]
  ? Inside<Next<T, Step>, Rest>
  : T;

/** The type that a step leads to; unknown if the step's name is not literal. */
type Next<T, Step> = unknown extends T
  ? unknown
  : string extends Step
    ? unknown
    : T extends Leaf
      ? never
      : T extends readonly (infer Item)[]
        ? Step extends Index
          ? Item
          : never
        : Step extends keyof T
          ? Exclude<T[Step], undefined>
          : never;

/** Steps are numbers in arrays; the tokens of a pointer are text. */
type NextStep<T, Step> = T extends readonly unknown[]
  ? Step extends number | "-"
    ? Next<T, Step>
    : never
  : Next<T, Step>;

type Index = number | `${number}` | "-";

/** The possible steps. */
type Names<T> = unknown extends T
  ? string | number
  : T extends Leaf
    ? never
    : T extends readonly unknown[]
      ? number
      : keyof T & string;

type KnownSteps<T, Steps> = Steps extends readonly [infer Step, ...infer Rest]
  ? string extends Step
    ? Steps
    : [NextStep<T, Step>] extends [never]
      ? readonly [Expected<Names<T>>, ...Rest]
      : readonly [Step, ...KnownSteps<Next<T, Step>, Rest>]
  : readonly [];

/** The tokens of a JSON Pointer or of a dotted name. */
type Tokens<P> = P extends `/${infer Rest}`
  ? Split<Rest>
  : P extends ""
    ? []
    : Dotted<P>;
type Dotted<P> = P extends `${infer Step}.${infer More}`
  ? [...Indexed<Step>, ...Dotted<More>]
  : Indexed<P>;
type Indexed<Step> = Step extends `${infer Name}[${infer At}]`
  ? [Name, At]
  : [Step];
type Split<Rest> = Rest extends `${infer Token}/${infer More}`
  ? [Token, ...Split<More>]
  : [Rest];

/** The place itself, or the texts that are possible in the same notation, a pointer or a dotted name. */
type KnownText<
  T,
  P,
  Steps,
  Separator extends "/" | ".",
  Before extends string = Separator extends "/" ? "/" : "",
> = [Steps] extends [never]
  ? Expected<`/${string}`>
  : Steps extends readonly [infer Step extends string, ...infer Rest]
    ? [Next<T, Step>] extends [never]
      ? Expected<`${Before}${Token<T>}`>
      : KnownText<
          Next<T, Step>,
          P,
          Rest,
          Separator,
          `${Before}${Step}${Separator}`
        >
    : P;

type Token<T> = T extends readonly unknown[] ? `${number}` | "-" : Names<T>;

/** A placeholder for a wrong step, so that the compiler's message lists the right ones. */
interface Expected<Step> {
  readonly step: Step;
}

// Without this, unmarked declarations would be exported too.
export {};

/** Places in a record, and what stands there: types alone. */

/** Names of members and indexes of items, such as the `path` of an issue or a change. */
export type Path = readonly (string | number)[];

/**
 * A place in a draft: names and indexes, a JSON Pointer, or a dotted name as form libraries have it, `"openHours.0.hours"` or
 * `"openHours[0].hours"`. In text, where an array stands, or nothing yet, digits are an index and `-` is behind the end. `[]`
 * and `""` are the whole draft.
 *
 * Where it is written out, such as `["openHours", 0, "hours"]` or `"/openHours/0/hours"`, its names are checked. What is only
 * known to be a `Path` or a string, such as the `path` of an issue, leads anywhere.
 */
export type Place = Path | string;

/** The same as data that cannot be written, at any depth. */
export type Frozen<T> = T extends Leaf
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Frozen<T[Name]> }
      : T;

/** What stands at a place of a record; unknown where the place is not written out. */
export type At<Whole, P extends Place> = P extends Path
  ? number extends P["length"]
    ? unknown
    : Inside<Whole, P>
  : string extends P
    ? unknown
    : Inside<Whole, Tokens<P>>;

/** The place itself, where it is one of the record; else what may stand in place of its first wrong step. */
export type Known<Whole, P extends Place> = P extends Path
  ? number extends P["length"]
    ? P
    : KnownSteps<Whole, P>
  : string extends P
    ? P
    : KnownPointer<Whole, P, Tokens<P>>;

type Leaf = string | number | boolean | null | undefined;

/** What the steps lead to. */
type Inside<T, Steps> = Steps extends readonly [infer Step, ...infer Rest] ? Inside<Next<T, Step>, Rest> : T;

/** What a step leads to; a name that is not written out leads anywhere. */
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

type Index = number | `${number}` | "-";

/** The steps that there are. */
type Names<T> = unknown extends T ? string | number : T extends Leaf ? never : T extends readonly unknown[] ? number : keyof T & string;

type KnownSteps<T, Steps> = Steps extends readonly [infer Step, ...infer Rest]
  ? string extends Step
    ? Steps
    : [Next<T, Step>] extends [never]
      ? readonly [Expected<Names<T>>, ...Rest]
      : readonly [Step, ...KnownSteps<Next<T, Step>, Rest>]
  : readonly [];

/** The tokens of a JSON Pointer or of a dotted name. */
type Tokens<P> = P extends `/${infer Rest}` ? Split<Rest> : P extends "" ? [] : Dotted<P>;
type Dotted<P> = P extends `${infer Step}.${infer More}` ? [...Indexed<Step>, ...Dotted<More>] : Indexed<P>;
type Indexed<Step> = Step extends `${infer Name}[${infer At}]` ? [Name, At] : [Step];
type Split<Rest> = Rest extends `${infer Token}/${infer More}` ? [Token, ...Split<More>] : [Rest];

type KnownPointer<T, P, Steps, Before extends string = ""> = [Steps] extends [never]
  ? Expected<`/${string}`>
  : Steps extends readonly [infer Step extends string, ...infer Rest]
    ? [Next<T, Step>] extends [never]
      ? Expected<`${Before}/${Token<T>}`>
      : KnownPointer<Next<T, Step>, P, Rest, `${Before}/${Step}`>
    : P;

type Token<T> = T extends readonly unknown[] ? `${number}` | "-" : Names<T>;

/** Stands where a step is wrong, so that the compiler's message lists the right ones. */
interface Expected<Step> {
  readonly step: Step;
}

// What is not marked is not exported.
export {};

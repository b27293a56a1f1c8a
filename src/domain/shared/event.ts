import { z } from 'zod';
import type { DomainEvent } from './decider.js';
import type { Kid } from './personal.js';
import type { Position } from './recorded.js';
import { type PersonalMeaning, personalSchema } from './personal-schema.js';
import type { Category, StreamName } from './stream-name.js';

export { personHash } from './personal-schema.js';

/** One step of an event's data to its next version: pure, over JSON, personal values sealed. */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

type Schema = z.ZodType<object>;
/** What was once written stays as it is. A brand stays whole; so does `unknown`. */
type ReadonlyDeep<T> = T extends string
  ? T
  : T extends object
    ? { readonly [Member in keyof T]: ReadonlyDeep<T[Member]> }
    : T;
/** The type of a part that its schema describes, as it is for those who read it. */
export type DataOf<Data extends Schema> = ReadonlyDeep<z.output<Data>>;

/**
 * Who is shown in Activity as having done it: people, API keys and the command line; these and the server, where people
 * would ask who it was; only people and the command line, where programs do the same at the rate of mail; or no one,
 * because it is noted in passing, or part of carrying mail.
 */
export type ShownInActivity = 'always' | 'server-too' | 'people' | 'never';

/**
 * One type of event: what is stored of it, and its sentence in an audit. The schema is of the current version;
 * `upcasters[n]` lifts version n + 1. It is as strict as the type and no stricter: what was once written must stay
 * readable.
 */
export interface EventDefinition<Type extends string = string, Data extends Schema = Schema> {
  readonly type: Type;
  readonly data: Data;
  readonly upcasters: readonly Upcaster[];
  /** Its stream is over with it: the keys of all personal values of the stream are destroyed. */
  readonly endsKeys: boolean;
  /** Content that its stream named before may be needed no more: `orphansOf` of the resource says which. */
  readonly endsContent: boolean;
  /** Absent when its streams say it. */
  readonly activity?: ShownInActivity;
  /** Whether it is one of many that a person leaves while writing: Activity has a line for ten minutes of them. */
  isWriting?(data: never): boolean;
  /** Reads data of this type only: who decoded it has checked that. */
  summary(data: never): string;
}

/**
 * Defines an event. `type` is in the past tense; `summary` says what changed, personal values in plain or marked as
 * erased.
 */
export function event<Type extends string, Data extends Schema>(
  type: Type,
  {
    data,
    summary,
    upcasters = [],
    endsKeys = false,
    endsContent = false,
    activity,
    isWriting,
  }: {
    readonly data: Data;
    readonly summary: string | ((data: DataOf<Data>) => string);
    readonly upcasters?: readonly Upcaster[];
    readonly endsKeys?: boolean;
    readonly endsContent?: boolean;
    readonly activity?: ShownInActivity;
    readonly isWriting?: (data: DataOf<Data>) => boolean;
  },
): EventDefinition<Type, Data> {
  return {
    type,
    data,
    upcasters,
    endsKeys,
    endsContent,
    ...(activity === undefined ? {} : { activity }),
    ...(isWriting === undefined ? {} : { isWriting }),
    summary: typeof summary === 'string' ? () => summary : summary,
  };
}

/** The type that follows from a definition. */
export type EventOf<Definition extends EventDefinition> =
  Definition extends EventDefinition<infer Type, infer Data>
    ? { readonly type: Type; readonly data: DataOf<Data> }
    : never;

/** The streams of one category, and every event that they hold. */
export interface Streams<Definition extends EventDefinition = EventDefinition> {
  readonly category: Category;
  readonly events: readonly Definition[];
  /** What holds for events that do not say it themselves. */
  readonly activity: ShownInActivity;
}

/** `activity` is `never` for what carries mail or keeps the server's own books: at the rate of mail, or of no one. */
export function streams<Definition extends EventDefinition>(
  category: Category,
  events: readonly Definition[],
  { activity = 'always' }: { readonly activity?: ShownInActivity } = {},
): Streams<Definition> {
  return { category, events, activity };
}

/** Any event of these streams. */
export type EventIn<Of extends Streams> = EventOf<Of['events'][number]>;

/** What changed, in words. */
export type Summaries = (event: DomainEvent) => string;

/** The sentences of these streams' events. Throws for a type that none of them holds. */
export function summariesIn(all: readonly Streams[]): Summaries {
  const definitions = new Map(all.flatMap(({ events }) => events.map((each) => [each.type, each] as const)));
  return ({ type, data }) => {
    const definition = definitions.get(type);
    if (definition === undefined) throw new TypeError(`${type} has no definition`);
    // The codec has read the data with the schema of the definition.
    return definition.summary(data as never);
  };
}

/** The version that is written today. */
export function currentVersion({ upcasters }: Pick<EventDefinition, 'upcasters'>): number {
  return upcasters.length + 1;
}

/** A brand is in the types only, so the cast adds nothing at run time that the string lacks. */
const branded = <Brand extends string>() => z.string() as unknown as z.ZodType<Brand>;

export const kid = branded<Kid>();
export const streamNamed = branded<StreamName>();
export const position = branded<Position>();

/**
 * The three forms of a value about a person; `inner` is the schema of the plain one. A person's erasure finds it by the
 * nearest {@link personHash}: in the object that it stands in, or in one around it. Where there is none, `meaning` says
 * how it goes.
 */
export const personal = <Inner extends z.ZodType>(inner: Inner, meaning: PersonalMeaning = {}) =>
  personalSchema(
    z.union([
      z.object({ kid, value: inner }),
      z.object({ kid, iv: z.string(), ct: z.string(), tag: z.string() }),
      z.object({ kid, erased: z.literal(true) }),
    ]),
    meaning,
  );

export const noMembers = z.object({});

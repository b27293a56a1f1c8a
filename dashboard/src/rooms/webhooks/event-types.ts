import { eventGroupTitles, eventTypes } from '../../messages/webhooks';
import type { Exactly } from '../../kit/exactly';
import type { TestType } from './documents';

type GroupOf<Type extends string> = Type extends `${infer Group}.${string}` ? Group : never;

/** Neither a type that the server sends and the words lack compiles, nor one that the words have beyond these. */
const sentences: Exactly<TestType, typeof eventTypes> = eventTypes;
const titles: Exactly<GroupOf<TestType>, typeof eventGroupTitles> = eventGroupTitles;

// The keys of the words are the types and the groups, by the check above.
const typed = Object.entries(sentences) as readonly (readonly [type: TestType, sentence: string])[];
const named = Object.entries(titles) as readonly (readonly [group: GroupOf<TestType>, title: string])[];

export const testTypes: readonly { readonly value: TestType; readonly label: string }[] = typed.map(
  ([value, label]) => ({ value, label }),
);

export interface EventGroup {
  readonly title: string;
  readonly types: readonly (readonly [type: string, sentence: string])[];
}

/** Every type that the server sends, in groups. */
export const eventGroups: readonly EventGroup[] = named.map(([group, title]) => ({
  title,
  types: typed.filter(([type]) => type.startsWith(`${group}.`)),
}));

/** What a type reports; the type itself where a server newer than this page sends it. */
export function sentenceOf(type: string): string {
  return new Map<string, string>(typed).get(type) ?? type;
}

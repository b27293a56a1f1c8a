import { eventGroups } from '../../messages/webhooks';
import type { TestType } from './documents';

/** Every type that this server sends: one that is missing in the words does not compile. */
const sentences: Readonly<Record<TestType, string>> = Object.assign({}, ...eventGroups.map(({ types }) => types));

export const testTypes: readonly { readonly value: TestType; readonly label: string }[] = eventGroups.flatMap(
  ({ types }) =>
    // The keys of the groups are types.
    Object.entries(types).map(([value, label]) => ({ value: value as TestType, label })),
);

/** What a type tells; one that this page does not know by its name. */
export function sentenceOf(type: string): string {
  return new Map<string, string>(Object.entries(sentences)).get(type) ?? type;
}

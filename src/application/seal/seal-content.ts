import type { LogSealed, SealLeaf } from '../../domain/log-seal/events.js';
import { canonicalJson } from '../../domain/shared/json.js';
import { type Category, categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { SealKey, SealMath } from '../ports/seal-signing.js';

export type SealData = LogSealed['data'];

/** Everything that a seal says but its proof. */
export type SealedRange = Pick<SealData, 'firstEventId' | 'lastEventId' | 'count' | 'leaves'>;

/** What only speaks of the rest of the log: a seal of its own would be due for each. */
const uncovered: ReadonlySet<Category> = new Set(['processmanager', 'logseal', 'logverification']);

/** Whether seals speak of the events of this stream. */
export function isCovered(stream: StreamName): boolean {
  return isCoveredCategory(categoryOf(stream));
}

export function isCoveredCategory(category: Category): boolean {
  return !uncovered.has(category);
}

/** `previous`: digest of the seal before; null for the first. */
export function rootOf({ digestOf }: Pick<SealMath, 'digestOf'>, leaves: readonly SealLeaf[], previous: string | null) {
  return digestOf(canonicalJson([previous, leaves]));
}

/** What the signature is over: of the leaves, only their root. */
export function signedText({
  firstEventId,
  lastEventId,
  count,
  root,
}: Pick<SealData, 'firstEventId' | 'lastEventId' | 'count' | 'root'>): string {
  return canonicalJson({ firstEventId, lastEventId, count, root });
}

export function sealData(key: SealKey, math: SealMath, range: SealedRange, previous: string | null): SealData {
  const root = rootOf(math, range.leaves, previous);
  const signature = key.sign(signedText({ ...range, root }));
  return { ...range, root, signature, publicKey: key.publicKey };
}

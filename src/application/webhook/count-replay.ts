import type { Position } from '../../domain/shared/recorded.js';
import type { ExistingWebhook } from '../../domain/webhook/webhook.js';
import type { StoredEvent } from '../ports/event-store.js';
import { type MessageType, possibleTypes } from './messages.js';
import { concerned, failedIn, type ReplayPorts, type RequestedReplay } from './replays.js';

/**
 * About how many messages of the replay lie behind `reached`; undefined: the signal aborted. Exact for what failed. A
 * range is counted by its events, undecoded: the endpoint's filters by domain and tag are not asked.
 */
export async function countToReplay(
  ports: ReplayPorts,
  state: ExistingWebhook,
  { scope, replayId, until: end }: RequestedReplay,
  reached: Position | undefined,
  signal: AbortSignal,
): Promise<number | undefined> {
  let count = 0;
  switch (scope.kind) {
    case 'message':
      return 1;
    case 'failed':
      for await (const document of failedIn(ports, state, scope)) {
        if (signal.aborted) return undefined;
        if (document.replayId !== replayId) count += 1;
      }
      return count;
    case 'events': {
      const types = scope.types ?? state.webhook.events;
      const isWanted = (type: MessageType): boolean => types === null || types.includes(type);
      for await (const { events } of concerned(ports, state, { ...scope, after: reached ?? scope.after, end })) {
        if (signal.aborted) return undefined;
        count += events.flatMap(likelyTypes).filter(isWanted).length;
      }
      return count;
    }
  }
}

/**
 * A scheduled email is counted as sent with its accept: its first attempt looks like the others until it is decoded.
 */
export function likelyTypes({ type, data }: StoredEvent): readonly MessageType[] {
  if (type === 'DeliveryAttemptStarted') return [];
  if (type === 'EmailAccepted' && !data.includes('"scheduledAt":"')) return ['email.sent'];
  return possibleTypes(type);
}

import { lowestIdAt } from '../../domain/shared/uuid-time.js';
import type { KeyedHash } from '../ports/hashing.js';

const timeDigits = 12;
const hashDigits = 20;

/**
 * The same for the same event, endpoint and part over every attempt, retry, replay and crash: what a receiver knows a
 * repeat by. Begins with the event's time, so that ids grow as the log does and documents lie in their order.
 */
export function messageId(hash: KeyedHash, eventId: string, webhookId: string, part: number): string {
  const time = eventId.replaceAll('-', '').slice(0, timeDigits);
  return `msg_${time}${hash.hash('webhook-message', [eventId, webhookId, part]).slice(0, hashDigits)}`;
}

/** What it begins with: two of one moment begin alike. */
export function timeOfMessageId(id: string): string {
  return id.slice(0, 'msg_'.length + timeDigits);
}

/** Below the ids of all messages of this time (ISO 8601), above those of earlier ones. */
export function messageIdsFrom(time: string): string {
  return `msg_${lowestIdAt(Date.parse(time)).replaceAll('-', '').slice(0, timeDigits)}`;
}

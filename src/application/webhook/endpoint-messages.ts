import { reveal } from '../../domain/shared/personal.js';
import type { ExistingWebhook } from '../../domain/webhook/webhook.js';
import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { RecordSettings } from '../sending-domain/records/published-domain.js';
import type { Ports } from '../shared/ports.js';
import { messageId } from './message-id.js';
import { type Payload, payloadsOf, possibleTypes } from './messages.js';
import type { EventPayloads } from './recent-payloads.js';

export interface Message {
  readonly id: string;
  readonly event: StoredEvent;
  readonly part: number;
  readonly payload: Payload;
  /** ISO 8601: of the event. */
  readonly createdAt: string;
}

/** A message that waits for its turn. It is made when that comes: what waits holds no body. */
export interface WaitingMessage {
  readonly id: string;
  /** Resolves to undefined when its event is no longer in the log. */
  readonly make: () => Promise<Message | undefined>;
}

export type MessagePorts = Pick<Ports, 'store' | 'codec' | 'keys' | 'hash'> & {
  readonly recordSettings: RecordSettings;
};

/**
 * Cheap, before anything is decoded: whether the event can make a message for the endpoint. Metadata are canonical
 * JSON.
 */
export function mayConcern(
  { webhook }: { readonly webhook: Pick<ExistingWebhook['webhook'], 'teamId' | 'events'> },
  { type, metadata }: StoredEvent,
  types: readonly string[] | null = webhook.events,
): boolean {
  const isWanted = possibleTypes(type).some((possible) => types === null || types.includes(possible));
  return isWanted && metadata.includes(`"teamId":"${webhook.teamId}"`);
}

/** ISO 8601: when the event happened, without decoding it. */
export function timeOf({ metadata }: Pick<StoredEvent, 'metadata'>): string {
  // What the codec has written.
  return (JSON.parse(metadata) as { readonly time: string }).time;
}

/** Whether the endpoint's filters let the message through. */
export function matches(
  { webhook }: ExistingWebhook,
  payload: Payload,
  types: readonly string[] | null = webhook.events,
): boolean {
  const { type, subject } = payload;
  if (types !== null && !types.includes(type)) return false;
  if (webhook.machineHits !== true && isByMachine(payload)) return false;
  if (webhook.domainIds.length > 0 && !webhook.domainIds.includes(subject.domainId ?? '')) return false;
  const wanted = reveal(webhook.target)?.tags ?? [];
  return (
    wanted.length === 0 ||
    wanted.some(({ name, value }) => subject.tags.some((tag) => tag.name === name && tag.value === value))
  );
}

/** An open or a click that a privacy proxy or a scanner caused. */
export function isByMachine(payload: Payload): boolean {
  if (payload.type === 'email.opened') return payload.data.open.judged !== 'person';
  return payload.type === 'email.clicked' && payload.data.click.judged !== 'person';
}

/** What the event makes for whichever endpoint; nothing where it, or its stream, is gone. */
export async function payloadsOfEvent(ports: MessagePorts, event: StoredEvent): Promise<EventPayloads> {
  const payloads = await payloadsOf(ports, event);
  const [recorded] = payloads.length === 0 ? [] : ports.codec.decode([event]);
  return recorded === undefined ? { payloads: [], createdAt: '' } : { payloads, createdAt: recorded.metadata.time };
}

/** Every message that the event makes for an endpoint, whatever its filters. `made`: where that is known already. */
export async function messagesOf(
  ports: MessagePorts,
  webhookId: string,
  event: StoredEvent,
  made = payloadsOfEvent(ports, event),
): Promise<readonly Message[]> {
  const { payloads, createdAt } = await made;
  return payloads.map((payload, part) => {
    return { id: messageId(ports.hash, event.id, webhookId, part), event, part, payload, createdAt };
  });
}

/** The message that a document is about, made again. Undefined when its event is no longer in the log. */
export async function messageOf(
  ports: MessagePorts,
  { webhookId, position, source, eventId, part }: WebhookMessageDocument,
): Promise<Message | undefined> {
  const [event] =
    source === null
      ? await ports.store.readBack(position, 1)
      : await ports.store.readStream(source.stream, { from: source.revision, limit: 1 });
  return event?.id === eventId ? (await messagesOf(ports, webhookId, event))[part] : undefined;
}

import type { DomainEvent } from '../../domain/shared/decider.js';
import { categoryOf, type Category } from '../../domain/shared/stream-name.js';
import { contactMessages } from '../contact/webhook-messages.js';
import { emailMessages } from '../email/webhook-messages.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { RecordSettings } from '../sending-domain/records/published-domain.js';
import { receivedMessages } from '../received/webhook-messages.js';
import { domainMessages } from '../sending-domain/webhook-messages.js';
import { decoded, readDecoded } from '../shared/long-streams.js';
import type { Ports } from '../shared/ports.js';
import {
  type DataOfMessage,
  type MessageSource,
  type MessageSubject,
  noSubject,
  type WebhookMessages,
} from '../shared/webhook-message.js';
import { suppressionMessages } from '../suppression/webhook-messages.js';
import { topicMessages } from '../topic/webhook-messages.js';

const all = [
  emailMessages,
  receivedMessages,
  contactMessages,
  domainMessages,
  suppressionMessages,
  topicMessages,
] as const;

type Declared = (typeof all)[number]['messages'][number];
export type MessageType = Declared['type'];
/** The data of each type. */
export type PayloadData = { readonly [Message in Declared as Message['type']]: DataOfMessage<Message> };

/** One message that an event makes, for whichever endpoint. */
export type Payload = {
  readonly [Type in MessageType]: {
    readonly type: Type;
    readonly data: PayloadData[Type];
    readonly subject: MessageSubject;
  };
}[MessageType];

type Read = Pick<Ports, 'store' | 'codec' | 'keys' | 'longStreams'> & Given;

/** What the server has beside the log. */
interface Given {
  readonly recordSettings: RecordSettings;
}

/** Each under the category of its events. They are declared as methods, so that each may know its own events alone. */
const byCategory: ReadonlyMap<Category, WebhookMessages<DomainEvent, unknown, Given>> = new Map(
  all.map((each) => [each.category, each]),
);

/** Every message, in the order of the API's document. */
export const messages: readonly Declared[] = all.flatMap((each): readonly Declared[] => each.messages);

/** Every type of message that is sent today. */
export const messageTypes: readonly MessageType[] = messages.map(({ type }) => type);

const possible = new Map<string, MessageType[]>();
for (const { type, from } of messages) {
  for (const event of from) possible.set(event, [...(possible.get(event) ?? []), type]);
}

/** The types of messages that an event can make; none where it makes no message. */
export const possibleTypes = (eventType: string): readonly MessageType[] => possible.get(eventType) ?? [];

function followed(isWanted: (type: MessageType) => boolean) {
  const wanted = all.map(({ category, messages }) => ({
    category,
    types: messages.filter(({ type }) => isWanted(type)).flatMap(({ from }) => from),
  }));
  return {
    categories: wanted.filter(({ types }) => types.length > 0).map(({ category }) => category),
    types: [...new Set(wanted.flatMap(({ types }) => types))],
  };
}

/** What of the log has to be followed. */
export const followedByWebhooks = followed(() => true);

/** What of the log can make messages of these types (null: of any); undefined: nothing can. */
export function followedFor(types: readonly string[] | null): typeof followedByWebhooks | undefined {
  const filter = types === null ? followedByWebhooks : followed((type) => types.includes(type));
  return filter.types.length === 0 ? undefined : filter;
}

/**
 * The messages that an event of the log makes, from its stream as it was then; the same whenever it is asked, but for
 * what was erased since. Empty: nothing, or its stream is removed.
 */
export async function payloadsOf(ports: Read, stored: StoredEvent): Promise<readonly Payload[]> {
  const about = byCategory.get(categoryOf(stored.stream));
  if (about === undefined || !possible.has(stored.type)) return [];
  const events = await readFor(ports, stored, about.reads);
  const recorded = events[stored.revision];
  // Streams of these categories begin at revision 0; where one is gone or begins later there is nothing left to tell.
  return recorded?.id === stored.id ? payloadsIn(about, { recorded, events }, ports) : [];
}

export function payloadsIn(
  { storyOf, subjectOf, messages }: WebhookMessages<DomainEvent, unknown, Given>,
  source: MessageSource,
  given: Given,
): readonly Payload[] {
  const { event } = source.recorded;
  const story = storyOf(source, given);
  if (story === undefined) return [];
  return messages.flatMap(({ type, from, make }) => {
    const data = from.includes(event.type) ? make(story, event) : undefined;
    // A declaration pairs its type with its data; the list of all forgets which.
    return data === undefined ? [] : [{ type, data, subject: subjectOf(story) } as Payload];
  });
}

/** The first event of a stream needs no other, where its end is not asked for. */
async function readFor(ports: Read, stored: StoredEvent, reads: WebhookMessages['reads']) {
  const { stream, revision } = stored;
  if (reads !== 'until') return (await readDecoded(ports, stream, true)).events;
  const read = revision === 0 ? decoded(ports, [stored], true) : readDecoded(ports, stream, true, revision);
  return (await read).events.slice(0, revision + 1);
}

/** What a test is sent: shaped as the real thing is. `at`: ISO 8601. */
export function samplePayload(type: MessageType, at: string): Payload {
  const data = messages.find((each) => each.type === type)?.sample(at);
  return { type, data, subject: noSubject } as Payload;
}

/** The body of the request, as text. */
export function bodyOf({ type, data }: Payload, createdAt: string): string {
  return JSON.stringify({ type, created_at: createdAt, data });
}

import type { Position } from '../../domain/shared/recorded.js';
import type { WebhookReplayRequested } from '../../domain/webhook/events.js';
import type { ExistingWebhook } from '../../domain/webhook/webhook.js';
import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { DocumentShape } from '../ports/read-store.js';
import type { StoredEvent } from '../ports/event-store.js';
import { nextTurn } from '../shared/delay.js';
import type { Ports } from '../shared/ports.js';
import {
  matches,
  mayConcern,
  type Message,
  messageOf,
  type MessagePorts,
  messagesOf,
  timeOf,
} from './endpoint-messages.js';
import { messageIdsFrom } from './message-id.js';
import { followedByWebhooks } from './messages.js';

export type ReplayPorts = MessagePorts & {
  readonly readStore: Pick<Ports['readStore'], 'get' | 'list'>;
  /** Shape of the `webhook-messages` documents. */
  readonly messages: DocumentShape;
};

export type RequestedReplay = WebhookReplayRequested['data'] & {
  /** Position of the request: the live reader sends what came after it. */
  readonly until: Position;
};

/** `message` null: nothing is left to be sent here. */
export interface Replayed {
  readonly message: Message | null;
  /** Everything up to here is through once the message is. */
  readonly position: Position;
}

const pageLimit = 100;
/** Made while another one is on its way. */
const mostInAdvance = 8;

/** The messages of a replay in the order of the log, behind `reached`: where the process before this one had come. */
export async function* messagesToReplay(
  ports: ReplayPorts,
  state: ExistingWebhook,
  replay: RequestedReplay,
  reached: Position | undefined,
): AsyncGenerator<Replayed> {
  const { scope, replayId } = replay;
  switch (scope.kind) {
    case 'message': {
      const document = await documentOf(ports, scope.messageId);
      if (document?.webhookId === state.webhook.webhookId) yield* again(ports, document, replayId);
      return;
    }
    case 'failed':
      for await (const document of failedIn(ports, state, scope)) yield* again(ports, document, replayId);
      return;
    case 'events':
      yield* eventsOf(ports, state, { ...scope, after: reached ?? scope.after, end: replay.until });
      return;
  }
}

export async function documentOf(
  { readStore, messages }: Pick<ReplayPorts, 'readStore' | 'messages'>,
  id: string,
): Promise<WebhookMessageDocument | undefined> {
  // The read store keeps what the projection of this shape wrote.
  return (await readStore.get(messages, id)) as WebhookMessageDocument | undefined;
}

/** What this replay has attempted already, in an earlier process, it leaves. */
async function* again(
  ports: ReplayPorts,
  document: WebhookMessageDocument,
  replayId: string,
): AsyncGenerator<Replayed> {
  if (document.replayId === replayId) return;
  yield { message: (await messageOf(ports, document)) ?? null, position: document.position };
}

export async function* failedIn(
  { readStore, messages }: ReplayPorts,
  { webhook }: ExistingWebhook,
  { since, until }: { readonly since: string; readonly until?: string | undefined },
): AsyncGenerator<WebhookMessageDocument> {
  let after = messageIdsFrom(since);
  for (let hasMore = true; hasMore; ) {
    const page = await readStore.list(messages, {
      equals: { webhookId: webhook.webhookId, status: 'failed' },
      orderBy: 'id',
      direction: 'asc',
      limit: pageLimit,
      after: { value: after, id: after },
      ...(until === undefined ? {} : { until: messageIdsFrom(until) }),
    });
    // As above.
    yield* page.documents.map(({ document }) => document as WebhookMessageDocument);
    after = page.documents.at(-1)?.id ?? after;
    hasMore = page.hasMore;
  }
}

export interface ReplayRange {
  readonly after: Position | null;
  /** The last event; undefined to read to the end of the log. */
  readonly end: Position | undefined;
  readonly since: string | null;
  readonly until?: string | undefined;
  readonly types: readonly string[] | null;
}

async function* eventsOf(ports: ReplayPorts, state: ExistingWebhook, range: ReplayRange): AsyncGenerator<Replayed> {
  const types = range.types ?? state.webhook.events;
  const make = (event: StoredEvent) => messagesOf(ports, state.webhook.webhookId, event);
  for await (const { events, position } of concerned(ports, state, range)) {
    for await (const [event, messages] of inAdvance(events, mostInAdvance, make)) {
      for (const message of messages) {
        if (matches(state, message.payload, types)) yield { message, position: event.position };
      }
    }
    if (position !== undefined) yield { message: null, position };
  }
}

/**
 * The events that can make messages of the range, page by page of the log. There is no way to a time in it: it is read
 * from where the request says, else from its first event.
 */
export async function* concerned(
  { store }: Pick<ReplayPorts, 'store'>,
  state: ExistingWebhook,
  range: ReplayRange,
): AsyncGenerator<{ readonly events: readonly StoredEvent[]; readonly position: Position | undefined }> {
  const types = range.types ?? state.webhook.events;
  let after = range.after ?? undefined;
  for (let atEnd = false; !atEnd; ) {
    const asked = { limit: pageLimit, filter: followedByWebhooks };
    const page = await store.readAll(after === undefined ? asked : { ...asked, after });
    const { end } = range;
    const isOver = page.position === undefined || (end !== undefined && page.position >= end);
    const events = page.events.filter(
      (event) =>
        (end === undefined || event.position <= end) &&
        mayConcern(state, event, types) &&
        isWithin(range, timeOf(event)),
    );
    atEnd = page.atEnd || isOver;
    after = page.position;
    // The embedded log answers in the same turn: of all replays one page is read in each.
    await nextTurn();
    yield { events, position: isOver ? end : after };
  }
}

/** Each item with what is made of it, in order; the next ones are made while the caller deals with one. */
async function* inAdvance<Item, Made>(
  items: readonly Item[],
  most: number,
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<readonly [Item, Made]> {
  const begun: Promise<Made>[] = [];
  for (const [index, item] of items.entries()) {
    for (const next of items.slice(begun.length, index + most)) {
      const made = make(next);
      begun.push(made);
      // Awaiting it gives the error; the caller may have gone before.
      made.catch(() => undefined);
    }
    const made = begun[index];
    if (made !== undefined) yield [item, await made];
  }
}

function isWithin(
  { since, until }: { readonly since: string | null; readonly until?: string | undefined },
  at: string,
) {
  return (since === null || at >= since) && (until === undefined || at < until);
}

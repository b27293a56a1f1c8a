import { unreachable } from '../../domain/shared/decider.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { WebhookEvent, WebhookReplayStopped, WebhookSettings } from '../../domain/webhook/events.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';
import { partitionOf, type ReplayDocument, type WebhookDocument } from './webhooks.document.js';

type ShownEvent = Exclude<
  WebhookEvent,
  { type: 'WebhookKeptFailing' | 'WebhookSecretRotated' | 'WebhookMessagesExhausted' }
>;

/** More than can be under way. */
const replaysShown = 40;

/** Each team's endpoints. */
export const webhooksProjection: Projection<ShownEvent, WebhookDocument> = {
  name: 'webhooks',
  version: 3,
  categories: ['webhook'],
  handles: [
    'WebhookRegistered',
    'WebhookChanged',
    'WebhookEnabled',
    'WebhookDisabled',
    'WebhookDeleted',
    'WebhookReplayRequested',
    'WebhookReplayStopped',
    'WebhookReplayCompleted',
  ],
  personal: true,
  documentsOf: 'webhook',
  fields: { teamId: 'text', partition: 'text' },
  indexes: [
    ['teamId', 'id'],
    ['partition', 'id'],
  ],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, id) {
    const at = metadata.time;
    if (event.type === 'WebhookRegistered') {
      const { teamId } = event.data;
      const partition = partitionOf(id);
      return { id, teamId, partition, ...shown(event.data), status: 'enabled', why: null, createdAt: at, replays: [] };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'WebhookChanged':
        return { ...document, ...shown(event.data) };
      case 'WebhookEnabled':
        return { ...document, status: 'enabled', why: null };
      case 'WebhookDisabled':
        return { ...document, status: 'disabled', why: event.data.why };
      case 'WebhookDeleted':
        return undefined;
      case 'WebhookReplayRequested': {
        const { replayId, scope } = event.data;
        // The message itself shows what became of it.
        if (scope.kind === 'message') return document;
        const nothingYet = { status: 'requested', endedAt: null, sent: 0, failed: 0 } as const;
        const replay = { id: replayId, scope, ...nothingYet, requestedAt: at };
        return { ...document, replays: [replay, ...document.replays].slice(0, replaysShown) };
      }
      case 'WebhookReplayStopped':
        return ended(document, event.data, {
          status: event.data.because === undefined ? 'stopped' : 'failed',
          endedAt: at,
        });
      case 'WebhookReplayCompleted':
        return ended(document, event.data, { status: 'completed', endedAt: at });
      case 'WebhookReplayBegun':
      case 'WebhookReplayLeft':
        return document;
      default:
        return unreachable(event);
    }
  },
};

function shown({ target, events, domainIds, ordered, perSecond, machineHits = false }: WebhookSettings) {
  const revealed = reveal(target);
  const { url = erasedText, tags = [] } = revealed ?? {};
  return { url, tags, events, domainIds, ordered, perSecond, machineHits };
}

function ended(
  document: WebhookDocument,
  { replayId, sent = 0, failed = 0 }: WebhookReplayStopped['data'],
  end: Pick<ReplayDocument, 'status' | 'endedAt'>,
): WebhookDocument {
  const replays = document.replays.map((each) => (each.id === replayId ? { ...each, ...end, sent, failed } : each));
  return { ...document, replays };
}

/** The document of one endpoint, from its own stream (decrypted); undefined where there is none. */
export const foldWebhook = (events: readonly Recorded[]): WebhookDocument | undefined =>
  foldStream(webhooksProjection, events);

import { command, query } from '../access/use-case.js';
import type { ReplayScope } from '../../domain/webhook/events.js';
import type { WebhookReader } from '../../domain/webhook/log-events.js';
import { webhookProgressProjection } from '../../projections/webhooks/webhook-log.projections.js';
import { partitionOf, type ReplayDocument } from '../../projections/webhooks/webhooks.document.js';
import { foldWebhook } from '../../projections/webhooks/webhooks.projection.js';
import type { EventStore } from '../ports/event-store.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { Ports } from '../shared/ports.js';
import { timeOf } from './endpoint-messages.js';
import { loadWebhook, write, type WritePorts } from './manage-webhooks.js';

/** What is to be sent again: what failed, or all events. Times are ISO 8601. */
export interface RequestReplayOptions {
  readonly status: 'failed' | undefined;
  readonly since: string;
  /** Exclusive; undefined: now. */
  readonly until: string | undefined;
  /** For a replay of events only; defaults to the endpoint's types. */
  readonly types: readonly string[] | undefined;
  /** Defaults to the usual rate. */
  readonly perSecond: number | undefined;
}

/** POST /webhooks/{id}/replay. */
export interface RequestReplay {
  readonly context: RequestContext;
  readonly webhookId: string;
  readonly options: RequestReplayOptions;
}
export type RequestReplayResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'webhook-disabled' }
  | { readonly refused: 'too-many-replays' }
  | Unavailable;

/** POST /webhooks/{id}/replays/{replay_id}/stop. What has ended stays as it is. */
export interface StopReplay {
  readonly context: RequestContext;
  readonly webhookId: string;
  readonly replayId: string;
}
type StopReplayResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

/** GET /webhooks/{id}/replays, newest first: the latest of them. Undefined when the team has no such endpoint. */
export interface ListReplays {
  readonly teamId: string;
  readonly webhookId: string;
}

/** GET /webhooks/{id}/replays/{replay_id}. Undefined when the endpoint has none with this id. */
export interface GetReplay {
  readonly teamId: string;
  readonly webhookId: string;
  readonly replayId: string;
}

export interface ShownReplay extends ReplayDocument {
  /** ISO 8601: how far in the log it has come; null: not known (yet), or it has ended. */
  readonly reachedAt: string | null;
  /** About how many messages it will have sent at its end; null: not known (yet). */
  readonly total: number | null;
}

type ReplaysPorts = WritePorts & {
  readonly store: Pick<EventStore, 'readBack'>;
  readonly readStore: Pick<Ports['readStore'], 'get'>;
};

export const RequestReplay = command({ name: 'RequestReplay', need: 'member', run: requestReplay });

export const StopReplay = command({ name: 'StopReplay', need: 'member', run: stopReplay });

export const ListReplays = query({ name: 'ListReplays', need: 'read-only', run: listReplays });

export const GetReplay = query({
  name: 'GetReplay',
  need: 'read-only',
  run: async (ports: ReplaysPorts, query: GetReplay): Promise<ShownReplay | undefined> =>
    (await listReplays(ports, query))?.find(({ id }) => id === query.replayId),
});

/** It goes out beside what is live, from a reader of its own. */
async function requestReplay(
  ports: WritePorts,
  { context, webhookId, options }: RequestReplay,
): Promise<RequestReplayResult> {
  const { teamId } = context;
  const { perSecond } = options;
  const replayId = ports.ids.next();
  const replay = { replayId, scope: scopeOf(options), ...(perSecond === undefined ? {} : { perSecond }) };
  return requested(replayId, await write(ports, context, webhookId, { type: 'RequestReplay', teamId, replay }));
}

/** `id`: what the caller knows the replay by. */
export function requested(id: string, refused: Awaited<ReturnType<typeof write>>): RequestReplayResult {
  switch (refused) {
    case undefined:
      return { id };
    case 'unavailable':
      return unavailable;
    case 'disabled':
      return { refused: 'webhook-disabled' };
    case 'too-many-replays':
      return { refused: 'too-many-replays' };
    case 'not-found':
    case 'unknown-replay':
      return { refused: 'not-found' };
  }
}

async function stopReplay(
  ports: ReplaysPorts,
  { context, webhookId, replayId }: StopReplay,
): Promise<StopReplayResult> {
  const { teamId } = context;
  const shown = await listReplays(ports, { teamId, webhookId });
  const replay = shown?.find(({ id }) => id === replayId);
  if (replay === undefined) return { refused: 'not-found' };
  const { sent, failed } = replay;
  const command = { type: 'StopReplay', teamId, replayId, counts: { sent, failed } } as const;
  const refused = await write(ports, context, webhookId, command);
  // It ended before.
  if (refused === undefined || refused === 'unknown-replay') return { id: replayId };
  return refused === 'unavailable' ? unavailable : { refused: 'not-found' };
}

async function listReplays(
  ports: ReplaysPorts,
  { teamId, webhookId }: Pick<ListReplays, 'teamId' | 'webhookId'>,
): Promise<readonly ShownReplay[] | undefined> {
  const state = await loadWebhook(ports, teamId, webhookId);
  const document = state === undefined ? undefined : foldWebhook(state.recorded);
  if (document === undefined) return undefined;
  const reports = document.replays.some(({ status }) => status === 'requested')
    ? await progressOf(ports, webhookId)
    : new Map<string, Progress>();
  return Promise.all(
    document.replays.map(async (replay) => {
      const report = replay.status === 'requested' ? reports.get(replay.id) : undefined;
      if (report === undefined)
        return { ...replay, reachedAt: null, total: replay.status === 'completed' ? replay.sent : null };
      const { position, sent, failed = 0, total = null } = report;
      const [event] = await ports.store.readBack(position, 1);
      return { ...replay, sent, failed, reachedAt: event === undefined ? null : timeOf(event), total };
    }),
  );
}

type Progress = Omit<WebhookReader, 'webhookId' | 'replayId'>;

/** As the process that runs the endpoint has last reported. */
async function progressOf({ readStore }: ReplaysPorts, webhookId: string): Promise<ReadonlyMap<string, Progress>> {
  // The read store keeps what the projection of this shape wrote.
  const found = await readStore.get(webhookProgressProjection, partitionOf(webhookId));
  const own = found?.readers.filter((reader) => reader.webhookId === webhookId) ?? [];
  return new Map(own.flatMap(({ replayId, ...rest }) => (replayId === null ? [] : [[replayId, rest] as const])));
}

function scopeOf({ status, since, until, types }: RequestReplayOptions): ReplayScope {
  const end = until === undefined ? {} : { until };
  if (status === 'failed') return { kind: 'failed', since, ...end };
  return { kind: 'events', since, after: null, ...end, types: types ?? null };
}

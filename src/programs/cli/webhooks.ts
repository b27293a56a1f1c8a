import type { EndpointOverview } from '../../application/webhook/endpoint-overview.js';
import { overviewOf } from '../../application/webhook/endpoint-overview.js';
import { handle, load } from '../../application/shared/handle.js';
import type { ReplayScope } from '../../domain/webhook/events.js';
import { webhook } from '../../domain/webhook/webhook.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Config } from '../../infrastructure/config/config.js';
import { expectedInstant, parseInstant } from '../../infrastructure/config/fields/parse.js';
import { webhookMessagesProjection } from '../../projections/webhooks/webhook-log.projections.js';
import { type OpenInstallation, provenanceOf, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { withReadModels } from './read-models.js';
import { tableOf } from './shared/table.js';

export interface ReplayOptions {
  readonly message?: string;
  readonly failedSince?: string;
  readonly since?: string;
  readonly type?: readonly string[];
}

/** `webhooks list [--team <id>]` */
export function listEndpoints(config: Config, { team }: { readonly team?: string }): Promise<Outcome> {
  return withExisting(config, (opened) =>
    withReadModels(config, opened, async (readStore) => {
      const ports = { store: opened.ports.store, readStore };
      const endpoints: ReturnType<typeof shown>[] = [];
      for await (const endpoint of overviewOf(
        ports,
        undefined,
        ({ teamId }) => team === undefined || teamId === team,
      )) {
        endpoints.push(shown(endpoint));
      }
      endpoints.sort((left, right) => (left.id < right.id ? -1 : 1));
      const text = endpoints.length === 0 ? 'There are no endpoints.' : tableOf(headings, endpoints.map(cells));
      return { result: { webhooks: endpoints }, text };
    }),
  );
}

/** `webhooks replay <id>` */
export async function replayWebhook(config: Config, webhookId: string, options: ReplayOptions): Promise<Outcome> {
  const scope = scopeOf(options);
  return withExisting(config, async (opened) => {
    const { ports } = opened;
    const stream = streamName('webhook', webhookId);
    const { state } = await load(ports, webhook, stream);
    if (state.status === 'none' || state.status === 'deleted') throw new Declined(`There is no endpoint ${webhookId}.`);
    if (scope.kind === 'message') await requireMessage(config, opened, webhookId, scope.messageId);
    const { teamId } = state.webhook;
    const replayId = ports.ids.next();
    const command = { type: 'RequestReplay', teamId, replay: { replayId, scope } } as const;
    const handled = await handle(ports, webhook, stream, command, provenanceOf('webhooks replay', ports, teamId));
    if ('events' in handled) return { result: { webhookId, replayId, scope }, text: replayId };
    switch (handled.refused) {
      case 'disabled':
        throw new Declined('This endpoint is disabled: enable it first.');
      case 'too-many-replays':
        throw new Declined('So many replays of this endpoint are not through yet that no more are taken.');
      case 'not-found':
      case 'unknown-replay':
        throw new Declined(`There is no endpoint ${webhookId}.`);
      case 'unavailable':
        throw new Error('the log could not be written');
    }
  });
}

async function requireMessage(
  config: Config,
  opened: OpenInstallation,
  webhookId: string,
  messageId: string,
): Promise<void> {
  const found = await withReadModels(config, opened, (readStore) =>
    readStore.get(webhookMessagesProjection, messageId),
  );
  if (found?.webhookId !== webhookId) throw new Declined(`This endpoint was not sent ${messageId}.`);
}

function scopeOf({ message, failedSince, since, type }: ReplayOptions): ReplayScope {
  const chosen = [message, failedSince, since].filter((each) => each !== undefined);
  if (chosen.length !== 1) throw new Misused('Name one of --message, --failed-since and --since.');
  if (type !== undefined && since === undefined) throw new Misused('--type goes with --since.');
  if (message !== undefined) return { kind: 'message', messageId: message };
  if (failedSince !== undefined) return { kind: 'failed', since: instantOf('--failed-since', failedSince) };
  return { kind: 'events', since: instantOf('--since', since ?? ''), after: null, types: type ?? null };
}

function instantOf(option: string, text: string): string {
  const instant = parseInstant(text);
  if (instant === undefined) throw new Misused(`${option} takes ${expectedInstant}.`);
  return instant;
}

/** Shows only the host of the address: a path may hold a password. */
function shown({ url, ...endpoint }: EndpointOverview) {
  const { id, teamId, status, why, events, retrying, retryingSince, failingSince, behindSince, createdAt } = endpoint;
  const host = URL.canParse(url) ? new URL(url).host : url;
  return { id, teamId, host, status, why, events, retrying, retryingSince, failingSince, behindSince, createdAt };
}

const headings = ['id', 'team', 'host', 'status', 'retrying', 'failing since', 'behind since'];

function cells({ id, teamId, host, status, why, retrying, failingSince, behindSince }: ReturnType<typeof shown>) {
  const state = why === null ? status : `${status} (${why})`;
  return [id, teamId, host, state, String(retrying), failingSince ?? '-', behindSince ?? '-'];
}

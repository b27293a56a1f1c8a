import { command } from '../access/use-case.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import { type WebhookSettings, webhookStreams, type WebhookTarget } from '../../domain/webhook/events.js';
import {
  webhook,
  type WebhookCommand,
  type WebhookRefusal,
  type WebhookState,
  type WebhookStatus,
} from '../../domain/webhook/webhook.js';
import { webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';
import type { KeyStore } from '../ports/vault.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { handle, type HandleOptions, load, type LogPorts, unwritten } from '../shared/handle.js';
import { personalValues } from '../shared/personal-values.js';
import type { Ports } from '../shared/ports.js';
import type { TeamOwners } from '../shared/team-owners.js';
import { countShown, withRoomOfOwner } from '../shared/with-room.js';

/** POST /webhooks. `events` null: all. */
export interface CreateWebhook {
  readonly context: RequestContext;
  readonly endpoint: string;
  readonly events: readonly string[] | null;
  readonly options: EndpointOptions;
}
export type CreateWebhookResult =
  | { readonly id: string; readonly secret: string }
  | EndpointRefusal
  | { readonly refused: 'too-many-webhooks'; readonly limit: number }
  | Unavailable;

/** PATCH /webhooks/{id}: what is absent stays. */
export interface ChangeWebhook {
  readonly context: RequestContext;
  readonly webhookId: string;
  readonly changes: WebhookChanges;
}
/** What is undefined is as it was, or as is usual. */
export interface EndpointOptions {
  readonly headers?: WebhookTarget['headers'] | undefined;
  readonly tags?: WebhookTarget['tags'] | undefined;
  readonly domainIds?: readonly string[] | undefined;
  readonly ordered?: boolean | undefined;
  /** Null for no limit. */
  readonly perSecond?: number | null | undefined;
  /** Opens and clicks by privacy proxies and scanners too. */
  readonly machineHits?: boolean | undefined;
}
interface WebhookChanges extends EndpointOptions {
  readonly endpoint: string | undefined;
  readonly events: readonly string[] | undefined;
  readonly status: WebhookStatus | undefined;
}
type ChangeWebhookResult = { readonly id: string } | { readonly refused: 'not-found' } | EndpointRefusal | Unavailable;

/** DELETE /webhooks/{id}. */
export interface DeleteWebhook {
  readonly context: RequestContext;
  readonly webhookId: string;
}
export type DeleteWebhookResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

/** POST /webhooks/{id}/signing-secret/rotate. */
export interface RotateWebhookSecret {
  readonly context: RequestContext;
  readonly webhookId: string;
}
export type RotateWebhookSecretResult =
  | { readonly id: string; readonly secret: string }
  | { readonly refused: 'not-found' }
  | Unavailable;

/** Why an endpoint's URL is not taken. */
type EndpointRefusal =
  | { readonly refused: 'endpoint-not-https' }
  | { readonly refused: 'endpoint-not-public' }
  | { readonly refused: 'endpoint-own' };

export type WritePorts = LogPorts & Pick<Ports, 'ownWrites'>;

export type ManageWebhooksPorts = WritePorts & {
  readonly keys: Pick<KeyStore, 'getMany' | 'createRow'>;
  readonly readStore: Pick<Ports['readStore'], 'count'>;
  readonly webhooksPerTeam: number;
  /** Without it every team counts alone. */
  readonly teamOwners?: Pick<TeamOwners, 'of' | 'sum'>;
  readonly newWebhookSecret: () => string;
  /** What is wrong with an absolute http or https URL as an endpoint of this installation. */
  readonly endpointProblem: (url: string) => EndpointRefusal['refused'] | undefined;
};

export const CreateWebhook = command({ name: 'CreateWebhook', need: 'member', run: createWebhook });

export const ChangeWebhook = command({ name: 'ChangeWebhook', need: 'member', run: changeWebhook });

export const DeleteWebhook = command({ name: 'DeleteWebhook', need: 'member', run: deleteWebhook });

export const RotateWebhookSecret = command({ name: 'RotateWebhookSecret', need: 'member', run: rotateWebhookSecret });

export async function createWebhook(
  ports: ManageWebhooksPorts,
  { context, endpoint, events, options }: CreateWebhook,
): Promise<CreateWebhookResult> {
  const problem = ports.endpointProblem(endpoint);
  if (problem !== undefined) return { refused: problem };
  const { teamId } = context;
  const count = (each: string) => countShown(ports, webhooksProjection, each, { teamId: each });
  const room = { category: 'webhook', teamId, most: ports.webhooksPerTeam, count } as const;
  const made = await withRoomOfOwner(ports, room, () => register(ports, { context, endpoint, events, options }));
  return 'refused' in made && made.refused === 'too-many' ? { refused: 'too-many-webhooks', limit: made.most } : made;
}

async function register(
  ports: ManageWebhooksPorts,
  { context, endpoint, events, options }: CreateWebhook,
): Promise<{ readonly id: string; readonly secret: string } | Unavailable> {
  const id = ports.ids.next();
  const stream = webhookStream(id);
  const loaded = unwritten<WebhookState>(webhook, stream);
  const secret = ports.newWebhookSecret();
  const { headers = [], tags = [], domainIds = [], ordered = false, perSecond = null, machineHits } = options;
  const hits = machineHits === true ? { machineHits } : {};
  const target: WebhookTarget = { url: endpoint, headers, tags };
  const { values, newKeys } = await personalValues(ports, webhookStreams, 'WebhookRegistered', loaded, {
    target,
    secret,
  });
  const settings: WebhookSettings = { target: values.target, events, domainIds, ordered, perSecond, ...hits };
  const registered = { ...settings, webhookId: id, teamId: context.teamId, secret: values.secret };
  const command = { type: 'RegisterWebhook', webhook: registered } as const;
  const handled = await write(ports, context, id, command, { loaded, newKeys });
  return handled === undefined ? { id, secret } : unavailable;
}

/** An endpoint of another team is as one that does not exist. */
async function changeWebhook(
  ports: ManageWebhooksPorts,
  { context, webhookId, changes }: ChangeWebhook,
): Promise<ChangeWebhookResult> {
  const { endpoint, events, status, headers, tags, domainIds, ordered, perSecond, machineHits } = changes;
  const problem = endpoint === undefined ? undefined : ports.endpointProblem(endpoint);
  const loaded = await loadWebhook(ports, context.teamId, webhookId);
  if (loaded === undefined) return { refused: 'not-found' };
  if (problem !== undefined) return { refused: problem };
  const { target } = loaded.webhook;
  // What else belongs to the target stays with it.
  const rest = reveal(target) ?? { url: '', headers: [], tags: [] };
  const to = { url: endpoint ?? rest.url, headers: headers ?? rest.headers, tags: tags ?? rest.tags };
  const isMoved = endpoint !== undefined || headers !== undefined || tags !== undefined;
  const command: WebhookCommand = {
    type: 'ChangeWebhook',
    teamId: context.teamId,
    changes: {
      ...(isMoved ? { target: plain<WebhookTarget>(target.kid, to) } : {}),
      ...(events === undefined ? {} : { events }),
      ...(domainIds === undefined ? {} : { domainIds }),
      ...(ordered === undefined ? {} : { ordered }),
      ...(perSecond === undefined ? {} : { perSecond }),
      ...(machineHits === undefined ? {} : { machineHits }),
    },
    ...(status === undefined ? {} : { status }),
  };
  return answer(webhookId, await write(ports, context, webhookId, command));
}

/** Its key is destroyed by the process manager that follows the log for it. */
export async function deleteWebhook(
  ports: WritePorts,
  { context, webhookId }: DeleteWebhook,
): Promise<DeleteWebhookResult> {
  return answer(webhookId, await write(ports, context, webhookId, { type: 'DeleteWebhook', teamId: context.teamId }));
}

/** The former secret signs beside the new one for a day; then its key is destroyed. */
export async function rotateWebhookSecret(
  ports: ManageWebhooksPorts,
  { context, webhookId }: RotateWebhookSecret,
): Promise<RotateWebhookSecretResult> {
  const found = await loadWebhook(ports, context.teamId, webhookId);
  if (found === undefined) return { refused: 'not-found' };
  const secret = ports.newWebhookSecret();
  const { values, newKeys } = await personalValues(ports, webhookStreams, 'WebhookSecretRotated', found.loaded, {
    secret,
  });
  const { teamId } = context;
  const nowMs = ports.clock.now();
  const command = { type: 'RotateWebhookSecret', teamId, secret: values.secret, nowMs } as const;
  const done = answer(webhookId, await write(ports, context, webhookId, command, { newKeys }));
  return 'refused' in done ? done : { id: webhookId, secret };
}

export function webhookStream(id: string): StreamName {
  return streamName('webhook', id);
}

/** Decrypted; undefined where the team has no such endpoint. */
export async function loadWebhook(ports: LogPorts, teamId: string, webhookId: string) {
  const loaded = await load(ports, webhook, webhookStream(webhookId), true);
  const { state } = loaded;
  if (state.status === 'none' || state.status === 'deleted' || state.webhook.teamId !== teamId) return undefined;
  return { ...state, recorded: loaded.events, loaded };
}

/** @returns undefined when it is written; the team's lists wait for it. */
export async function write(
  ports: WritePorts,
  context: RequestContext,
  webhookId: string,
  command: WebhookCommand,
  options: Pick<HandleOptions<WebhookState>, 'loaded' | 'newKeys'> = {},
): Promise<WebhookRefusal | 'unavailable' | undefined> {
  const provenance = { context, region: null };
  const personal = { ...options, personal: true };
  const handled = await handle(ports, webhook, webhookStream(webhookId), command, provenance, personal);
  if ('refused' in handled) return handled.refused;
  if (handled.position !== undefined) ports.ownWrites.note(context.teamId, handled.position);
  return undefined;
}

function answer(id: string, refused: WebhookRefusal | 'unavailable' | undefined): DeleteWebhookResult {
  if (refused === undefined) return { id };
  return refused === 'unavailable' ? unavailable : { refused: 'not-found' };
}

import { command } from '../access/use-case.js';
import { type ApiKeyCommand, earlier } from '../../domain/api-key/api-key.js';
import type { Permission } from '../../domain/api-key/events.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import type { Ports } from '../shared/ports.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { ApiKeys } from './api-keys.js';

/** POST /api-keys. The token is in this answer and nowhere else. */
export interface CreateApiKey {
  readonly context: RequestContext;
  readonly name: string;
  readonly permission: Permission;
  readonly domainId: string | null;
  /** ISO 8601. */
  readonly expiresAt?: string | undefined;
}
export type CreateApiKeyResult =
  | { readonly id: string; readonly token: string }
  | { readonly refused: 'domain-not-found' }
  | Unavailable;

/** PATCH /api-keys/{id}. */
export interface RenameApiKey {
  readonly context: RequestContext;
  readonly apiKeyId: string;
  readonly name: string;
}

/**
 * POST /dashboard-api/api-keys/{id}/rotate: another key with its rights. The token is in this answer and nowhere else.
 */
export interface RotateApiKey {
  readonly context: RequestContext;
  readonly apiKeyId: string;
  /** How long the former one is valid beside it. */
  readonly overlapMs: number;
}
export type RotateApiKeyResult =
  | { readonly id: string; readonly token: string; readonly former: { readonly id: string; readonly until: string } }
  | { readonly refused: 'not-found' | 'already-ended' }
  | Unavailable;

/** DELETE /api-keys/{id}: it stops working at once in this process, within a second in others. */
export interface DeleteApiKey {
  readonly context: RequestContext;
  readonly apiKeyId: string;
}
export type ChangeApiKeyResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

export interface ManageApiKeysPorts {
  readonly apiKeys: Pick<ApiKeys, 'newToken' | 'idOf' | 'create' | 'find' | 'write'>;
  readonly domains: Pick<SendingDomains, 'state'>;
}

export const CreateApiKey = command({
  name: 'CreateApiKey',
  need: 'admin',
  proof: ({ permission }) => (permission === 'full_access' ? 'recent' : 'none'),
  run: createApiKey,
});

export const RenameApiKey = command({
  name: 'RenameApiKey',
  need: 'admin',
  proof: 'none',
  run: (ports: ManageApiKeysPorts, { context, apiKeyId, name }: RenameApiKey): Promise<ChangeApiKeyResult> =>
    changeApiKey(ports, context, apiKeyId, { type: 'RenameApiKey', teamId: context.teamId, name }),
});

export const RotateApiKey = command({ name: 'RotateApiKey', need: 'admin', proof: 'recent', run: rotateApiKey });

export const DeleteApiKey = command({
  name: 'DeleteApiKey',
  need: 'admin',
  proof: 'none',
  run: (ports: ManageApiKeysPorts, { context, apiKeyId }: DeleteApiKey): Promise<ChangeApiKeyResult> =>
    changeApiKey(ports, context, apiKeyId, { type: 'DeleteApiKey', teamId: context.teamId }),
});

export async function createApiKey(
  { apiKeys, domains }: ManageApiKeysPorts,
  { context, name, permission, domainId, expiresAt }: CreateApiKey,
): Promise<CreateApiKeyResult> {
  const isKnown = domainId === null || (await domains.state(context.teamId, domainId)) !== undefined;
  if (!isKnown) return { refused: 'domain-not-found' };
  const token = apiKeys.newToken();
  if (!(await apiKeys.create(token, context, { name, permission, domainId, expiresAt }))) return unavailable;
  return { id: apiKeys.idOf(token), token };
}

/** The new one is there first: a process that ends in between leaves both, and no program without a key. */
export async function rotateApiKey(
  { apiKeys, clock }: Pick<ManageApiKeysPorts, 'apiKeys'> & Pick<Ports, 'clock'>,
  { context, apiKeyId, overlapMs }: RotateApiKey,
): Promise<RotateApiKeyResult> {
  const { teamId } = context;
  const found = await apiKeys.find(teamId, apiKeyId);
  if (found === undefined) return { refused: 'not-found' };
  const { name, permission, domainId, expiresAt } = found.key;
  const nowMs = clock.now();
  const isExpired = expiresAt !== undefined && Date.parse(expiresAt) <= nowMs;
  if (found.replacedBy !== undefined || isExpired) return { refused: 'already-ended' };
  const token = apiKeys.newToken();
  const made = await apiKeys.create(token, context, { name, permission, domainId, expiresAt, replaces: apiKeyId });
  if (!made) return unavailable;
  const id = apiKeys.idOf(token);
  const until = earlier(expiresAt, new Date(nowMs + overlapMs).toISOString());
  const handled = await apiKeys.write(context, apiKeyId, { type: 'ReplaceApiKey', teamId, by: id, until });
  if (!('refused' in handled)) return { id, token, former: { id: apiKeyId, until } };
  // Its token was shown to no one.
  await apiKeys.write(context, id, { type: 'DeleteApiKey', teamId });
  if (handled.refused === 'unavailable') return unavailable;
  return { refused: handled.refused === 'not-found' ? 'not-found' : 'already-ended' };
}

/** A key of another team is as one that does not exist. */
export async function changeApiKey(
  { apiKeys }: Pick<ManageApiKeysPorts, 'apiKeys'>,
  context: RequestContext,
  apiKeyId: string,
  change: Extract<ApiKeyCommand, { type: 'RenameApiKey' } | { type: 'DeleteApiKey' }>,
): Promise<ChangeApiKeyResult> {
  const handled = await apiKeys.write(context, apiKeyId, change);
  if (!('refused' in handled)) return { id: apiKeyId };
  return handled.refused === 'unavailable' ? unavailable : { refused: 'not-found' };
}

import { command } from '../access/use-case.js';
import type { ApiKeyCommand } from '../../domain/api-key/api-key.js';
import type { Permission } from '../../domain/api-key/events.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
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

/** DELETE /api-keys/{id}: it stops working at once in this process, within a second in others. */
export interface DeleteApiKey {
  readonly context: RequestContext;
  readonly apiKeyId: string;
}
export type ChangeApiKeyResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

export interface ManageApiKeysPorts {
  readonly apiKeys: Pick<ApiKeys, 'newToken' | 'idOf' | 'create' | 'write'>;
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

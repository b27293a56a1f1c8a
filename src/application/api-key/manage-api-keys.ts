import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ApiKeyCommand } from '../../domain/api-key/api-key.js';
import type { Permission } from '../../domain/api-key/events.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { ApiKeys } from './api-keys.js';

/** POST /api-keys. The token is in this answer and nowhere else. */
export class CreateApiKeyCommand extends Command<CreateApiKeyResult> {
  constructor(
    readonly context: RequestContext,
    readonly name: string,
    readonly permission: Permission,
    readonly domainId: string | null,
    /** ISO 8601. */
    readonly expiresAt?: string,
  ) {
    super();
  }
}
export type CreateApiKeyResult =
  | { readonly id: string; readonly token: string }
  | { readonly refused: 'domain-not-found' }
  | Unavailable;

/** PATCH /api-keys/{id}. */
export class RenameApiKeyCommand extends Command<ChangeApiKeyResult> {
  constructor(
    readonly context: RequestContext,
    readonly apiKeyId: string,
    readonly name: string,
  ) {
    super();
  }
}

/** DELETE /api-keys/{id}: it stops working at once in this process, within a second in others. */
export class DeleteApiKeyCommand extends Command<ChangeApiKeyResult> {
  constructor(
    readonly context: RequestContext,
    readonly apiKeyId: string,
  ) {
    super();
  }
}
export type ChangeApiKeyResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

export interface ManageApiKeysPorts {
  readonly apiKeys: Pick<ApiKeys, 'newToken' | 'idOf' | 'create' | 'write'>;
  readonly domains: Pick<SendingDomains, 'state'>;
}

@CommandHandler(CreateApiKeyCommand)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKeyCommand> {
  constructor(private readonly ports: ManageApiKeysPorts) {}

  execute(command: CreateApiKeyCommand): Promise<CreateApiKeyResult> {
    return createApiKey(this.ports, command);
  }
}

@CommandHandler(RenameApiKeyCommand)
export class RenameApiKeyHandler implements ICommandHandler<RenameApiKeyCommand> {
  constructor(private readonly ports: ManageApiKeysPorts) {}

  execute({ context, apiKeyId, name }: RenameApiKeyCommand): Promise<ChangeApiKeyResult> {
    return changeApiKey(this.ports, context, apiKeyId, { type: 'RenameApiKey', teamId: context.teamId, name });
  }
}

@CommandHandler(DeleteApiKeyCommand)
export class DeleteApiKeyHandler implements ICommandHandler<DeleteApiKeyCommand> {
  constructor(private readonly ports: ManageApiKeysPorts) {}

  execute({ context, apiKeyId }: DeleteApiKeyCommand): Promise<ChangeApiKeyResult> {
    return changeApiKey(this.ports, context, apiKeyId, { type: 'DeleteApiKey', teamId: context.teamId });
  }
}

export async function createApiKey(
  { apiKeys, domains }: ManageApiKeysPorts,
  { context, name, permission, domainId, expiresAt }: CreateApiKeyCommand,
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

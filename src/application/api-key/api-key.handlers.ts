import { CommandHandler, type ICommandHandler, type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import {
  type ChangeApiKeyResult,
  CreateApiKeyCommand,
  type CreateApiKeyResult,
  DeleteApiKeyCommand,
  ListApiKeysQuery,
  type ListApiKeysResult,
  RenameApiKeyCommand,
} from './api-key.messages.js';
import { unavailable } from '../shared/context.js';
import type { ApiKeys } from './api-keys.js';

@CommandHandler(CreateApiKeyCommand)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKeyCommand> {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly domains: Pick<SendingDomains, 'state'>,
  ) {}

  async execute({ context, name, permission, domainId }: CreateApiKeyCommand): Promise<CreateApiKeyResult> {
    const known = domainId === null || (await this.domains.state(context.teamId, domainId)) !== undefined;
    if (!known) return { refused: 'domain-not-found' };
    const token = this.apiKeys.newToken();
    const created = await this.apiKeys.create(token, context, { name, permission, domainId });
    if (!created) return unavailable;
    return { id: this.apiKeys.idOf(token), token };
  }
}

@CommandHandler(RenameApiKeyCommand)
export class RenameApiKeyHandler implements ICommandHandler<RenameApiKeyCommand> {
  constructor(private readonly apiKeys: ApiKeys) {}

  execute({ context, apiKeyId, name }: RenameApiKeyCommand): Promise<ChangeApiKeyResult> {
    return this.apiKeys.rename(context, apiKeyId, name);
  }
}

@CommandHandler(DeleteApiKeyCommand)
export class DeleteApiKeyHandler implements ICommandHandler<DeleteApiKeyCommand> {
  constructor(private readonly apiKeys: ApiKeys) {}

  execute({ context, apiKeyId }: DeleteApiKeyCommand): Promise<ChangeApiKeyResult> {
    return this.apiKeys.remove(context, apiKeyId);
  }
}

@QueryHandler(ListApiKeysQuery)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeysQuery> {
  constructor(private readonly list: (query: ListApiKeysQuery) => Promise<ListApiKeysResult>) {}

  execute(query: ListApiKeysQuery): Promise<ListApiKeysResult> {
    return this.list(query);
  }
}

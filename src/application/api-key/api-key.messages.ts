import { Command, Query } from '@nestjs/cqrs';
import type { Permission } from '../../domain/api-key/events.js';
import type { ApiKeyDocument } from '../../projections/api-keys/api-keys.document.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { RequestContext, Unavailable } from '../shared/context.js';

/** POST /api-keys. The token is in this answer and nowhere else. */
export class CreateApiKeyCommand extends Command<CreateApiKeyResult> {
  constructor(
    readonly context: RequestContext,
    readonly name: string,
    readonly permission: Permission,
    readonly domainId: string | null,
  ) {
    super();
  }
}
export type CreateApiKeyResult =
  | { readonly id: string; readonly token: string }
  | { readonly refused: 'domain-not-found' }
  | Unavailable;

export type ChangeApiKeyResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

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

/** GET /api-keys, newest first; everything when no limit is given. */
export class ListApiKeysQuery extends Query<ListApiKeysResult> {
  constructor(
    readonly teamId: string,
    readonly page: Partial<PageRequest>,
  ) {
    super();
  }
}
export type ListApiKeysResult = Page<ApiKeyDocument>;

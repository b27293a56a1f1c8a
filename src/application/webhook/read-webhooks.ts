import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { reveal } from '../../domain/shared/personal.js';
import type { WebhookTarget } from '../../domain/webhook/events.js';
import type { WebhookDocument } from '../../projections/webhooks/webhooks.document.js';
import { foldWebhook, webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';
import type { LogPorts } from '../shared/handle.js';
import { listPage } from '../shared/list-page.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { standing } from './manage-webhooks.js';

/** GET /webhooks, newest first. */
export class ListWebhooksQuery extends Query<ListWebhooksResult> {
  constructor(
    readonly teamId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}
export type ListWebhooksResult = Page<WebhookDocument>;

/** GET /webhooks/{id}. Undefined: the team has no such endpoint. */
export class GetWebhookQuery extends Query<GetWebhookResult> {
  constructor(
    readonly teamId: string,
    readonly webhookId: string,
  ) {
    super();
  }
}
export type GetWebhookResult =
  | { readonly document: WebhookDocument; readonly secret: string; readonly headers: WebhookTarget['headers'] }
  | undefined;

export type ListWebhooksPorts = Pick<Ports, 'readStore' | 'ownWrites'>;

@QueryHandler(ListWebhooksQuery)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooksQuery> {
  constructor(private readonly ports: ListWebhooksPorts) {}

  execute(query: ListWebhooksQuery): Promise<ListWebhooksResult> {
    return listWebhooks(this.ports, query);
  }
}

@QueryHandler(GetWebhookQuery)
export class GetWebhookHandler implements IQueryHandler<GetWebhookQuery> {
  constructor(private readonly ports: LogPorts) {}

  execute(query: GetWebhookQuery): Promise<GetWebhookResult> {
    return getWebhook(this.ports, query);
  }
}

export async function listWebhooks(
  { readStore, ownWrites }: ListWebhooksPorts,
  { teamId, page }: ListWebhooksQuery,
): Promise<ListWebhooksResult> {
  await ownWrites.settled(teamId, webhooksProjection.name);
  const definition = {
    shape: webhooksProjection,
    teamId,
    equals: { teamId },
    orderBy: 'id',
  };
  return listPage<WebhookDocument>(readStore, definition, page);
}

export async function getWebhook(ports: LogPorts, { teamId, webhookId }: GetWebhookQuery): Promise<GetWebhookResult> {
  const state = await standing(ports, teamId, webhookId);
  const document = state === undefined ? undefined : foldWebhook(state.recorded);
  const secret = state === undefined ? undefined : reveal(state.webhook.secret);
  // Its key is there as long as it is.
  const headers = state === undefined ? undefined : reveal(state.webhook.target)?.headers;
  return document === undefined || secret === undefined || headers === undefined
    ? undefined
    : { document, secret, headers };
}

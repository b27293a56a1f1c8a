import { query } from '../access/use-case.js';
import { reveal } from '../../domain/shared/personal.js';
import type { WebhookTarget } from '../../domain/webhook/events.js';
import type { WebhookDocument } from '../../projections/webhooks/webhooks.document.js';
import { foldWebhook, webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';
import type { LogPorts } from '../shared/handle.js';
import { listPage } from '../shared/list-page.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { loadWebhook } from './manage-webhooks.js';

/** GET /webhooks, newest first. */
export interface ListWebhooks {
  readonly teamId: string;
  readonly page: PageRequest;
}
export type ListWebhooksResult = Page<WebhookDocument>;

/** GET /webhooks/{id}. Undefined when the team has no such endpoint. */
export interface GetWebhook {
  readonly teamId: string;
  readonly webhookId: string;
}
export type GetWebhookResult =
  | { readonly document: WebhookDocument; readonly secret: string; readonly headers: WebhookTarget['headers'] }
  | undefined;

export type ListWebhooksPorts = Pick<Ports, 'readStore' | 'ownWrites'>;

export const ListWebhooks = query({ name: 'ListWebhooks', need: 'read-only', run: listWebhooks });

export const GetWebhook = query({ name: 'GetWebhook', need: 'read-only', run: getWebhook });

export async function listWebhooks(
  { readStore, ownWrites }: ListWebhooksPorts,
  { teamId, page }: ListWebhooks,
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

export async function getWebhook(ports: LogPorts, { teamId, webhookId }: GetWebhook): Promise<GetWebhookResult> {
  const state = await loadWebhook(ports, teamId, webhookId);
  const document = state === undefined ? undefined : foldWebhook(state.recorded);
  const secret = state === undefined ? undefined : reveal(state.webhook.secret);
  // Its key is there as long as it is.
  const headers = state === undefined ? undefined : reveal(state.webhook.target)?.headers;
  return document === undefined || secret === undefined || headers === undefined
    ? undefined
    : { document, secret, headers };
}

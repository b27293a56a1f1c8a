import { query } from '../access/use-case.js';
import { reveal } from '../../domain/shared/personal.js';
import type { WebhookTarget } from '../../domain/webhook/events.js';
import type { WebhookDocument } from '../../projections/webhooks/webhooks.document.js';
import { foldWebhook, webhooksProjection } from '../../projections/webhooks/webhooks.projection.js';
import type { LogPorts } from '../shared/handle.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';
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

export function listWebhooks(ports: ListWebhooksPorts, { teamId, page }: ListWebhooks): Promise<ListWebhooksResult> {
  return teamList(ports, webhooksProjection, { teamId, page });
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

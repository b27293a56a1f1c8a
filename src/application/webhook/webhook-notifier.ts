import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { WebhookDisabled, WebhookKeptFailing } from '../../domain/webhook/events.js';
import { type ExistingWebhook, webhook } from '../../domain/webhook/webhook.js';
import type { NoticeRecipients } from '../notice/notice-recipients.js';
import { type NoticePorts, sendNotice } from '../notice/send-notice.js';
import type { StoredEvent } from '../ports/event-store.js';
import { load } from '../shared/handle.js';
import { Backlog } from '../shared/backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';

export type NotifierPorts = NoticePorts & { readonly noticeRecipients: NoticeRecipients };

/** Its name, what it follows, and what it is made from. */
export const webhookNotifier = {
  name: 'webhook-notifier',
  filter: { categories: ['webhook'], types: ['WebhookKeptFailing', 'WebhookDisabled'] },
  make: ({ services }: { readonly services: NotifierPorts }) => createWebhookNotifier(services),
} satisfies DeclaredProcessManager;

/** Writes to the team when an endpoint has failed for a day, and when its failures have disabled it. */
export function createWebhookNotifier(ports: NotifierPorts): ProcessManager {
  const backlog = new Backlog<StoredEvent>();

  async function notify(stored: StoredEvent): Promise<void> {
    const [recorded] = ports.codec.decode<WebhookKeptFailing | WebhookDisabled>([stored]);
    if (recorded === undefined) return;
    const { state } = await load(ports, webhook, stored.stream, true);
    // Deleted since: a notice has no use any more.
    if (state.status === 'none' || state.status === 'deleted') return;
    const words = wordsOf(recorded, state);
    if (words === undefined) return;
    const { teamId } = state.webhook;
    const { id: eventId, position } = recorded;
    const to = await ports.noticeRecipients(teamId);
    await sendNotice(ports, { teamId, to, ...words, cause: { eventId, position } });
  }

  return {
    ...webhookNotifier,
    backlog,
    note(stored) {
      backlog.add(stored.id, stored);
    },
    async act() {
      await eachInTurn(backlog.entries(), async ([id, stored]) => {
        await notify(stored);
        backlog.finish(id);
      });
    },
  };
}

/**
 * Names only the endpoint's host: a path may hold a password.
 * @returns undefined when a person did it, and knows.
 */
function wordsOf(
  { event, metadata }: Recorded<WebhookKeptFailing | WebhookDisabled>,
  { webhook: { webhookId, target } }: ExistingWebhook,
): { readonly subject: string; readonly text: string } | undefined {
  const url = reveal(target)?.url;
  const host = url === undefined ? 'unknown' : new URL(url).host;
  const about = `\n\nEndpoint: ${webhookId}\nHost: ${host}\n`;
  if (event.type === 'WebhookKeptFailing') {
    const text = [
      `Your webhook endpoint at ${host} has failed every time since ${event.data.since}.`,
      'Messages are retried for about 28 hours each. After 5 days of failures the endpoint is disabled.',
    ].join('\n');
    return { subject: `Webhook endpoint at ${host} fails`, text: text + about };
  }
  if (event.data.why === 'person') return undefined;
  const why = event.data.why === 'gone' ? 'it answered 410 (gone)' : 'it failed every time for 5 days';
  const text = [
    `Your webhook endpoint at ${host} was disabled at ${metadata.time}, because ${why}.`,
    'Nothing is sent to it any more. Once it is enabled again it is sent what happens from then on; a replay sends what it missed.',
  ].join('\n');
  return { subject: `Webhook endpoint at ${host} is disabled`, text: text + about };
}

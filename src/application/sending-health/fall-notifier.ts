import type { FallMeasure, Share } from '../../domain/insight/health/fall.js';
import type { ReceiverGroup } from '../../domain/insight/health/receiver-group.js';
import type { DomainDeliveryFell, DomainPassShareFell } from '../../domain/sending-domain/events.js';
import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import type { NoticeRecipients } from '../notice/notice-recipients.js';
import { type NoticePorts, sendNotice } from '../notice/send-notice.js';
import type { StoredEvent } from '../ports/event-store.js';
import { Backlog } from '../shared/backlog.js';
import { load } from '../shared/handle.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';

export type FallNotifierPorts = NoticePorts & { readonly noticeRecipients: NoticeRecipients };

/** Its name, what it follows, and what it is made from. */
export const fallNotifier = {
  name: 'fall-notifier',
  filter: { categories: ['domain'], types: ['DomainDeliveryFell', 'DomainPassShareFell'] },
  make: ({ services }: { readonly services: FallNotifierPorts }) => createFallNotifier(services),
} satisfies DeclaredProcessManager;

/** Writes to the team when receivers take less of a domain's email than before. */
export function createFallNotifier(ports: FallNotifierPorts): ProcessManager {
  const backlog = new Backlog<StoredEvent>();

  async function notify(stored: StoredEvent): Promise<void> {
    const [recorded] = ports.codec.decode<DomainDeliveryFell | DomainPassShareFell>([stored]);
    const teamId = recorded?.metadata.teamId ?? null;
    if (recorded === undefined || teamId === null) return;
    const { state } = await load(ports, sendingDomain, stored.stream);
    // Deleted since: a notice has no use any more.
    if (state.status !== 'active') return;
    const { id: eventId, position } = recorded;
    const to = await ports.noticeRecipients(teamId);
    const { name } = state.domain;
    const { event } = recorded;
    const words = event.type === 'DomainDeliveryFell' ? wordsOf(name, event.data) : passWords(name, event.data);
    await sendNotice(ports, { teamId, to, ...words, cause: { eventId, position } });
  }

  return {
    ...fallNotifier,
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

const receivers: Readonly<Record<ReceiverGroup, string>> = {
  gmail: 'Gmail',
  microsoft: 'Microsoft',
  yahoo: 'Yahoo',
  apple: 'Apple',
  other: 'other receivers',
};

const headlines: Readonly<Record<FallMeasure, string>> = {
  delivered: 'Fewer emails delivered',
  deferred: 'More emails deferred',
  complained: 'More spam complaints',
};

const shares: Readonly<Record<FallMeasure, string>> = {
  delivered: 'Delivered',
  deferred: 'Deferred',
  complained: 'Spam complaints',
};

function wordsOf(domain: string, { group, measure, now, before }: DomainDeliveryFell['data']) {
  const receiver = receivers[group];
  const text = [
    `${headlines[measure]} from ${domain} to ${receiver}. Chance does not explain it.`,
    '',
    `${shares[measure]} in the last 7 days: ${percent(now)}`,
    `In the 4 weeks before: ${percent(before)}`,
    '',
    'Next step: open the domain in the dashboard, then Sending health. It shows which requirements of the receivers are not met.',
    'Each such change is reported at most once in 7 days.',
    '',
  ].join('\n');
  return { subject: `${headlines[measure]}: ${domain} to ${receiver}`, text };
}

function passWords(domain: string, { now, before }: DomainPassShareFell['data']) {
  const text = [
    `Receivers report that fewer messages in the name of ${domain} pass DMARC. Chance does not explain it: a service of yours may send without a right signature, or someone else sends in your name.`,
    '',
    `Passed in the last 7 days: ${percent(now)}`,
    `In the 4 weeks before: ${percent(before)}`,
    '',
    'Next step: open the domain in the dashboard, then Reports. It shows which servers sent in your name and what passed.',
    'Such a change is reported at most once in 7 days.',
    '',
  ].join('\n');
  return { subject: `Fewer messages pass DMARC: ${domain}`, text };
}

/** "93.1% (932 of 1001)". */
const percent = ({ count, of }: Share): string => `${((100 * count) / of).toFixed(1)}% (${count} of ${of})`;

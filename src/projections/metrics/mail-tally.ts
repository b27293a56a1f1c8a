import type { HitTally, MailMetrics } from './metrics.document.js';

/** Counts of the contract. */
export const counts = [
  'received',
  'delivered',
  'complained',
  'suppressed',
  'bounced',
  'bounced_transient',
  'bounced_permanent',
  'bounced_undetermined',
  'opened',
  'clicked',
  'unsubscribed',
  'delivery_delayed',
  'failed',
  'sent',
  'unique_opened',
  'unique_clicked',
] as const;
/** Counts of ours about tracked emails. `_all`: by privacy proxies and scanners too. */
export const trackingCounts = [
  'opens_tracked',
  'clicks_tracked',
  'opened_all',
  'clicked_all',
  'unique_opened_all',
  'unique_clicked_all',
] as const;
export const allCounts = [...counts, ...trackingCounts] as const;
export type Count = (typeof allCounts)[number];
export type Tally = Record<Count, number>;

const zero = Object.fromEntries(allCounts.map((name) => [name, 0])) as Tally;

export function emptyTally(): Tally {
  return { ...zero };
}

/** Counts each recipient of the mail. */
export function figuresOfMail(mail: MailTally): Tally {
  const tally = emptyTally();
  count(tally, mail, 1);
  return tally;
}

export type MailTally = Pick<MailMetrics, 'recipients' | 'tracked' | 'hits'>;

/** Adds each recipient of the mail, or takes it away. */
export function count(tally: Tally, mail: MailTally, by: 1 | -1): void {
  for (const { sent, delayed, result, complained, unsubscribed } of mail.recipients) {
    if (complained === true) tally.complained += by;
    if (unsubscribed === true) tally.unsubscribed += by;
    if (sent) tally.sent += by;
    if (delayed) tally.delivery_delayed += by;
    if (result === null || result === 'canceled') continue;
    tally[result] += by;
    if (result.startsWith('bounced')) tally.bounced += by;
  }
  countHits(tally, mail, by);
}

/** Only of copies that were delivered, so that no rate exceeds 100%. */
function countHits(tally: Tally, { recipients, tracked, hits = [] }: MailTally, by: 1 | -1): void {
  if (tracked === undefined) return;
  const delivered = recipients.flatMap(({ result }, number) => (result === 'delivered' ? [number] : []));
  // No one knows who opened a message that several got: it is one copy.
  const copies: readonly (number | null)[] = tracked.eachItsOwn ? delivered : delivered.length === 0 ? [] : [null];
  if (tracked.opens) tally.opens_tracked += by * copies.length;
  if (tracked.clicks) tally.clicks_tracked += by * copies.length;
  if (hits.length === 0) return;
  const counted = hits.filter(({ recipient }) => copies.includes(recipient));
  const opens = counted.filter(({ kind }) => kind === 'open');
  const clicks = counted.filter(({ kind }) => kind === 'click');
  tally.opened_all += by * opens.length;
  tally.clicked_all += by * clicks.length;
  tally.unique_opened_all += by * copiesOf(opens);
  tally.unique_clicked_all += by * copiesOf(clicks);
  const people = { opens: opens.filter(({ byPerson }) => byPerson), clicks: clicks.filter(({ byPerson }) => byPerson) };
  tally.opened += by * people.opens.length;
  tally.clicked += by * people.clicks.length;
  tally.unique_opened += by * copiesOf(people.opens);
  tally.unique_clicked += by * copiesOf(people.clicks);
}

const copiesOf = (hits: readonly HitTally[]): number => new Set(hits.map(({ recipient }) => recipient)).size;

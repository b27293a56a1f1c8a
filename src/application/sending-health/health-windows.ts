import { type Fall, fallsBetween } from '../../domain/insight/health/fall.js';
import { HealthSum } from '../../domain/insight/health/figures.js';
import { isVerified } from '../../domain/shared/tls-proof.js';
import { type ReceiverGroup, receiverGroups } from '../../domain/insight/health/receiver-group.js';
import {
  type SendingHealthDocument,
  sendingHealthProjection,
} from '../../projections/sending-health/sending-health.projection.js';
import type { Ports } from '../shared/ports.js';

export interface HealthWindow {
  /** ISO 8601. */
  readonly from: string;
  readonly until: string;
  readonly groups: ReadonlyMap<ReceiverGroup, HealthSum>;
}

export interface HealthWindows {
  /** Seven days each, the latest first: what is compared, then the four weeks before. */
  readonly windows: readonly HealthWindow[];
  /** Bulk emails of the latest window of which that is known. */
  readonly bulk: { readonly emails: number; readonly oneClick: number };
  /** Emails of the latest window that a receiver took over a connection without proof, the latest first. */
  readonly unverified: readonly UnverifiedEmail[];
  /** Whether all emails were read; of too many the oldest are left out. */
  readonly isComplete: boolean;
}

export interface UnverifiedEmail {
  readonly emailId: string;
  /** ISO 8601. */
  readonly at: string;
  /** In clear for one recipient at least. */
  readonly isClear: boolean;
}

export interface GroupFall extends Fall {
  readonly group: ReceiverGroup;
}

const weekMs = 7 * 86_400_000;
const windowCount = 5;
const pageRows = 1_000;
/** For one answer. */
const mostEmails = 200_000;
const mostUnverified = 100;

/** How receivers took the emails of a domain in the five weeks before `nowMs`. */
export async function healthWindows(
  { readStore }: Pick<Ports, 'readStore'>,
  { teamId, domainId, nowMs }: { readonly teamId: string; readonly domainId: string; readonly nowMs: number },
): Promise<HealthWindows> {
  const windows = Array.from({ length: windowCount }, (_, index) => ({
    from: isoAt(nowMs - (index + 1) * weekMs),
    until: isoAt(nowMs - index * weekMs),
    groups: new Map<ReceiverGroup, HealthSum>(),
  }));
  const bulk = { emails: 0, oneClick: 0 };
  const unverified: UnverifiedEmail[] = [];
  let read = 0;
  let after: { value: string; id: string } = { value: isoAt(nowMs), id: '' };
  const query = { equals: { teamId, domainId }, orderBy: 'at', direction: 'desc', limit: pageRows } as const;
  const until = isoAt(nowMs - windowCount * weekMs);
  for (let hasMore = true; hasMore && read < mostEmails; ) {
    const page = await readStore.list(sendingHealthProjection, { ...query, after, until, forTeam: teamId });
    const documents = page.documents.map(({ document }) => document);
    for (const document of documents) {
      const index = Math.min(windowCount - 1, Math.floor((nowMs - Date.parse(document.at)) / weekMs));
      if (index === 0 && document.oneClick !== null) {
        bulk.emails += 1;
        if (document.oneClick) bulk.oneClick += 1;
      }
      if (index === 0 && unverified.length < mostUnverified) unverified.push(...unverifiedIn(document));
      for (const recipient of document.recipients) {
        const group = recipient.group ?? 'other';
        const groups = windows[index]?.groups;
        const sum = groups?.get(group) ?? new HealthSum();
        sum.add(recipient);
        groups?.set(group, sum);
      }
    }
    read += documents.length;
    const last = documents.at(-1);
    hasMore = page.hasMore && last !== undefined;
    if (last !== undefined) after = { value: last.at, id: last.id };
    if (hasMore && read >= mostEmails) return { windows, bulk, unverified, isComplete: false };
  }
  return { windows, bulk, unverified, isComplete: true };
}

function unverifiedIn({ id, at, recipients }: SendingHealthDocument): readonly UnverifiedEmail[] {
  const proofs = recipients.flatMap(({ result, tls }) => (result === 'delivered' && tls !== null ? [tls] : []));
  return proofs.every(isVerified) ? [] : [{ emailId: id, at, isClear: proofs.includes('none') }];
}

/** What got worse in the latest window, by group. */
export function fallsIn({ windows: [now, ...before] }: HealthWindows): readonly GroupFall[] {
  return receiverGroups.flatMap((group) =>
    fallsBetween(sumOf(now === undefined ? [] : [now], group).figures(), sumOf(before, group).figures()).map(
      (fall) => ({ group, ...fall }),
    ),
  );
}

/** One group over several windows; every group where none is named. */
export function sumOf(windows: readonly HealthWindow[], group?: ReceiverGroup): HealthSum {
  return windows
    .flatMap(({ groups }) => (group === undefined ? [...groups.values()] : (groups.get(group) ?? [])))
    .reduce((sum, each) => sum.plus(each), new HealthSum());
}

const isoAt = (ms: number): string => new Date(ms).toISOString();

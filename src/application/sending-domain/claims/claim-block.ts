import type { DomainNameState } from '../../../domain/sending-domain/domain-name.js';
import type { ClaimBlock } from '../../../domain/sending-domain/events.js';
import { emailsProjection } from '../../../projections/emails/emails.projection.js';
import type { MailMetrics } from '../../../projections/metrics/metrics.document.js';
import { metricsProjection } from '../../../projections/metrics/metrics.projection.js';
import type { ListQuery, ReadStore } from '../../ports/read-store.js';

export interface ClaimBlockPorts {
  readonly readStore: Pick<ReadStore, 'list'>;
}

/** How long a name stays after it was taken, and after email was last sent from it. */
const graceMs = 86_400_000;

const pageSize = 500;

/**
 * What keeps a name with its holder although another team has proved it: it was taken a moment ago, mail of it still
 * waits for its time, or it is in use. Null: nothing does.
 */
export async function claimBlock(
  ports: ClaimBlockPorts,
  { holder, heldSince }: DomainNameState,
  nowMs: number,
): Promise<ClaimBlock | null> {
  if (holder === undefined) return null;
  if (Date.parse(heldSince ?? '') + graceMs > nowMs) return 'grace_period';
  const { teamId, opens } = holder;
  if (await hasScheduled(ports, teamId, opens.domainId)) return 'pending_scheduled_emails';
  const lastUse = await lastUseMs(ports, teamId, opens.domainId);
  return lastUse !== undefined && lastUse + graceMs > nowMs ? 'recent_owner_activity' : null;
}

async function hasScheduled({ readStore }: ClaimBlockPorts, teamId: string, domainId: string): Promise<boolean> {
  const equals = { teamId, lastEvent: 'scheduled' };
  const query = { equals, orderBy: 'id', direction: 'asc', limit: pageSize } as const;
  let after: ListQuery['after'];
  for (;;) {
    const page = await readStore.list(emailsProjection, after === undefined ? query : { ...query, after });
    // The shape is that of the `emails` projection.
    if (page.documents.some(({ document }) => document.domainId === domainId)) return true;
    const last = page.documents.at(-1);
    if (!page.hasMore || last === undefined) return false;
    after = { value: last.id, id: last.id };
  }
}

async function lastUseMs(
  { readStore }: ClaimBlockPorts,
  teamId: string,
  domainId: string,
): Promise<number | undefined> {
  const equals = { kind: 'mail', teamId, domainId };
  const page = await readStore.list(metricsProjection, { equals, orderBy: 'at', direction: 'desc', limit: 1 });
  const [last] = page.documents;
  // The shape is that of the `metrics` projection.
  return last === undefined ? undefined : Date.parse((last.document as MailMetrics).at);
}

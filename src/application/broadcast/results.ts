import type { Variant } from '../../domain/broadcast/ab-test.js';
import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import type { ReceiverGroup } from '../../domain/insight/health/receiver-group.js';
import type { ChunkResult } from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { query } from '../access/use-case.js';
import type { LinkReader } from '../ports/html-tracker.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { ContentPorts } from '../template/template-content.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { type ClickedLink, clickedLinksOf } from './clicked-links.js';
import { leftByVariant } from './left-by-variant.js';
import { linkNames } from './link-names.js';
import { countedBy, departuresOf, type ReceiverCounts, type Sums, tallied, type VariantCounts } from './result-sums.js';

type ResultPorts = LogPorts & ContentPorts & Pick<Ports, 'readStore'>;

interface HourCounts {
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
}

/**
 * What became of a broadcast, counted in members. `planned` is the sum of delivered, bounced, failed, unknown, waiting,
 * retired and all that were skipped.
 */
export interface BroadcastResults extends ReceiverCounts {
  readonly planned: number;
  /** To whom an attempt was made. */
  readonly sent: number;
  readonly bouncedBy: Readonly<Record<'permanent' | 'transient' | 'undetermined', number>>;
  readonly unsubscribed: number;
  /** Those of `skipped` for whom there was an email already. */
  readonly suppressed: number;
  /** By reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly failed: number;
  readonly unknown: number;
  readonly waiting: number;
  /** Their emails were deleted by retention. */
  readonly retired: number;
  readonly byReceiver: Readonly<Partial<Record<ReceiverGroup, ReceiverCounts>>>;
  readonly byLink: readonly ClickedLink[];
  /** Those in its A/B test alone, not those who got the winner; null without a test. */
  readonly byVariant: Readonly<Record<Variant, VariantCounts>> | null;
  /** By hour, UTC: first opens and clicks of people. */
  readonly byHour: ReadonlyMap<string, HourCounts>;
}

/** GET /dashboard-api/broadcasts/{id}/results. */
export interface GetBroadcastResults {
  readonly teamId: string;
  readonly broadcastId: string;
  readonly linksIn: LinkReader;
}
const mostLinks = 100;

export const GetBroadcastResults = query({
  name: 'GetBroadcastResults',
  need: 'read-only',
  async run(ports: ResultPorts, asked: GetBroadcastResults): Promise<BroadcastResults | undefined> {
    const { teamId, broadcastId, linksIn } = asked;
    const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
    return loaded === undefined ? undefined : resultsOf(ports, broadcastId, loaded.state, linksIn);
  },
});

/** Counted in indexes: no document of a member is read, but for one of each kind. */
export async function resultsOf(
  ports: ContentPorts & Pick<Ports, 'readStore'>,
  broadcastId: string,
  { status, audience, sentAs }: Pick<Broadcast, 'status' | 'audience' | 'sentAs'>,
  linksIn: LinkReader,
): Promise<BroadcastResults> {
  const sums = await tallied(ports, broadcastId, status);
  const frozen = await chunksOf(ports, broadcastId);
  sums.skip(frozen.skipped);
  const planned = audience?.members ?? frozen.members;
  const without = planned - sums.accounted();
  return {
    ...sums.shown(),
    planned,
    unsubscribed: await departuresOf(ports, broadcastId),
    ...restOf(sums, Math.max(0, without), status),
    byLink: (await clickedLinksOf(ports, broadcastId, await linkNames(ports, sentAs, linksIn))).slice(0, mostLinks),
    byVariant: sentAs?.test === undefined ? null : sums.variants(await leftByVariant(ports, broadcastId)),
    byHour: await hoursOf(ports, broadcastId),
  };
}

/** Members without an email, and without a reason why. */
function restOf({ waiting, skipped }: Sums, without: number, status: Broadcast['status']) {
  if (status === 'sent') return { waiting, skipped, retired: without };
  if (status !== 'canceled' || without === 0) return { waiting: waiting + without, skipped, retired: 0 };
  return { waiting, skipped: { ...skipped, canceled: (skipped['canceled'] ?? 0) + without }, retired: 0 };
}

async function hoursOf(ports: Pick<Ports, 'readStore'>, broadcastId: string): Promise<ReadonlyMap<string, HourCounts>> {
  const hours = new Map<string, HourCounts>();
  for (const kind of ['delivered', 'opened', 'clicked'] as const) {
    for await (const { value, count } of countedBy(ports, broadcastId, `${kind}Hour`)) {
      hours.set(value, { ...(hours.get(value) ?? { delivered: 0, opened: 0, clicked: 0 }), [kind]: count });
    }
  }
  return new Map([...hours].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Members of the frozen audience, and who of them got no email at all. */
export async function chunksOf({ readStore }: Pick<Ports, 'readStore'>, broadcastId: string) {
  const skipped: Record<string, number> = {};
  let members = 0;
  const query = { equals: { kind: 'chunk', broadcastId }, orderBy: 'id', direction: 'asc', limit: 1_000 } as const;
  for (let after: { readonly value: string; readonly id: string } | undefined; ; ) {
    const page = await readStore.list(broadcastResultsProjection, {
      ...query,
      ...(after === undefined ? {} : { after }),
    });
    for (const { document } of page.documents) {
      const chunk = document as ChunkResult;
      members += chunk.members;
      for (const [reason, count] of Object.entries(chunk.skipped)) skipped[reason] = (skipped[reason] ?? 0) + count;
    }
    const id = page.documents.at(-1)?.id;
    if (!page.hasMore || id === undefined) return { members, skipped };
    after = { value: id, id };
  }
}

import type { Variant } from '../../domain/broadcast/ab-test.js';
import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import type { ReceiverGroup } from '../../domain/insight/health/receiver-group.js';
import { query } from '../access/use-case.js';
import type { LinkReader } from '../ports/html-tracker.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { ContentPorts } from '../template/template-content.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { type ClickedLink, clickedLinksOf } from './clicked-links.js';
import { leftByVariant } from './left-by-variant.js';
import { linkNames } from './link-names.js';
import { figuresOf } from './counts.js';
import { type ReceiverCounts, Sums, sumsOf, type VariantCounts } from './result-sums.js';

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

/** From the sums that are kept: no document of a member is read, but of those who clicked. */
export async function resultsOf(
  ports: ContentPorts & Pick<Ports, 'readStore'>,
  broadcastId: string,
  { status, audience, sentAs }: Pick<Broadcast, 'status' | 'audience' | 'sentAs'>,
  linksIn: LinkReader,
): Promise<BroadcastResults> {
  const figures = (await figuresOf(ports, [broadcastId])).get(broadcastId);
  const { tallies, skipped, hours } = await sumsOf(ports, broadcastId);
  const sums = new Sums();
  for (const { tally, count } of tallies) sums.add(tally, count, status);
  sums.skip(skipped);
  const planned = audience?.members ?? figures?.planned ?? 0;
  const without = planned - sums.accounted();
  return {
    ...sums.shown(),
    planned,
    unsubscribed: figures?.left ?? 0,
    ...restOf(sums, Math.max(0, without), status),
    byLink: (await clickedLinksOf(ports, broadcastId, await linkNames(ports, sentAs, linksIn))).slice(0, mostLinks),
    byVariant: sentAs?.test === undefined ? null : sums.variants(await leftByVariant(ports, broadcastId)),
    byHour: byHour(hours),
  };
}

/** Members without an email, and without a reason why. */
function restOf({ waiting, skipped }: Sums, without: number, status: Broadcast['status']) {
  if (status === 'sent') return { waiting, skipped, retired: without };
  if (status !== 'canceled' || without === 0) return { waiting: waiting + without, skipped, retired: 0 };
  return { waiting, skipped: { ...skipped, canceled: (skipped['canceled'] ?? 0) + without }, retired: 0 };
}

function byHour(counted: Awaited<ReturnType<typeof sumsOf>>['hours']): ReadonlyMap<string, HourCounts> {
  const hours = new Map<string, HourCounts>();
  for (const { name, hour, count } of counted)
    hours.set(hour, { ...(hours.get(hour) ?? { delivered: 0, opened: 0, clicked: 0 }), [name]: count });
  return new Map([...hours].sort(([one], [other]) => (one < other ? -1 : 1)));
}

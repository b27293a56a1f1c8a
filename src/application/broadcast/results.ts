import type { Variant } from '../../domain/broadcast/ab-test.js';
import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import { type ReceiverGroup, receiverGroups } from '../../domain/insight/health/receiver-group.js';
import {
  type ChunkResult,
  type MemberResult,
  type Tally,
  tallyOf,
} from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import { query } from '../access/use-case.js';
import type { DocumentShape } from '../ports/read-store.js';
import { nextTurn } from '../shared/delay.js';
import type { LinkReader } from '../ports/html-tracker.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { ContentPorts } from '../template/template-content.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { type ClickedLink, clickedLinksOf } from './clicked-links.js';
import { leftByVariant } from './left-by-variant.js';
import { linkNames } from './link-names.js';

type ResultPorts = LogPorts & ContentPorts & Pick<Ports, 'readStore'>;

/** People, and people and machines together. */
interface SeenCounts {
  readonly people: number;
  readonly all: number;
}
export interface ReceiverCounts {
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
  readonly opened: SeenCounts;
  readonly clicked: SeenCounts;
}
interface VariantCounts extends ReceiverCounts {
  /** For whom there is an email. */
  readonly recipients: number;
  readonly unsubscribed: number;
}
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
  const sums = new Sums();
  for await (const { value, count } of countedBy(ports, broadcastId, 'tally')) sums.add(tallyOf(value), count, status);
  const frozen = await chunksOf(ports, broadcastId);
  sums.skip(frozen.skipped);
  const planned = audience?.members ?? frozen.members;
  const without = planned - sums.accounted();
  const departures = { kind: 'departure', broadcastId };
  return {
    ...sums.shown(),
    planned,
    unsubscribed: await ports.readStore.count(broadcastResultsProjection, departures),
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

type Writable<Counts> = { -readonly [Name in keyof Counts]: Counts[Name] };
interface GroupSum extends Writable<Omit<ReceiverCounts, 'opened' | 'clicked'>> {
  readonly opened: Writable<SeenCounts>;
  readonly clicked: Writable<SeenCounts>;
}
const emptyGroup = (): GroupSum => ({
  ...{ delivered: 0, bounced: 0, complained: 0 },
  opened: { people: 0, all: 0 },
  clicked: { people: 0, all: 0 },
});

class Sums {
  readonly skipped: Record<string, number> = {};
  readonly #all = emptyGroup();
  readonly #variants = { a: emptyGroup(), b: emptyGroup() };
  readonly #recipients = { a: 0, b: 0 };
  readonly #groups = new Map<ReceiverGroup, GroupSum>();
  readonly #bouncedBy = { permanent: 0, transient: 0, undetermined: 0 };
  readonly #more = { sent: 0, suppressed: 0, failed: 0, unknown: 0 };
  waiting = 0;

  add(tally: Tally, count: number, status: Broadcast['status']): void {
    if (tally.sent) this.#more.sent += count;
    this.#end(tally, count, status);
    this.#addTo(this.#all, tally, count);
    if (tally.part !== undefined) {
      this.#recipients[tally.part] += count;
      this.#addTo(this.#variants[tally.part], tally, count);
    }
    if (tally.group === null) return;
    const group = this.#groups.get(tally.group) ?? emptyGroup();
    this.#groups.set(tally.group, group);
    this.#addTo(group, tally, count);
  }

  skip(reasons: Readonly<Record<string, number>>): void {
    for (const [reason, count] of Object.entries(reasons)) this.skipped[reason] = (this.skipped[reason] ?? 0) + count;
  }

  /** All that have a fate. */
  accounted(): number {
    const skipped = Object.values(this.skipped).reduce((sum, count) => sum + count, 0);
    const { failed, unknown } = this.#more;
    return this.#all.delivered + this.#all.bounced + failed + unknown + skipped + this.waiting;
  }

  shown() {
    const groups = receiverGroups.flatMap((name) => {
      const group = this.#groups.get(name);
      return group === undefined ? [] : [[name, group] as const];
    });
    return { ...this.#all, ...this.#more, bouncedBy: this.#bouncedBy, byReceiver: Object.fromEntries(groups) };
  }

  variants(unsubscribed: Readonly<Record<Variant, number>>): Readonly<Record<Variant, VariantCounts>> {
    const of = (variant: Variant): VariantCounts => {
      const [recipients, left] = [this.#recipients[variant], unsubscribed[variant]];
      return { ...this.#variants[variant], recipients, unsubscribed: left };
    };
    return { a: of('a'), b: of('b') };
  }

  #end({ result, reason }: Tally, count: number, status: Broadcast['status']): void {
    switch (result) {
      case null:
        this.waiting += count;
        return;
      case 'delivered':
        return;
      case 'bounced_permanent':
      case 'bounced_transient':
      case 'bounced_undetermined':
        this.#bouncedBy[bounceTypes[result]] += count;
        return;
      case 'suppressed':
        this.#more.suppressed += count;
        this.skip({ [reason ?? result]: count });
        return;
      case 'canceled':
        this.skip({ canceled: count });
        return;
      case 'failed':
        if (reason === 'outcome-unknown') this.#more.unknown += count;
        else if (reason === 'erased') this.skip({ erased: count });
        else if (reason === 'dropped' && status === 'canceled') this.skip({ canceled: count });
        else this.#more.failed += count;
    }
  }

  #addTo(sum: GroupSum, { result, complained, opened, clicked }: Tally, count: number): void {
    if (result === 'delivered') sum.delivered += count;
    if (result?.startsWith('bounced') === true) sum.bounced += count;
    if (complained) sum.complained += count;
    for (const [kind, by] of [['opened', opened] as const, ['clicked', clicked] as const]) {
      if (by === 'none') continue;
      sum[kind].all += count;
      if (by === 'person') sum[kind].people += count;
    }
  }
}

const bounceTypes = {
  bounced_permanent: 'permanent',
  bounced_transient: 'transient',
  bounced_undetermined: 'undetermined',
} as const;

type CountedField = 'tally' | 'deliveredHour' | 'openedHour' | 'clickedHour';

/** Each value of the field that members have, in order, and how many have it: jumps from one to the next. */
export async function* countedBy(
  { readStore }: Pick<Ports, 'readStore'>,
  broadcastId: string,
  field: CountedField,
): AsyncGenerator<{ readonly value: string; readonly count: number }> {
  const shape: DocumentShape = broadcastResultsProjection;
  const equals = { kind: 'member', broadcastId };
  for (let last = { value: '', id: '' }; ; ) {
    const page = await readStore.list(shape, { equals, orderBy: field, direction: 'asc', after: last, limit: 1 });
    const value = (page.documents[0]?.document as MemberResult | undefined)?.[field];
    if (value === undefined) return;
    yield { value, count: await readStore.count(shape, { ...equals, [field]: value }) };
    // No id is above it.
    last = { value, id: '\u{10ffff}' };
    await nextTurn();
  }
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

async function chunksOf({ readStore }: Pick<Ports, 'readStore'>, broadcastId: string) {
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

import type { Variant } from '../../domain/broadcast/ab-test.js';
import type { Broadcast } from '../../domain/broadcast/broadcast.js';
import { type ReceiverGroup, receiverGroups } from '../../domain/insight/health/receiver-group.js';
import {
  readSums,
  type ResultSum,
  type Tally,
  talliesId,
} from '../../projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import type { Ports } from '../shared/ports.js';

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
export interface VariantCounts extends ReceiverCounts {
  /** For whom there is an email. */
  readonly recipients: number;
  readonly unsubscribed: number;
}

/** The members of a broadcast who have an email, by what became of them, as far as the read model has come. */
export async function talliesOf({ readStore }: Pick<Ports, 'readStore'>, broadcastId: string) {
  const found = await readStore.get(broadcastResultsProjection, talliesId(broadcastId));
  return found?.kind === 'sum' ? readSums([found]).tallies : [];
}

/** All that is counted of a broadcast. */
export async function sumsOf({ readStore }: Pick<Ports, 'readStore'>, broadcastId: string) {
  const sums: ResultSum[] = [];
  const query = { equals: { kind: 'sum', broadcastId }, orderBy: 'id', direction: 'asc', limit: 1_000 } as const;
  for (let after: { readonly value: string; readonly id: string } | undefined; ; ) {
    const page = await readStore.list(broadcastResultsProjection, {
      ...query,
      ...(after === undefined ? {} : { after }),
    });
    sums.push(...page.documents.flatMap(({ document }) => (document.kind === 'sum' ? [document] : [])));
    const id = page.documents.at(-1)?.id;
    if (!page.hasMore || id === undefined) return readSums(sums);
    after = { value: id, id };
  }
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

/** Members by what became of them. */
export class Sums {
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

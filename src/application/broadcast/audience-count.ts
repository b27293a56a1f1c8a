import type { AudienceMember } from '../../domain/broadcast/audience.js';
import type { SaidConsents } from '../../domain/contact/contact.js';
import { keepsFrom } from '../../domain/suppression/suppression.js';
import {
  type SuppressionDocument,
  suppressionsProjection,
} from '../../projections/suppressions/suppressions.projection.js';
import { listContacts } from '../contact/read-contacts.js';
import { addressHash } from '../shared/address-hash.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { nextTurn } from '../shared/delay.js';
import type { Ports } from '../shared/ports.js';
import { suppressionId } from '../suppression/write-suppression.js';
import type { ContactDocument } from '../../projections/contacts/contacts.projection.js';
import type { Conditions } from './conditions.js';
import { lacksValue } from './broadcast-content.js';
import type { Exclusion } from './exclusion.js';
import { type FrozenTopic, whySkipped } from './freeze-audience.js';

type SkippedThen = NonNullable<AudienceMember['skipped']> | 'suppressed';

export type CountPorts = TeamReadPorts & Pick<Ports, 'hash' | 'clock' | 'ids'>;

/** Who would get a broadcast if it was sent now. */
export interface AudienceCount {
  /** Those in the segment. */
  readonly counted: number;
  /** Those among them who would get no email, by reason. */
  readonly skipped: Readonly<Partial<Record<SkippedThen, number>>>;
  /** Those who joined the segment since yesterday. */
  readonly joined: number;
  /** How many of those who get it have no value for a merge tag that has no fallback, by its name. */
  readonly lacked: ReadonlyMap<string, number>;
  /** How many of those who get it see the sections under a condition, by the condition. */
  readonly shownTo: ReadonlyMap<string, number>;
  /** False where the time was over before all of them were looked at. */
  readonly isExact: boolean;
}

const contactsPerPage = 1_000;
const mostMs = 20_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** Those who joined later are new. */
export const sinceYesterdayMs = (nowMs: number): number => nowMs - dayMs;

/**
 * Judged as freezing judges them, by what the list of contacts says. A page of them is in memory at a time.
 * `names`: those of merge tags that leave a hole. `conditions`: those of what it says.
 * @returns undefined where there is no such segment.
 */
export async function countAudience(
  ports: CountPorts,
  teamId: string,
  segmentId: string,
  topic: FrozenTopic | null,
  exclusion?: Exclusion,
  names: readonly string[] = [],
  conditions?: Conditions,
): Promise<AudienceCount | undefined> {
  const sinceMs = sinceYesterdayMs(ports.clock.now());
  const lacked = new Map(names.map((name) => [name, 0]));
  const shownTo = new Map((conditions?.names ?? []).map((name) => [name, 0]));
  let joined = 0;
  const endMs = ports.clock.monotonicMs() + mostMs;
  const skipped = new Map<SkippedThen, number>();
  const skip = (reason: SkippedThen): unknown => skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  let counted = 0;
  await ports.ownWrites.settled(teamId, suppressionsProjection.name);
  let after: string | undefined;
  for (;;) {
    const page = await listContacts(ports, {
      teamId,
      page: { limit: contactsPerPage, ...(after === undefined ? {} : { after }) },
      filter: { segmentId },
    });
    if ('refused' in page) return undefined;
    counted += page.documents.length;
    const getIt: ContactDocument[] = [];
    for (const contact of page.documents) {
      // A filter says of no one since when they fit.
      if (Date.parse(contact.segments[segmentId] ?? contact.createdAt) > sinceMs) joined += 1;
      const why = whySkipped(saidBy(contact), topic);
      if (why === undefined) getIt.push(contact);
      else skip(why);
    }
    const asked = getIt.map(({ id, email }) => ({ contactId: id, addressHash: addressHash(ports.hash, email) }));
    const left = (await exclusion?.reasons(asked)) ?? new Map<string, SkippedThen>();
    for (const why of left.values()) skip(why);
    const others = getIt.filter(({ id }) => !left.has(id));
    for (const _ of await suppressedOf(ports, teamId, others)) skip('suppressed');
    for (const [name, people] of lacked) {
      lacked.set(name, people + others.filter((contact) => lacksValue(name, contact)).length);
    }
    for (const contact of shownTo.size === 0 ? [] : others) {
      for (const name of (await conditions?.heldBy(contact)) ?? []) shownTo.set(name, (shownTo.get(name) ?? 0) + 1);
    }
    const last = page.walkedTo?.id ?? page.documents.at(-1)?.id;
    const isOver = !page.hasMore || last === undefined;
    if (isOver || ports.clock.monotonicMs() > endMs) {
      return { counted, skipped: Object.fromEntries(skipped), joined, lacked, shownTo, isExact: isOver };
    }
    after = last;
    // Other requests have their turn in between.
    await nextTurn();
  }
}

/** By the rule that is asked before each email is sent, of what the list of suppressions says. */
async function suppressedOf(
  ports: CountPorts,
  teamId: string,
  contacts: readonly ContactDocument[],
): Promise<readonly SuppressionDocument[]> {
  const ids = contacts.map(({ email }) => suppressionId(ports, teamId, email));
  const entries = await ports.readStore.getMany(suppressionsProjection, ids);
  const nowMs = ports.clock.now();
  return [...entries.values()].map(({ document }) => document).filter((entry) => keepsFrom(entry, true, nowMs));
}

function saidBy({ unsubscribed, topics }: Pick<ContactDocument, 'unsubscribed' | 'topics'>): SaidConsents {
  const said = Object.entries(topics).map(([id, choice]) => [id, { isSubscribed: choice === 'opt_in' }] as const);
  return { ...(unsubscribed ? { all: { isSubscribed: false } } : {}), topics: Object.fromEntries(said) };
}

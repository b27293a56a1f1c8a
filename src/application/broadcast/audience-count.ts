import type { AudienceMember } from '../../domain/broadcast/audience.js';
import type { SaidConsents } from '../../domain/contact/contact.js';
import { listContacts } from '../contact/read-contacts.js';
import type { Clock } from '../ports/clock.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import type { ContactDocument } from '../../projections/contacts/contacts.projection.js';
import type { Exclusion } from './exclusion.js';
import { type FrozenTopic, whySkipped } from './freeze-audience.js';

type SkippedThen = NonNullable<AudienceMember['skipped']>;

/** Who would get a broadcast if it was sent now. */
export interface AudienceCount {
  /** Those in the segment. */
  readonly counted: number;
  /** Those among them who would get no email, by reason. */
  readonly skipped: Readonly<Partial<Record<SkippedThen, number>>>;
  /** False where the time was over before all of them were looked at. */
  readonly isExact: boolean;
}

const contactsPerPage = 1_000;
const mostMs = 20_000;

/**
 * Judged as freezing judges them, by what the list of contacts says. A page of them is in memory at a time.
 * @returns undefined where there is no such segment.
 */
export async function countAudience(
  ports: TeamReadPorts & { readonly clock: Pick<Clock, 'monotonicMs'> },
  teamId: string,
  segmentId: string,
  topic: FrozenTopic | null,
  exclusion?: Exclusion,
): Promise<AudienceCount | undefined> {
  const endMs = ports.clock.monotonicMs() + mostMs;
  const skipped = new Map<SkippedThen, number>();
  const skip = (reason: SkippedThen): unknown => skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  let counted = 0;
  let after: string | undefined;
  for (;;) {
    const page = await listContacts(ports, {
      teamId,
      page: { limit: contactsPerPage, ...(after === undefined ? {} : { after }) },
      filter: { segmentId },
    });
    if ('refused' in page) return undefined;
    counted += page.documents.length;
    const getIt: string[] = [];
    for (const contact of page.documents) {
      const why = whySkipped(saidBy(contact), topic);
      if (why === undefined) getIt.push(contact.id);
      else skip(why);
    }
    for (const why of (await exclusion?.reasons(getIt))?.values() ?? []) skip(why);
    const last = page.walkedTo?.id ?? page.documents.at(-1)?.id;
    const isOver = !page.hasMore || last === undefined;
    if (isOver || ports.clock.monotonicMs() > endMs) {
      return { counted, skipped: Object.fromEntries(skipped), isExact: isOver };
    }
    after = last;
    // Other requests have their turn in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function saidBy({ unsubscribed, topics }: Pick<ContactDocument, 'unsubscribed' | 'topics'>): SaidConsents {
  const said = Object.entries(topics).map(([id, choice]) => [id, { isSubscribed: choice === 'opt_in' }] as const);
  return { ...(unsubscribed ? { all: { isSubscribed: false } } : {}), topics: Object.fromEntries(said) };
}

import type { AudienceMember } from '../../domain/broadcast/audience.js';
import { listContacts } from '../contact/read-contacts.js';
import type { Clock } from '../ports/clock.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { type FrozenTopic, whySkipped } from './freeze-audience.js';

/** Who would get a broadcast if it was sent now. */
export interface AudienceCount {
  /** Those in the segment. */
  readonly counted: number;
  /** Those among them who would get no email, by reason. */
  readonly skipped: Readonly<Partial<Record<NonNullable<AudienceMember['skipped']>, number>>>;
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
): Promise<AudienceCount | undefined> {
  const endMs = ports.clock.monotonicMs() + mostMs;
  const skipped = { unsubscribed: 0, 'not-subscribed': 0 };
  let counted = 0;
  let after: string | undefined;
  for (;;) {
    const page = await listContacts(ports, {
      teamId,
      page: { limit: contactsPerPage, ...(after === undefined ? {} : { after }) },
      filter: { segmentId },
    });
    if ('refused' in page) return undefined;
    for (const { unsubscribed, topics } of page.documents) {
      const said = Object.entries(topics).map(([id, choice]) => [id, { isSubscribed: choice === 'opt_in' }] as const);
      const consents = { ...(unsubscribed ? { all: { isSubscribed: false } } : {}), topics: Object.fromEntries(said) };
      const why = whySkipped(consents, topic);
      counted += 1;
      if (why !== undefined) skipped[why] += 1;
    }
    const last = page.walkedTo?.id ?? page.documents.at(-1)?.id;
    const isOver = !page.hasMore || last === undefined;
    if (isOver || ports.clock.monotonicMs() > endMs) {
      const some = Object.entries(skipped).filter(([, count]) => count > 0);
      return { counted, skipped: Object.fromEntries(some), isExact: isOver };
    }
    after = last;
    // Other requests have their turn in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

import { email as words } from '../../messages/email';
import { faultOf } from '../../messages/network-faults';
import type { TimelineEntry } from './documents';
import { spoken } from './reply';
import { actorOf, type ActorName } from './actor';

const { happened } = words;
const reasons: Readonly<Record<string, string>> = words.reasons;
const steps: Readonly<Record<string, string>> = words.steps;

/** What happened, for a person. An event that a newer server knows is shown in the server's own words. */
export function sentenceOf(entry: TimelineEntry, nameOf: ActorName): string {
  const by = nameOf(actorOf(entry.actor));
  const { reply, meaning } = entry;
  const why = entry.reason === null ? '' : (reasons[entry.reason] ?? entry.reason);
  const note = entry.note ?? '';
  const host = reply?.host ?? '';
  const said = reply === null ? '' : spoken(reply);
  const headline = meaning === null ? '' : `${happened.meaning(meaning)} `;
  switch (entry.type) {
    case 'EmailAccepted':
      return happened.accepted(by, entry.recipients.length);
    case 'EmailRescheduled':
      return happened.rescheduled(by);
    case 'EmailCanceled':
      return happened.canceled(by);
    case 'EmailRetried':
      return happened.retried(by, note);
    case 'AcceptAbandoned':
      return happened.refusedAccept;
    case 'DeliveryAttemptStarted':
      return happened.started;
    case 'DeliveryAttemptAbandoned':
      return entry.reason === 'refused-together' ? happened.refusedTogether : happened.brokeOff(why);
    case 'DeliveryOutcomeUnknown':
      return happened.unknown(why);
    case 'EmailDelivered':
      return happened.delivered(host, said);
    case 'DeliveryDeferred':
      if (reply !== null && reply.code === null) {
        return headline + happened.unreached(host, steps[reply.step] ?? reply.step, faultOf(said));
      }
      return headline + happened.delayed(host, said);
    case 'EmailBounced':
      return headline + (isLate(entry) ? happened.bouncedLater(host, said) : happened.bounced(host, said));
    case 'EmailFailed':
      return headline + happened.failed(why, note) + (said === '' ? '' : `. ${words.answer}: ${said}`);
    case 'EmailSuppressed':
      return happened.suppressed(why);
    case 'DeliveryReported':
      return happened.reported(why) + (said === '' ? '' : `. ${words.answer}: ${said}`);
    case 'EmailComplained':
      return happened.complained;
    case 'EmailOpened':
      return happened.loaded[entry.hit?.judged ?? ''] ?? happened.opened;
    case 'EmailClicked':
      return clicked(entry);
    case 'EmailShared':
      return happened.shared(by);
    case 'EmailShareRevoked':
      return happened.revoked(by);
    default:
      return entry.summary;
  }
}

function clicked({ hit }: TimelineEntry): string {
  const link = hit?.url ?? happened.linkNumber((hit?.link ?? 0) + 1);
  return isByMachine(hit) ? happened.checked(link) : happened.clicked(link);
}

/** A report came back after the email was taken. */
export const isLate = ({ reason }: Pick<TimelineEntry, 'reason'>): boolean => reason === 'report';

/** A privacy proxy or a scanner. */
const isByMachine = (hit: TimelineEntry['hit']): boolean => hit !== null && hit.judged !== 'person';

const together: Readonly<Record<string, (count: number) => string>> = {
  EmailDelivered: happened.deliveredMany,
  DeliveryDeferred: happened.delayedMany,
  EmailBounced: happened.bouncedMany,
  EmailFailed: happened.failedMany,
  EmailSuppressed: happened.suppressedMany,
};

/** So many similar entries in a row become one line. */
const several = 4;

/**
 * Entries that say the same of several recipients one after the other, or of one again and again, stand together, and
 * all that programs did where the first of it came.
 */
export interface Group {
  readonly id: string;
  readonly entries: readonly [TimelineEntry, ...TimelineEntry[]];
  /** Null when each is shown on its own. */
  readonly title: string | null;
}

export function grouped(timeline: readonly TimelineEntry[]): readonly Group[] {
  const runs: [TimelineEntry, ...TimelineEntry[]][] = [];
  const machines: TimelineEntry[] = [];
  for (const entry of timeline.filter((each, place) => !isFollowed(each, timeline, place))) {
    const run = runs.at(-1);
    if (isByMachine(entry.hit)) machines.push(entry);
    else if (run !== undefined && run[0].type === entry.type && entry.type in together) run.push(entry);
    else runs.push([entry]);
  }
  const groups = runs.flatMap((run): Group[] => {
    const title = titleOf(run);
    if (title !== undefined) return [{ id: run[0].id, entries: run, title }];
    return run.map((entry) => ({ id: entry.id, entries: [entry], title: null }));
  });
  const [first, ...others] = machines;
  if (first === undefined) return groups;
  const apart: Group = { id: 'machines', entries: [first, ...others], title: happened.machines(machines.length) };
  const before = groups.filter(({ entries: [{ created_at: at }] }) => at <= first.created_at).length;
  return [...groups.slice(0, before), apart, ...groups.slice(before)];
}

function titleOf(run: readonly [TimelineEntry, ...TimelineEntry[]]): string | undefined {
  if (run.length < several) return undefined;
  const [{ type }] = run;
  const count = new Set(run.flatMap(({ recipients }) => recipients)).size;
  if (count < run.length && type === 'DeliveryDeferred') return happened.triedTimes(run.length, count);
  return together[type]?.(count);
}

const outcomes: ReadonlySet<string> = new Set([
  'EmailDelivered',
  'EmailBounced',
  'DeliveryDeferred',
  'DeliveryOutcomeUnknown',
  'DeliveryAttemptAbandoned',
]);

/**
 * Whether it is an attempt whose outcome is known: that says all of it. How it was encrypted is in the conversation.
 */
function isFollowed({ type, recipients }: TimelineEntry, all: readonly TimelineEntry[], at: number): boolean {
  if (type !== 'DeliveryAttemptStarted') return false;
  const later = all.slice(at + 1);
  return recipients.every((place) => later.some((each) => outcomes.has(each.type) && each.recipients.includes(place)));
}

import { email as words } from '../../messages/email';
import { faultOf } from '../../messages/network-faults';
import type { TimelineEntry } from './documents';
import { spoken } from './reply';
import { actorOf, type ActorName } from './use-actor-name';

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
      return happened.started(connectionOf(entry));
    case 'DeliveryAttemptAbandoned':
      return happened.brokeOff(why);
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
      return headline + happened.bounced(host, said);
    case 'EmailFailed':
      return headline + happened.failed(why, note) + (said === '' ? '' : `. ${words.answer}: ${said}`);
    case 'EmailSuppressed':
      return happened.suppressed(why);
    case 'EmailComplained':
      return happened.complained;
    case 'EmailShared':
      return happened.shared(by);
    case 'EmailShareRevoked':
      return happened.revoked(by);
    default:
      return entry.summary;
  }
}

function connectionOf({ tls }: TimelineEntry): string {
  if (tls === null) return happened.plain;
  return happened.encrypted(tls.protocol, tls.authorized ? happened.proven : happened.unproven);
}

const together: Readonly<Record<string, (count: number) => string>> = {
  EmailDelivered: happened.deliveredMany,
  DeliveryDeferred: happened.delayedMany,
  EmailBounced: happened.bouncedMany,
  EmailFailed: happened.failedMany,
  EmailSuppressed: happened.suppressedMany,
};

/** So many similar entries in a row become one line. */
const several = 4;

/** Entries that say the same of several recipients one after the other stand together. */
export interface Group {
  readonly id: string;
  readonly entries: readonly [TimelineEntry, ...TimelineEntry[]];
  /** Null when each is shown on its own. */
  readonly title: string | null;
}

export function grouped(timeline: readonly TimelineEntry[]): readonly Group[] {
  const runs: [TimelineEntry, ...TimelineEntry[]][] = [];
  for (const entry of timeline) {
    const run = runs.at(-1);
    if (run !== undefined && run[0].type === entry.type && entry.type in together) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): Group[] => {
    const title = run.length < several ? undefined : together[run[0].type]?.(run.length);
    if (title !== undefined) return [{ id: run[0].id, entries: run, title }];
    return run.map((entry) => ({ id: entry.id, entries: [entry], title: null }));
  });
}

import { email } from '../../domain/email/email.js';
import { rulesVersion } from '../../domain/email/judging/judge-reply.js';
import type { SuppressWhen } from '../../domain/email/judging/judgement.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { idOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { SuppressionAdded, SuppressionEvent, SuppressionSource } from '../../domain/suppression/events.js';
import { retell, type ToldStep } from '../../domain/suppression/retell.js';
import {
  holds,
  suppression,
  type SuppressionPolicy,
  type SuppressionState,
} from '../../domain/suppression/suppression.js';
import type { Ports } from '../shared/ports.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { judgeAgain, type JudgedAgain } from './judge-again.js';
import { laterCauses } from './later-causes.js';
import { whyOf } from './suppressor.js';
import { suppressionStream } from './write-suppression.js';

export type RejudgePorts = LogPorts & Pick<Ports, 'hash'>;

/** A reply that counted against the address. */
export interface CountedReply extends JudgedAgain {
  readonly emailId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** An entry that the rules of today would not have added. */
export interface WrongEntry {
  readonly id: string;
  readonly teamId: string;
  /** Null once it is erased. */
  readonly address: string | null;
  /** ISO 8601. */
  readonly since: string;
  /** The id of the event that it followed from. */
  readonly sourceEventId: string;
  readonly replies: readonly CountedReply[];
}

export interface RejudgedList {
  readonly rules: number;
  /** Entries after a bounce that hold now. */
  readonly checked: number;
  /** Entries of which an email is gone from the log: they stay as they are. */
  readonly unknown: number;
  readonly wrong: readonly WrongEntry[];
}

interface Candidate extends WrongEntry {
  readonly whose: Pick<SuppressionAdded['data'], 'teamId' | 'addressHash' | 'address'>;
  readonly steps: readonly ToldStep[];
  readonly source: SuppressionSource;
}

const pageEvents = 500;

/**
 * Judges again what put addresses on the list, with the step and the number of recipients that the log has, and then
 * everything that came after. Changes nothing. What a person added, a complaint, and an entry that another reply
 * supports are never among the wrong ones.
 */
export async function rejudgeSuppressions(
  ports: RejudgePorts,
  policy: SuppressionPolicy,
  { teamId }: { readonly teamId?: string | undefined },
): Promise<RejudgedList> {
  let checked = 0;
  let unknown = 0;
  const candidates = new Map<string, Candidate>();
  for (const stream of await bounced(ports, teamId)) {
    const { state, events } = await load<SuppressionState, SuppressionEvent>(ports, suppression, stream, true);
    const { entry } = state;
    if (entry?.origin !== 'bounce' || entry.source === null || !holds(entry, ports.clock.now())) continue;
    checked += 1;
    const told = await toldAgain(ports, events);
    if (told === undefined) unknown += 1;
    else if (told.replies.some(({ was, is }) => weighs[is.suppress] < weighs[was.suppress])) {
      const { source, address } = entry;
      const id = idOf(stream);
      const shown = { id, teamId: entry.teamId, address: reveal(address) ?? null, since: source.at };
      candidates.set(id, { ...shown, ...told, source, sourceEventId: source.eventId, whose: entry });
    }
  }
  const later = candidates.size === 0 ? new Map<string, ToldStep[]>() : await laterCauses(ports, candidates);
  const wrong = [...candidates.values()].flatMap((candidate): readonly WrongEntry[] => {
    const { id, teamId: of, address, since, sourceEventId, replies, whose, steps } = candidate;
    const { entry } = retell(whose, [...steps, ...(later.get(id) ?? [])], policy);
    const stands = entry !== null && holds(entry, ports.clock.now());
    return stands ? [] : [{ id, teamId: of, address, since, sourceEventId, replies }];
  });
  return { rules: rulesVersion, checked, unknown, wrong };
}

/** How much a judgement counts against an address. */
const weighs: Readonly<Record<SuppressWhen, number>> = { never: 0, 'stays-full': 1, repeated: 1, 'at-once': 2 };

/** The entries that a bounce ever added. */
async function bounced(ports: RejudgePorts, teamId: string | undefined): Promise<readonly StreamName[]> {
  const streams = new Set<StreamName>();
  const filter = { categories: ['suppression'], types: ['SuppressionAdded'] } as const;
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await ports.store.readAll({ limit: pageEvents, filter, ...(after === undefined ? {} : { after }) });
    // The filter lets no other type through.
    for (const { stream, event } of ports.codec.decode<SuppressionAdded>(page.events)) {
      const isMeant = teamId === undefined || event.data.teamId === teamId;
      if (isMeant && event.data.origin === 'bounce') streams.add(stream);
    }
    after = page.position ?? after;
    atEnd = page.atEnd;
  }
  return [...streams];
}

/** @returns undefined when an email that counted is gone */
async function toldAgain(
  ports: RejudgePorts,
  events: readonly Recorded[],
): Promise<{ readonly steps: readonly ToldStep[]; readonly replies: readonly CountedReply[] } | undefined> {
  const steps: ToldStep[] = [];
  let replies: CountedReply[] = [];
  for (const { event: recorded, metadata } of events) {
    // A stream holds the events of its own aggregate.
    const event = recorded as SuppressionEvent;
    const source = event.type === 'SuppressionRemoved' ? null : event.data.source;
    const isComplaint = event.type === 'SuppressionAdded' && event.data.origin === 'complaint';
    if (source === null || isComplaint) {
      steps.push({ kind: 'recorded', event, at: metadata.time });
      replies = [];
      continue;
    }
    const loaded = await load(ports, email, streamName('email', source.emailId), true);
    const again = judgeAgain(loaded.events, source.eventId);
    if (again === undefined) return undefined;
    replies.push({ ...again, emailId: source.emailId, at: source.at });
    steps.push({ kind: 'cause', why: whyOf(again.is), source });
  }
  return { steps, replies };
}

/**
 * Takes them off their teams' lists, as a person would. An entry that another cause has replaced since stays.
 * @returns the ids of those that are off
 */
export async function removeWrong(
  ports: LogPorts,
  entries: readonly WrongEntry[],
  provenance: Provenance,
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const { id, teamId, sourceEventId } of entries) {
    const command = { type: 'RemoveSuppression', teamId, followedFrom: sourceEventId } as const;
    const stamped = { ...provenance, context: { ...provenance.context, teamId } };
    const handled = await handle(ports, suppression, suppressionStream(id), command, stamped);
    if (!('refused' in handled)) removed.push(id);
  }
  return removed;
}

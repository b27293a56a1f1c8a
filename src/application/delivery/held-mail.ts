import type { EmailAccepted, EmailEvent } from '../../domain/email/events.js';
import type { EmailState } from '../../domain/email/state.js';
import { type HeldWork, isReleased, leapOver, restoreBeside } from '../../domain/installation/held-work.js';
import { installation } from '../../domain/installation/installation.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { idOf, installationStream, streamName } from '../../domain/shared/stream-name.js';
import { heldWorkOf } from '../installation/held-work.js';
import { ClockWatch, type Leap } from '../shared/clock-watch.js';
import { delay } from '../shared/delay.js';
import { cachePauseMs, followLog } from '../shared/follow-log.js';
import { factPatience, handle, type Loaded, type LogPorts } from '../shared/handle.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/** Email that a backup brought back, or that a clock which jumped made due: it waits for somebody's decision. */
export interface HeldMail {
  /** Asked right before each attempt. */
  holds(email: Loaded<EmailState, EmailEvent>): Promise<boolean>;
  /** It was held when it was last asked about: there is no need to offer it. */
  isKnown(row: { readonly emailId: string; readonly generation: number }): boolean;
}

/** What a person has asked for since is no question any more. */
const personsEvents: ReadonlySet<string> = new Set(['EmailRetried', 'EmailRescheduled']);

/** Whose decision an email waits for; `broadcast`: of the one that it is of. */
export type HeldAs = 'broadcast' | 'confirmations' | 'emails';

/** @returns undefined where the email waits for no decision, by what the log says. */
export async function heldAs(
  ports: Pick<LogPorts, 'store'>,
  held: HeldWork,
  email: Loaded<EmailState, EmailEvent>,
): Promise<HeldAs | undefined> {
  const opening = acceptedIn(email.events);
  if (opening === undefined) return undefined;
  const emailId = idOf(email.stream);
  const askedSince = (since: Position): boolean =>
    email.events.some(({ event, position }) => position > since && personsEvents.has(event.type));
  const { before } = held;
  if (before !== null && isOfBackup(opening, held, before) && !askedSince(before)) {
    const ofBroadcast = await broadcastHolds(ports, opening, before);
    if (ofBroadcast === true) return 'broadcast';
    const kind = heldKindOf(opening);
    if (ofBroadcast === undefined && !isReleased(held, kind, emailId)) return kind;
  }
  const { state } = email;
  if (state.status !== 'accepted' || state.schedule !== 'waiting') return undefined;
  const leapt = leapOver(held, emailId, opening.position, state.startsAt);
  return leapt !== undefined && !askedSince(leapt) ? 'emails' : undefined;
}

/** Double opt-in emails are decided about on their own: the person who gets one again has asked for it once. */
const heldKindOf = ({ metadata: { actor } }: Recorded): 'confirmations' | 'emails' =>
  actor.kind === 'system' && actor.id === 'form' ? 'confirmations' : 'emails';

/**
 * Accepted before the restore, or opened since for something earlier: the rest of a batch that was cut off, a notice.
 * What a broadcast opens since, somebody has resumed.
 */
function isOfBackup(opening: Recorded<EmailAccepted>, held: HeldWork, before: Position): boolean {
  const { position, event, metadata } = opening;
  if (position < before) return true;
  const cause = metadata.causation?.position ?? null;
  return event.data.broadcast === undefined && cause !== null && cause < (restoreBeside(held, position) ?? before);
}

/**
 * An email of a broadcast that the restore paused waits for the same decision.
 * @returns undefined where it is of no such broadcast.
 */
async function broadcastHolds(
  { store }: Pick<LogPorts, 'store'>,
  { event }: Recorded<EmailAccepted>,
  before: Position,
): Promise<boolean | undefined> {
  const { broadcast } = event.data;
  if (broadcast === undefined) return undefined;
  const since = (await store.readStream(streamName('broadcast', broadcast.id))).filter(
    ({ position }) => position > before,
  );
  const pausedAt = since.findIndex(({ type }) => type === 'BroadcastPaused');
  if (pausedAt < 0) return undefined;
  return !since.slice(pausedAt).some(({ type }) => type === 'BroadcastResumed' || type === 'BroadcastCanceled');
}

export interface HeldMailOptions {
  readonly signal: AbortSignal;
  /** Something was decided: what was held may go. */
  readonly onChange: () => void;
  readonly onLeap: (leap: Leap) => void;
  readonly onFailure: (error: unknown) => void;
}

const readAgainAfterMs = 250;
/** Beyond this it is asked again. */
const mostKnown = 100_000;

/** What is held, from the log: known before this resolves, and read again within a moment of each decision. */
export async function followHeldMail(
  ports: LogPorts,
  { signal, onChange, onLeap, onFailure }: HeldMailOptions,
): Promise<HeldMail & { readonly following: Promise<void> }> {
  const after = await ports.store.head();
  let held = await heldWorkOf(ports);
  const watch = new ClockWatch(ports.clock);
  const known = new Set<string>();
  /** Until the log says it. */
  let leaps: readonly Leap[] = [];
  let working = Promise.resolve();

  async function untilDone(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await work();
        return;
      } catch (error) {
        onFailure(error);
        await delay(readAgainAfterMs, signal);
      }
    }
  }
  const inTurn = (work: () => Promise<void>): void => {
    working = working.then(() => untilDone(work));
  };

  function noteLeap(leap: Leap): void {
    leaps = [...leaps, leap];
    onLeap(leap);
    inTurn(async () => {
      await recordLeap(ports, leap);
      held = await heldWorkOf(ports);
      leaps = leaps.filter((each) => each !== leap);
    });
  }

  const following = followLog(ports.store, {
    filter: {
      categories: ['installation', 'broadcast'],
      types: ['HeldWorkReleased', 'ClockLeapt', 'BroadcastResumed', 'BroadcastCanceled'],
    },
    after,
    signal,
    pauseMs: cachePauseMs,
    onPage({ events }) {
      if (events.length === 0) return;
      inTurn(async () => {
        held = await heldWorkOf(ports);
        if (known.size === 0) return;
        known.clear();
        onChange();
      });
    },
    onFailure,
  });

  return {
    async holds(email) {
      const leap = watch.look();
      if (leap !== undefined) noteLeap(leap);
      const { state } = email;
      const isOver = state.status === 'accepted' && state.schedule === 'waiting' && isIn(leaps, state.startsAt);
      if (!isOver && held.before === null && held.leaps.length === 0) return false;
      if (!isOver && (await heldAs(ports, held, email)) === undefined) return false;
      if (known.size < mostKnown) for (const row of rowsOf(email)) known.add(row);
      return true;
    },
    isKnown: ({ emailId, generation }) => known.size > 0 && known.has(`${emailId} ${generation}`),
    following: following.then(() => working),
  };
}

async function recordLeap(ports: LogPorts, leap: Leap): Promise<void> {
  const [from, to] = [new Date(leap.fromMs).toISOString(), new Date(leap.toMs).toISOString()];
  const command = { type: 'RecordLeap', leap: { from, to } } as const;
  const context = {
    teamId: null,
    actor: { kind: 'system', id: 'delivery' },
    correlationId: ports.ids.next(),
  } as const;
  const provenance = { context, region: null };
  await handle(ports, installation, installationStream, command, provenance, { patience: factPatience });
}

const isIn = (leaps: readonly Leap[], startsAt: string): boolean =>
  leaps.some(({ fromMs, toMs }) => Date.parse(startsAt) > fromMs && Date.parse(startsAt) <= toMs);

function rowsOf({ stream, state }: Loaded<EmailState, EmailEvent>): readonly string[] {
  if (state.status !== 'accepted') return [];
  return Object.values(state.generations).map((generation) => `${idOf(stream)} ${generation}`);
}

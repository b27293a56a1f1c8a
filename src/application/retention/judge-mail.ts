import { email } from '../../domain/email/email.js';
import { isSettledEmail } from '../../domain/email/state.js';
import { vaultContentOf } from '../../domain/shared/accepted-email.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { EndedMail } from '../metrics/close-day.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { Judgement } from './retire-streams.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/** What must be facts of their own before a mail's stream may go. */
export interface RetentionGates {
  /** Up to where the log is sealed; undefined: nowhere. */
  sealedThrough(): Promise<Position | undefined>;
  /** The last UTC day (`yyyy-mm-dd`) through which a team's usage is closed; undefined: none. */
  usageClosedThrough(teamId: string): Promise<string | undefined>;
  /** Whether closed figures hold what became of the mail. */
  figuresClosed(mail: EndedMail): Promise<boolean>;
}

/**
 * A mail may go when every recipient has a last word, and the last event of the stream is sealed and not younger than
 * `ripeBeforeMs`, the usage of the day of its accept is closed, and closed figures hold what became of it. Decided from
 * the stream itself. An abandoned accept stays: it is what makes a late writer lose.
 */
export function mailJudge(
  ports: LogPorts,
  gates: RetentionGates,
  ripeBeforeMs: number,
): (stream: StreamName) => Promise<Judgement> {
  const sealed = once(() => gates.sealedThrough());
  const closed = new Map<string, Promise<string | undefined>>();
  const closedThrough = (teamId: string): Promise<string | undefined> => {
    const known = closed.get(teamId) ?? gates.usageClosedThrough(teamId);
    closed.set(teamId, known);
    return known;
  };

  return async (stream) => {
    const { state, events } = await load(ports, email, stream);
    const opening = acceptedIn(events);
    const last = events.at(-1);
    if (opening === undefined || last === undefined || !isSettledEmail(state)) return 'keep';
    if (Date.parse(last.metadata.time) > ripeBeforeMs) return 'keep';
    const through = await sealed();
    if (through === undefined || through < last.position) return 'wait';
    const { teamId, time } = opening.metadata;
    if (teamId !== null) {
      if (time.slice(0, 10) > ((await closedThrough(teamId)) ?? '')) return 'wait';
      const ended = { teamId, emailId: idOf(stream), lastPosition: last.position };
      if (!(await gates.figuresClosed(ended))) return 'wait';
    }
    const { revision: lastRevision, digest: headDigest } = last;
    return { retired: { stream, lastRevision, headDigest, mode: 'tombstone' }, ...vaultContentOf(opening.event.data) };
  };
}

export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

import { statedDelayMs } from '../../domain/email/reply.js';
import type { Clock } from '../ports/clock.js';
import type { RecipientReply, TransactionResult } from '../ports/mail-transport.js';

export interface ParkingSettings {
  readonly clock: Pick<Clock, 'now'>;
  /** After the second refusal in a row; doubled with each further one. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

type Ending = Pick<RecipientReply, 'step' | 'code' | 'enhancedCode' | 'text' | 'host'>;

/** The dispatcher's own small table of MX sets that are left alone for a time. It may be lost: the next refusal fills it. */
export interface Parking {
  /** Nothing is started towards it now; its mail stays due. */
  isHeld(mxSet: string): boolean;
  /** What its last attempt ended with, while it is not worth another one: its mail is deferred without one. */
  down(mxSet: string): Ending | undefined;
  /** The last attempt that came to an end had an answer of it, if only a refusal. */
  answers(mxSet: string): boolean;
  /** How an attempt ended that was begun at this time (milliseconds since the epoch). */
  note(mxSet: string, result: TransactionResult, begunAtMs: number): void;
}

interface Parked {
  readonly refusals: number;
  readonly notedAtMs: number;
  readonly untilMs: number;
  readonly ending: Ending;
}

/** Mail waits for a pause of this length at most. Past it a mail is told: it has its own schedule, and its own end. */
const longestHoldMs = 60_000;
/** A stated delay is obeyed within these bounds, as it is for the mail itself. */
const statedDelayBoundsMs = { min: 10_000, max: 6 * 3_600_000 } as const;
/** Sets that nobody writes to any more are forgotten: the oldest first. */
const mostParked = 10_000;
const mostAnswering = 50_000;

export function createParking({ clock, pauseMs, longestPauseMs }: ParkingSettings): Parking {
  const parked = new Map<string, Parked>();
  /** When sets that answer did so last. */
  const answeredAtMs = new Map<string, number>();

  const pauseOf = (refusals: number, { step, code, text }: Ending): number => {
    const stated = step === 'dns' || code === null ? undefined : statedDelayMs(text);
    if (stated !== undefined) return Math.min(Math.max(stated, statedDelayBoundsMs.min), statedDelayBoundsMs.max);
    return refusals < 2 ? 0 : Math.min(pauseMs * 2 ** (refusals - 2), longestPauseMs);
  };

  function park(mxSet: string, ending: Ending): void {
    const refusals = (parked.get(mxSet)?.refusals ?? 0) + 1;
    const notedAtMs = clock.now();
    parked.delete(mxSet);
    parked.set(mxSet, {
      refusals,
      notedAtMs,
      untilMs: notedAtMs + pauseOf(refusals, ending),
      ending: tellable(ending),
    });
    const [oldest] = parked.keys();
    if (parked.size > mostParked && oldest !== undefined) parked.delete(oldest);
  }

  function noteAnswer(mxSet: string, { replies, unknown }: TransactionResult, begunAtMs: number): void {
    const spoken = replies.filter(({ step }) => step !== 'dns');
    if (spoken.some(({ code }) => code !== null)) {
      answeredAtMs.delete(mxSet);
      answeredAtMs.set(mxSet, clock.now());
      const [oldest] = answeredAtMs.keys();
      if (answeredAtMs.size > mostAnswering && oldest !== undefined) answeredAtMs.delete(oldest);
      return;
    }
    // What hung while others were answered is no sign that the next one will.
    const isSilent = spoken.length > 0 || unknown.length > 0;
    if (isSilent && begunAtMs >= (answeredAtMs.get(mxSet) ?? 0)) answeredAtMs.delete(mxSet);
  }

  return {
    isHeld(mxSet) {
      const state = parked.get(mxSet);
      return state !== undefined && !isLong(state) && clock.now() < state.untilMs;
    },
    down(mxSet) {
      const state = parked.get(mxSet);
      if (state === undefined || !isLong(state) || clock.now() >= state.untilMs) return undefined;
      const again = new Date(state.untilMs).toISOString();
      return { ...state.ending, text: `${state.ending.text} (not tried again before ${again})` };
    },
    answers: (mxSet) => answeredAtMs.has(mxSet),
    note(mxSet, result, begunAtMs) {
      noteAnswer(mxSet, result, begunAtMs);
      const refusal = result.replies.find(isRefusal);
      if (refusal !== undefined) {
        // Several that were refused at one moment are one refusal.
        if (begunAtMs >= (parked.get(mxSet)?.notedAtMs ?? 0)) park(mxSet, refusal);
        return;
      }
      if (result.replies.some(({ step, code }) => step !== 'dns' && step !== 'starttls' && code !== null)) {
        parked.delete(mxSet);
      }
    },
  };
}

/**
 * The mail that is told may be another team's. Before an envelope nobody was named; a text of later may name somebody, and
 * what was said on the connection does.
 */
function tellable({ step, code, enhancedCode, text, host }: Ending): Ending {
  const isAnonymous = step === 'connect' || step === 'greeting' || step === 'ehlo';
  return { step, code, enhancedCode, text: isAnonymous ? text : 'the receiver takes nothing for now', host };
}

function isLong({ notedAtMs, untilMs }: Parked): boolean {
  return untilMs - notedAtMs > longestHoldMs;
}

/** No connection, no service (RFC 5321 §3.1), or 421 at any time (§3.8). What TLS lacks is between it and one sender. */
function isRefusal({ step, code }: RecipientReply): boolean {
  return code === 421 || step === 'connect' || step === 'greeting' || step === 'ehlo';
}

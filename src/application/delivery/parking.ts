import { statedDelayOf } from '../../domain/email/judging/stated-delay.js';
import { type RetryPolicy, withinBounds } from '../../domain/shared/retries/email-retries.js';
import type { Clock } from '../ports/clock.js';
import type { RecipientReply, TransactionResult } from '../ports/mail-transport.js';
import { BoundedMap } from '../shared/bounded-map.js';

export interface ParkingSettings {
  readonly clock: Pick<Clock, 'now'>;
  /** After the second refusal in a row; doubled with each further one. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** A stated delay is obeyed within these bounds, as it is for the mail itself. */
  readonly statedDelayBoundsMs: RetryPolicy['statedDelayBoundsMs'];
}

type Ending = Pick<RecipientReply, 'step' | 'code' | 'enhancedCode' | 'text' | 'host'>;

interface Parked {
  readonly refusals: number;
  readonly notedAtMs: number;
  readonly untilMs: number;
  readonly ending: Ending;
}

/** Mail waits for a pause of this length at most. A longer one defers it: it has its own schedule, and its own end. */
const longestHoldMs = 60_000;
/** Sets without mail are forgotten: the oldest first. */
const mostParked = 10_000;
const mostAnswering = 50_000;

/**
 * The dispatcher's own small table of MX sets that are left alone for a time. It may be lost: the next refusal fills
 * it.
 */
export class Parking {
  private readonly parked = new BoundedMap<string, Parked>(mostParked);
  /** When sets that answer did so last. */
  private readonly answeredAtMs = new BoundedMap<string, number>(mostAnswering);

  constructor(private readonly settings: ParkingSettings) {}

  /** Nothing is started towards it now; its mail stays due. */
  isHeld(mxSet: string): boolean {
    const state = this.parked.get(mxSet);
    return state !== undefined && !isLong(state) && this.now() < state.untilMs;
  }

  /** What its last attempt ended with, while it is not worth another one: its mail is deferred without one. */
  down(mxSet: string): Ending | undefined {
    const state = this.parked.get(mxSet);
    if (state === undefined || !isLong(state) || this.now() >= state.untilMs) return undefined;
    const again = new Date(state.untilMs).toISOString();
    return { ...state.ending, text: `${state.ending.text} (not tried again before ${again})` };
  }

  /** The last attempt that came to an end had an answer of it, if only a refusal. */
  answers(mxSet: string): boolean {
    return this.answeredAtMs.has(mxSet);
  }

  /** How an attempt ended that was begun at this time (milliseconds since the epoch). */
  note(mxSet: string, result: TransactionResult, begunAtMs: number): void {
    this.noteAnswer(mxSet, result, begunAtMs);
    const refusal = result.replies.find(isRefusal);
    if (refusal !== undefined) {
      // Several that were refused at one moment are one refusal.
      if (begunAtMs >= (this.parked.get(mxSet)?.notedAtMs ?? 0)) this.park(mxSet, refusal);
      return;
    }
    if (result.replies.some(({ step, code }) => step !== 'dns' && step !== 'starttls' && code !== null)) {
      this.parked.delete(mxSet);
    }
  }

  private now(): number {
    return this.settings.clock.now();
  }

  private park(mxSet: string, ending: Ending): void {
    const refusals = (this.parked.get(mxSet)?.refusals ?? 0) + 1;
    const notedAtMs = this.now();
    const untilMs = notedAtMs + this.pauseAfter(refusals, ending);
    this.parked.set(mxSet, { refusals, notedAtMs, untilMs, ending: withoutPersons(ending) });
  }

  private pauseAfter(refusals: number, ending: Ending): number {
    const { pauseMs, longestPauseMs, statedDelayBoundsMs } = this.settings;
    const stated = statedDelayOf(ending);
    if (stated !== undefined) return withinBounds(stated, statedDelayBoundsMs);
    return refusals < 2 ? 0 : Math.min(pauseMs * 2 ** (refusals - 2), longestPauseMs);
  }

  private noteAnswer(mxSet: string, { replies, unknown, rest = [] }: TransactionResult, begunAtMs: number): void {
    const asked = replies.filter(({ step }) => step !== 'dns');
    // What another transaction is made of had an answer, if only to MAIL.
    if (rest.length > 0 || asked.some(({ code }) => code !== null)) {
      this.answeredAtMs.set(mxSet, this.now());
      return;
    }
    // What hung while others were answered is no sign that the next one will.
    const isSilent = asked.length > 0 || unknown.length > 0;
    if (isSilent && begunAtMs >= (this.answeredAtMs.get(mxSet) ?? 0)) this.answeredAtMs.delete(mxSet);
  }
}

/**
 * It is recorded for mails of other teams too. Before an envelope no recipient was named; a later text may name one,
 * and the conversation does.
 */
function withoutPersons({ step, code, enhancedCode, text, host }: Ending): Ending {
  const isAnonymous = step === 'connect' || step === 'greeting' || step === 'ehlo';
  return { step, code, enhancedCode, text: isAnonymous ? text : 'the receiver takes nothing for now', host };
}

function isLong({ notedAtMs, untilMs }: Parked): boolean {
  return untilMs - notedAtMs > longestHoldMs;
}

/**
 * No connection, no service (RFC 5321 §3.1), or 421 at any time (§3.8). What TLS lacks is between it and one sender.
 */
function isRefusal({ step, code }: RecipientReply): boolean {
  return code === 421 || step === 'connect' || step === 'greeting' || step === 'ehlo';
}

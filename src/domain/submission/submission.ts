import { type Decider, refuse } from '../shared/decider.js';
import type { AcceptAbandoned } from '../shared/accepted-email.js';
import type { SubmissionAccepted, SubmissionEvent } from './events.js';

/** How long a key's answer is given again. */
export const idempotencyRetentionMs = 24 * 3_600_000;

interface AcceptSubmission {
  readonly type: 'AcceptSubmission';
  readonly submission: SubmissionAccepted['data'];
  readonly nowMs: number;
  /** Abandonments that the caller saw before it wrote to the vault: a later one means its keys may be gone. */
  readonly abandonmentsSeen: number;
}
interface AbandonSubmission {
  readonly type: 'AbandonSubmission';
  readonly reason: AcceptAbandoned['data']['reason'];
}
/**
 * Vault entries that no accept of this stream lists are about to be removed: a request that wrote them, and has not
 * appended yet, must fail.
 */
interface AbandonUnlisted {
  readonly type: 'AbandonUnlisted';
}
export type SubmissionCommand = AcceptSubmission | AbandonSubmission | AbandonUnlisted;

export interface SubmissionState {
  /** The last accept, if any. */
  readonly accepted: { readonly at: string; readonly data: SubmissionAccepted['data'] } | undefined;
  readonly abandonments: number;
}

/** `repeated`: the same payload within 24 h; the state holds its answer. */
export type SubmissionRefusal = 'repeated' | 'payload-differs' | 'accept-abandoned' | 'already-accepted';

/** One idempotency key (or one batch): what was accepted under it. */
export const submission: Decider<SubmissionCommand, SubmissionState, SubmissionEvent, SubmissionRefusal> = {
  initial: { accepted: undefined, abandonments: 0 },

  decide(command, state) {
    // Also where it was abandoned before: the entries' writer may have seen that, and go on from there.
    if (command.type === 'AbandonUnlisted') return [{ type: 'AcceptAbandoned', data: { reason: 'orphan-sweep' } }];
    if (command.type === 'AbandonSubmission') {
      if (state.accepted !== undefined) return refuse('already-accepted');
      return state.abandonments > 0 ? [] : [{ type: 'AcceptAbandoned', data: { reason: command.reason } }];
    }
    const stored = storedAnswer(state, command.nowMs);
    if (stored !== undefined) {
      return refuse(stored.payloadHash === command.submission.payloadHash ? 'repeated' : 'payload-differs');
    }
    if (state.abandonments > command.abandonmentsSeen) return refuse('accept-abandoned');
    return [{ type: 'SubmissionAccepted', data: command.submission }];
  },

  evolve(state, event, at) {
    return event.type === 'SubmissionAccepted'
      ? { ...state, accepted: { at, data: event.data } }
      : { ...state, abandonments: state.abandonments + 1 };
  },
};

/** The answer that a repeat gets, while it is remembered (by the event's own time). */
export function storedAnswer(state: SubmissionState, nowMs: number): SubmissionAccepted['data'] | undefined {
  const { accepted } = state;
  if (accepted === undefined) return undefined;
  return nowMs - Date.parse(accepted.at) < idempotencyRetentionMs ? accepted.data : undefined;
}

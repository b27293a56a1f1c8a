import { type Decider, refuse, unreachable } from '../shared/decider.js';
import type { ProofKind, SessionEnded, SessionEvent, SessionStarted } from './events.js';

export type SessionCommand =
  | { readonly type: 'StartSession'; readonly session: SessionStarted['data'] }
  | { readonly type: 'NoteSessionSeen' }
  | { readonly type: 'ReauthenticateSession'; readonly proof: ProofKind }
  | { readonly type: 'SwitchTeam'; readonly teamId: string }
  | { readonly type: 'EndSession'; readonly why: SessionEnded['data']['why'] };

export type SessionState =
  | { readonly status: 'none' }
  | { readonly status: 'ended' }
  | {
      readonly status: 'open';
      readonly session: SessionStarted['data'];
      /** ISO 8601. */
      readonly startedAt: string;
      readonly lastSeenAt: string;
      /** The last one; null: none is known. */
      readonly proof: Proof | null;
    };

interface Proof {
  readonly kind: ProofKind;
  /** ISO 8601. */
  readonly at: string;
}

export type SessionRefusal = 'already-exists' | 'not-found';

/** One browser in which a person is signed in. */
export const session: Decider<SessionCommand, SessionState, SessionEvent, SessionRefusal> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'StartSession') {
      return state.status === 'none' ? [{ type: 'SessionStarted', data: command.session }] : refuse('already-exists');
    }
    if (state.status !== 'open') return command.type === 'EndSession' ? [] : refuse('not-found');
    switch (command.type) {
      case 'NoteSessionSeen':
        return [{ type: 'SessionSeen', data: {} }];
      case 'ReauthenticateSession':
        return [{ type: 'SessionReauthenticated', data: { proof: command.proof } }];
      case 'SwitchTeam': {
        const { teamId } = command;
        return teamId === state.session.teamId ? [] : [{ type: 'SessionTeamSwitched', data: { teamId } }];
      }
      case 'EndSession':
        return [{ type: 'SessionEnded', data: { why: command.why, teamId: state.session.teamId } }];
      default:
        return unreachable(command);
    }
  },

  evolve(state, event, at) {
    if (event.type === 'SessionStarted') {
      const { proof: kind } = event.data;
      const proof = kind === undefined ? null : { kind, at };
      return { status: 'open', session: event.data, startedAt: at, lastSeenAt: at, proof };
    }
    if (state.status !== 'open') return state;
    switch (event.type) {
      case 'SessionSeen':
        return { ...state, lastSeenAt: at };
      case 'SessionReauthenticated':
        return { ...state, lastSeenAt: at, proof: { kind: event.data.proof, at } };
      case 'SessionTeamSwitched':
        return { ...state, session: { ...state.session, teamId: event.data.teamId }, lastSeenAt: at };
      case 'SessionEnded':
        return { status: 'ended' };
      default:
        return unreachable(event);
    }
  },
};

const hourMs = 3_600_000;
const idleMs = 12 * hourMs;
export const sessionLifeMs = 30 * 24 * hourMs;

/** Whether it still opens anything: neither ended, nor idle for 12 h, nor older than 30 days. */
export function isInForce(state: Extract<SessionState, { status: 'open' }>, nowMs: number): boolean {
  return nowMs < Date.parse(state.session.expiresAt) && nowMs < Date.parse(state.lastSeenAt) + idleMs;
}

/** For so long after a proof what opens or closes an account is done without a further one. */
const proofLifeMs = 10 * 60_000;

const factorKinds: ReadonlySet<ProofKind> = new Set<ProofKind>(['code', 'recovery-code', 'passkey']);

/**
 * Whether the person has shown lately who they are; `needsFactor`: with a factor, where a password alone does not do.
 */
export function isProven(
  { proof }: Extract<SessionState, { status: 'open' }>,
  needsFactor: boolean,
  nowMs: number,
): boolean {
  if (proof === null || nowMs >= Date.parse(proof.at) + proofLifeMs) return false;
  return !needsFactor || factorKinds.has(proof.kind);
}

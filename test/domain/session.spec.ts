import { kidOf, plain } from '../../src/domain/shared/personal.js';
import type { SessionEvent, SessionStarted } from '../../src/domain/session/events.js';
import { isInForce, session } from '../../src/domain/session/session.js';
import { givenAt, recordedAt, specOf } from '../support/decider-spec.js';

const { given } = specOf(session);
const hourMs = 3_600_000;
const startMs = Date.parse(givenAt);
const after = (hours: number): string => new Date(startMs + hours * hourMs).toISOString();
const started: SessionStarted = {
  type: 'SessionStarted',
  data: {
    sessionId: 's',
    userId: 'u',
    teamId: 't',
    client: plain(kidOf('row', 0), { address: null, userAgent: null }),
    tokenHash: 'h',
    epoch: 1,
    secondFactor: false,
    expiresAt: after(720),
  },
};
const ended: SessionEvent = { type: 'SessionEnded', data: { why: 'signed-out', teamId: 't' } };

describe('a session', () => {
  it('begins once, and ends once for good', () => {
    given().when({ type: 'StartSession', session: started.data }).then(started);
    given(started).when({ type: 'StartSession', session: started.data }).thenRefused('already-exists');
    given(started).when({ type: 'EndSession', why: 'signed-out' }).then(ended);
    given(started, ended).when({ type: 'EndSession', why: 'ended' }).thenNothing();
    given(started, ended).when({ type: 'SwitchTeam', teamId: 'x' }).thenRefused('not-found');
  });

  it('notes each proof of who the person is', () => {
    const proven: SessionEvent = { type: 'SessionReauthenticated', data: { proof: 'passkey' } };
    given(started).when({ type: 'ReauthenticateSession', proof: 'passkey' }).then(proven);
    given(started, ended).when({ type: 'ReauthenticateSession', proof: 'passkey' }).thenRefused('not-found');
  });

  it('works for another team from then on', () => {
    const switched: SessionEvent = { type: 'SessionTeamSwitched', data: { teamId: 'x' } };
    given(started).when({ type: 'SwitchTeam', teamId: 'x' }).then(switched);
    given(started, switched).when({ type: 'SwitchTeam', teamId: 'x' }).thenNothing();
  });

  it('is in force for 12 h after its last use, and for 30 days', () => {
    const inForce = (past: readonly (SessionEvent | ReturnType<typeof recordedAt<SessionEvent>>)[], hours: number) => {
      const { state } = given(...past);
      return state.status === 'open' && isInForce(state, startMs + hours * hourMs);
    };
    expect([11.9, 12].map((hours) => inForce([started], hours))).toEqual([true, false]);
    const seen = (hours: number) => recordedAt<SessionEvent>(after(hours), { type: 'SessionSeen', data: {} });
    expect([23.9, 24].map((hours) => inForce([started, seen(12)], hours))).toEqual([true, false]);
    expect([719.9, 720].map((hours) => inForce([started, seen(719)], hours))).toEqual([true, false]);
  });
});

import type { DomainEvent } from '../../src/domain/shared/decider.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import {
  invitationsProjection,
  membershipsProjection,
  sessionsProjection,
} from '../../src/projections/people/people.projections.js';
import type { AnyProjection } from '../../src/projections/shared/projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const kid = kidOf(idAt(40), 0);
const ofTeam: readonly DomainEvent[] = ['ada', 'bob'].flatMap((userId) => [
  { type: 'MemberAdded', data: { userId, role: 'admin', invitationId: null } },
  { type: 'MemberRemoved', data: { userId } },
]);
const started = {
  sessionId: idAt(1),
  userId: 'ada',
  teamId,
  client: plain(kid, { address: '192.0.2.1', userAgent: 'Firefox' }),
  tokenHash: 'h',
  epoch: 1,
  secondFactor: false,
  expiresAt: timeAt(99),
};
const ofSession: readonly DomainEvent[] = [
  { type: 'SessionStarted', data: started },
  { type: 'SessionSeen', data: {} },
  { type: 'SessionTeamSwitched', data: { teamId } },
  { type: 'SessionEnded', data: { why: 'signed-out' } },
];
const sent = {
  invitationId: idAt(2),
  teamId,
  role: 'member',
  email: plain(kid, 'bob@example.com'),
  addressHash: 'a',
  tokenHash: 'h',
  expiresAt: timeAt(99),
};
const ofInvitation: readonly DomainEvent[] = [
  { type: 'InvitationSent', data: sent },
  { type: 'InvitationAccepted', data: { userId: 'bob' } },
  { type: 'InvitationRevoked', data: {} },
];

const logOf = (category: 'team' | 'session' | 'invitation', events: readonly (readonly [number, DomainEvent])[]) => {
  const log = new RecordedLog();
  for (const [number, event] of events) log.add(streamName(category, idAt(number)), event);
  return log.all;
};
const documents = (projection: AnyProjection, log: ReturnType<typeof logOf>) =>
  [...foldAll(projection, log).values()].map((text) => JSON.parse(text) as object);

describe('the read models of people', () => {
  it('show the teams of a person while they last', () => {
    const [added, removed] = ofTeam;
    if (added === undefined || removed === undefined) throw new Error('no events');
    expect(documents(membershipsProjection, logOf('team', [[1, added]]))).toEqual([
      { id: `${idAt(1)}.ada`, teamId: idAt(1), userId: 'ada' },
    ]);
    const both = logOf('team', [
      [1, added],
      [1, removed],
    ]);
    expect(documents(membershipsProjection, both)).toEqual([]);
  });

  it('show from where a session was begun, until it ends', () => {
    const [begun, seen] = ofSession;
    if (begun === undefined || seen === undefined) throw new Error('no events');
    const log = logOf('session', [
      [1, begun],
      [1, seen],
    ]);
    expect(documents(sessionsProjection, log)).toMatchObject([
      { client: { address: '192.0.2.1' }, lastSeenAt: log[1]?.metadata.time, startedAt: log[0]?.metadata.time },
    ]);
  });

  it.each([
    ['memberships', membershipsProjection, 'team', ofTeam],
    ['sessions', sessionsProjection, 'session', ofSession],
    ['invitations', invitationsProjection, 'invitation', ofInvitation],
  ] as const)('are the same however they came about: %s', async (_name, projection, category, events) => {
    const histories = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(...events)), { maxLength: 25 })
      .map((steps) => logOf(category, steps));
    await fc.assert(redeliveryProperty(projection, histories));
  });
});

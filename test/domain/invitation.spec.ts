import type { InvitationEvent } from '../../src/domain/invitation/events.js';
import { invitation } from '../../src/domain/invitation/invitation.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { givenAt, specOf } from '../support/decider-spec.js';

const { given } = specOf(invitation);
const nowMs = Date.parse(givenAt);
const sent = {
  type: 'InvitationSent',
  data: {
    invitationId: 'i',
    teamId: 't',
    role: 'member',
    email: plain(kidOf('row', 0), 'grace@example.com'),
    addressHash: 'a',
    tokenHash: 'h',
    expiresAt: new Date(nowMs + 1_000).toISOString(),
  },
} as const satisfies InvitationEvent;
const accepted: InvitationEvent = { type: 'InvitationAccepted', data: { userId: 'grace' } };
const revoked: InvitationEvent = { type: 'InvitationRevoked', data: {} };
const accept = { type: 'AcceptInvitation', userId: 'grace', nowMs } as const;
const revoke = { type: 'RevokeInvitation', teamId: 't' } as const;

describe('an invitation', () => {
  it('is sent once', () => {
    const send = { type: 'SendInvitation', invitation: sent.data } as const;
    given().when(send).then(sent);
    given(sent).when(send).thenRefused('already-exists');
  });

  it('is accepted by one person, in time; the same one may ask again', () => {
    given(sent).when(accept).then(accepted);
    given(sent, accepted).when(accept).thenNothing();
    given(sent, accepted)
      .when({ ...accept, userId: 'eve' })
      .thenRefused('link-invalid');
    given(sent)
      .when({ ...accept, nowMs: nowMs + 1_000 })
      .thenRefused('link-invalid');
    given().when(accept).thenRefused('link-invalid');
  });

  it('is revoked by its own team, and opens nothing from then on', () => {
    given(sent).when(revoke).then(revoked);
    given(sent)
      .when({ ...revoke, teamId: 'another' })
      .thenRefused('not-found');
    given(sent, accepted).when(revoke).thenRefused('not-found');
    given(sent, revoked).when(revoke).thenRefused('not-found');
    given(sent, revoked).when(accept).thenRefused('link-invalid');
    given().when(revoke).thenRefused('not-found');
  });
});

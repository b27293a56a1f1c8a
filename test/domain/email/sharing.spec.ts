import type { EmailCommand } from '../../../src/domain/email/commands.js';
import { email } from '../../../src/domain/email/email.js';
import type { EmailShared, EmailShareRevoked } from '../../../src/domain/email/events.js';
import { specOf } from '../../support/decider-spec.js';
import { accepted, after, claim, hourMs, rescheduled, started } from '../../support/email-facts.js';

const { given } = specOf(email);
const shareId = '0195d6a0-0000-7000-8000-0000000000e1';
const otherId = '0195d6a0-0000-7000-8000-0000000000e2';
const mail = accepted(['one.test']);

const share: EmailCommand = { type: 'ShareEmail', shareId, expiresAt: after(hourMs) };
const revoke: EmailCommand = { type: 'RevokeShare', shareId };
const shared: EmailShared = { type: 'EmailShared', data: { shareId, expiresAt: after(hourMs) } };
const revoked: EmailShareRevoked = { type: 'EmailShareRevoked', data: { shareId } };

describe('a share', () => {
  it('is made once, however often its command comes', () => {
    given(mail).when(share).then(shared);
    given(mail, shared).when(share).thenNothing();
  });

  it('is revoked once, and a repeat changes nothing', () => {
    given(mail, shared).when(revoke).then(revoked);
    given(mail, shared, revoked).when(revoke).thenNothing();
  });

  it('is not opened again once it was revoked', () => {
    given(mail, shared, revoked).when(share).thenNothing();
  });

  it('is revoked alone', () => {
    const other: EmailShared = { type: 'EmailShared', data: { ...shared.data, shareId: otherId } };
    given(mail, shared, other, revoked)
      .when({ ...revoke, shareId: otherId })
      .then({ type: 'EmailShareRevoked', data: { shareId: otherId } });
  });

  it('that was never made cannot be revoked', () => {
    given(mail).when(revoke).thenRefused('share-not-found');
    given(mail, shared)
      .when({ ...revoke, shareId: otherId })
      .thenRefused('share-not-found');
  });

  it('needs a mail', () => {
    given().when(share).thenRefused('email-not-found');
    given({ type: 'AcceptAbandoned', data: { reason: 'orphan-sweep' } })
      .when(revoke)
      .thenRefused('email-not-found');
  });

  it('is no try: a scheduled mail can still be moved, and is sent as before', () => {
    const scheduled = given(accepted(['one.test'], 'standard', after(hourMs)), shared, revoked);
    scheduled
      .when({ type: 'RescheduleEmail', scheduledAt: after(2 * hourMs) })
      .then(rescheduled(after(2 * hourMs), ['one.test']));
    scheduled.when(claim('a1', [0], Date.parse(after(hourMs)))).then(started('a1', [0], ['one.test']));
  });

  it('leaves no trace in the state of a mail without shares', () => {
    expect(given(mail, started('a1', [0], ['one.test'])).state).not.toHaveProperty('shares');
  });
});

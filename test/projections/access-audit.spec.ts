import type { DomainEvent } from '../../src/domain/shared/decider.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { type Category, streamName } from '../../src/domain/shared/stream-name.js';
import { accessAuditProjection } from '../../src/projections/people/access-audit.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const kid = kidOf(idAt(40), 0);
const client = plain(kid, { address: '192.0.2.1', userAgent: null });
const key = { name: 'Shop', permission: 'full_access', domainId: null, tokenHash: 'h' };
const begun = { userId: idAt(3), teamId, client, tokenHash: 'h', epoch: 1, secondFactor: true, expiresAt: timeAt(9) };
const asked = { teamId, role: 'member', email: plain(kid, 'b@example.com'), addressHash: 'a', tokenHash: 'h' };

const events: readonly (readonly [Category, DomainEvent])[] = [
  ['apikey', { type: 'ApiKeyCreated', data: { apiKeyId: idAt(2), teamId, ...key } }],
  ['apikey', { type: 'ApiKeyRenamed', data: { name: 'Till' } }],
  ['apikey', { type: 'ApiKeyReplaced', data: { by: idAt(3), until: '2026-03-02T10:00:00.000Z' } }],
  ['apikey', { type: 'ApiKeyUsed', data: {} }],
  ['apikey', { type: 'ApiKeyDeleted', data: {} }],
  ['team', { type: 'MemberAdded', data: { userId: idAt(3), role: 'admin', invitationId: null } }],
  ['team', { type: 'MemberRemoved', data: { userId: idAt(3) } }],
  ['team', { type: 'SecurityPolicyChanged', data: { secondFactorRequired: true, sso: null } }],
  ['invitation', { type: 'InvitationSent', data: { invitationId: idAt(2), ...asked, expiresAt: timeAt(9) } }],
  ['invitation', { type: 'InvitationRevoked', data: {} }],
  ['session', { type: 'SessionStarted', data: { sessionId: idAt(2), ...begun } }],
  ['session', { type: 'SessionTeamSwitched', data: { teamId: idAt(9) } }],
  ['session', { type: 'SessionEnded', data: { why: 'ended', teamId: idAt(9) } }],
  ['session', { type: 'SessionEnded', data: { why: 'replaced', teamId } }],
  ['user', { type: 'UserPasswordSet', data: { password: plain(kid, 'hash'), why: 'reset', client } }],
  ['user', { type: 'TotpRemoved', data: {} }],
  [
    'user',
    {
      type: 'CredentialsRemoved',
      data: { passkeyIds: ['p'], app: true, identities: [{ provider: 'oidc', identityHash: 'hash' }], why: 'reset' },
    },
  ],
];

const logOf = (chosen: typeof events) => {
  const log = new RecordedLog();
  for (const [category, event] of chosen) log.add(streamName(category, idAt(2)), event, { sessionId: idAt(7) });
  return log.all;
};

describe('the audit of access', () => {
  it('shows each change to those whom it concerns, with ids and nothing personal', () => {
    const texts = [...foldAll(accessAuditProjection, logOf(events)).values()];
    const shown = texts.map((text) => JSON.parse(text) as { concerns: string; change: { type: string } });
    expect(shown.map(({ concerns, change }) => [change.type, concerns])).toEqual([
      ['ApiKeyCreated', teamId],
      ['ApiKeyRenamed', teamId],
      ['ApiKeyReplaced', teamId],
      ['ApiKeyDeleted', teamId],
      ['MemberAdded', idAt(2)],
      ['MemberRemoved', idAt(2)],
      ['SecurityPolicyChanged', idAt(2)],
      ['InvitationSent', teamId],
      ['InvitationRevoked', teamId],
      ['SessionStarted', teamId],
      ['SessionTeamSwitched', idAt(9)],
      ['SessionEnded', idAt(9)],
      ['UserPasswordSet', idAt(2)],
      ['TotpRemoved', idAt(2)],
      ['CredentialsRemoved', idAt(2)],
    ]);
    expect(shown.at(-1)?.change).toMatchObject({ passkeys: 1, app: true, providers: ['oidc'] });
    expect(texts.join()).not.toMatch(/192\.0\.2|example\.com|hash/i);
  });

  it('names the session that knows from where', () => {
    const log = new RecordedLog();
    log.add(streamName('session', idAt(2)), { type: 'SessionStarted', data: { sessionId: idAt(2), ...begun } });
    log.add(streamName('user', idAt(3)), { type: 'TotpRemoved', data: {} }, { sessionId: idAt(7) });
    log.add(streamName('user', idAt(3)), { type: 'UserDisabled', data: {} });
    const shown = [...foldAll(accessAuditProjection, log.all).values()].map((text) => JSON.parse(text) as object);
    expect(shown).toMatchObject([{ sessionId: idAt(2) }, { sessionId: idAt(7) }, { sessionId: null }]);
  });

  it('is the same however it came about', async () => {
    const histories = fc.array(fc.constantFrom(...events), { maxLength: 25 }).map(logOf);
    await fc.assert(redeliveryProperty(accessAuditProjection, histories));
  });
});

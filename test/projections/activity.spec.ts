import type { DomainEvent } from '../../src/domain/shared/decider.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { type Category, streamName } from '../../src/domain/shared/stream-name.js';
import type { ActivityDocument } from '../../src/projections/activity/activity.projection.js';
import { activity } from '../../src/programs/resources/resources.js';
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

/** Each in a request of its own. */
const logOf = (chosen: typeof events) => {
  const log = new RecordedLog();
  for (const [index, [category, event]] of chosen.entries()) {
    log.add(streamName(category, idAt(2)), event, { sessionId: idAt(7), correlationId: idAt(100 + index) });
  }
  return log.all;
};

const shownOf = (log: Parameters<typeof foldAll>[1]) =>
  [...foldAll(activity, log).values()].map((text) => JSON.parse(text) as ActivityDocument);

describe('activity', () => {
  it('shows each change to those whom it concerns, with ids and nothing personal', () => {
    expect(shownOf(logOf(events)).map(({ changes, concerns }) => [changes[0].type, concerns])).toEqual([
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
    expect([...foldAll(activity, logOf(events)).values()].join()).not.toMatch(/192\.0\.2|example\.com/i);
  });

  it('shows what people, keys and commands did, of mail only what people did, and of the server what people ask for', () => {
    const log = new RecordedLog();
    const by = (kind: 'user' | 'api-key' | 'cli' | 'system', request: number) => ({
      actor: { kind, id: kind },
      correlationId: idAt(request),
    });
    const [domain, email] = [streamName('domain', idAt(2)), streamName('email', idAt(3))];
    for (const kind of ['user', 'api-key', 'cli', 'system'] as const) {
      log.add(domain, { type: 'DomainCheckRequested', data: {} }, by(kind, log.all.length));
      log.add(email, { type: 'EmailCanceled', data: { destinations: [] } }, by(kind, log.all.length));
    }
    const disabled = { type: 'WebhookDisabled', data: { why: 'failing' } } as const;
    // Caused by what a person sent in: no change of that person.
    log.add(streamName('webhook', idAt(4)), disabled, by('system', 0));
    const pause = { kind: 'mx-set', name: 'mx.example.com', reason: 'They asked', until: null };
    log.add(streamName('queue', 'main'), { type: 'QueuePaused', data: pause }, { ...by('cli', 99), teamId: null });
    expect(shownOf(log.all).map(({ changes, actor, concerns }) => [changes[0].type, actor.kind, concerns])).toEqual([
      ['DomainCheckRequested', 'user', teamId],
      ['EmailCanceled', 'user', teamId],
      ['DomainCheckRequested', 'api-key', teamId],
      ['DomainCheckRequested', 'cli', teamId],
      ['EmailCanceled', 'cli', teamId],
      ['WebhookDisabled', 'system', teamId],
      ['QueuePaused', 'cli', 'server'],
    ]);
  });

  it('has one entry for a request: what it did to things, before what belongs to them and to its session', () => {
    const log = new RecordedLog();
    const request = { correlationId: idAt(50), actor: { kind: 'user', id: idAt(3) } } as const;
    log.add(
      streamName('session', idAt(8)),
      { type: 'SessionStarted', data: { sessionId: idAt(8), ...begun } },
      request,
    );
    for (const number of [20, 21, 22]) {
      log.add(streamName('suppression', idAt(number)), { type: 'SuppressionRemoved', data: {} }, request);
    }
    log.add(streamName('apikey', idAt(2)), { type: 'ApiKeyDeleted', data: {} }, request);
    log.add(streamName('user', idAt(3)), { type: 'TotpConfirmed', data: { enrolmentId: 'e', step: 1 } }, request);
    log.add(streamName('user', idAt(3)), { type: 'RecoveryCodesMade', data: { hashes: ['h'] } }, request);
    const [ofTeam, ofPerson] = shownOf(log.all);
    expect(ofTeam).toMatchObject({ concerns: teamId, count: 3, at: timeAt(1), correlationId: idAt(50) });
    expect(ofTeam?.changes.map(({ type }) => type)).toEqual(['SuppressionRemoved', 'ApiKeyDeleted']);
    expect(ofTeam?.tokens).toEqual(
      expect.arrayContaining([
        `=about:${idAt(22)}:`,
        `=of:${idAt(22)}:`,
        `=by:${idAt(3)}:`,
        '=kind:apikey:',
        '=what:deleted:',
      ]),
    );
    expect(ofPerson).toMatchObject({ concerns: idAt(3), count: 1 });
    expect(ofPerson?.changes.map(({ type }) => type)).toEqual(['TotpConfirmed', 'RecoveryCodesMade']);
  });

  it('has one line for ten minutes in which a person writes a text, with the last time that it was saved', () => {
    const log = new RecordedLog();
    const by = (minute: number, kind: 'user' | 'api-key' = 'user', person = 3) => ({
      actor: { kind, id: idAt(person) },
      correlationId: idAt(600 + log.all.length),
      time: `2026-03-02T10:${String(minute).padStart(2, '0')}:00.000Z`,
    });
    const draft = {
      name: 'News',
      segmentId: null,
      topicId: null,
      content: { kid, blobId: idAt(60), sha256: 's', bytes: 1 },
    };
    const changed = (more: object) => ({ type: 'BroadcastChanged', data: { ...draft, ...more } }) as const;
    const [text, other] = [streamName('broadcast', idAt(20)), streamName('broadcast', idAt(21))];
    log.add(text, changed({ parts: ['body'] }), by(0));
    log.add(text, changed({ parts: ['body'], goesOn: true }), by(4));
    log.add(other, changed({ parts: ['body'] }), by(5));
    log.add(text, changed({ parts: ['body'] }), by(6, 'user', 4));
    log.add(text, changed({ parts: [] }), by(7));
    log.add(text, changed({ parts: ['body'], restoredFrom: 1 }), by(7));
    log.add(text, changed({ parts: ['subject'] }), by(8, 'api-key'));
    log.add(text, changed({ parts: ['body'] }), by(9));
    log.add(text, changed({ parts: ['body'] }), by(11));
    const lines = shownOf(log.all).map(({ at, count, changes }) => [at.slice(14, 16), changes[0].revision, count]);
    expect(lines.sort()).toEqual([
      ['05', 0, 1],
      ['06', 2, 1],
      ['07', 3, 1],
      ['07', 4, 1],
      ['08', 5, 1],
      ['09', 6, 1],
      ['11', 7, 1],
    ]);
  });

  it('names the session that knows from where', () => {
    const log = new RecordedLog();
    const add = (...[category, event, request, session]: [Category, DomainEvent, number, object?]) =>
      log.add(streamName(category, idAt(3)), event, { correlationId: idAt(request), ...session });
    add('session', { type: 'SessionStarted', data: { sessionId: idAt(3), ...begun } }, 50);
    add('user', { type: 'TotpRemoved', data: {} }, 51, { sessionId: idAt(7) });
    add('user', { type: 'UserDisabled', data: {} }, 52);
    expect(shownOf(log.all)).toMatchObject([{ sessionId: idAt(3) }, { sessionId: idAt(7) }, { sessionId: null }]);
  });

  it('is the same however it came about', async () => {
    const histories = fc
      .array(fc.tuple(fc.constantFrom(...events), fc.integer({ min: 1, max: 4 })), { maxLength: 25 })
      .map((chosen) => {
        const log = new RecordedLog();
        for (const [[category, event], request] of chosen) {
          log.add(streamName(category, idAt(2)), event, { correlationId: idAt(100 + request) });
        }
        return log.all;
      });
    await fc.assert(redeliveryProperty(activity, histories));
  });
});

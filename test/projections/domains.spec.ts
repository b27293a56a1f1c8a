import type { CapabilityStatus, DomainOrigin, SendingDomainEvent } from '../../src/domain/sending-domain/events.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { domainsProjection } from '../../src/projections/domains/domains.projection.js';
import { checked, dkimKey, domainOpens } from '../support/domain-facts.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const created = (id: string, origin: DomainOrigin): SendingDomainEvent => ({
  type: 'DomainCreated',
  data: domainOpens({ domainId: id, origin }),
});
const keyAdded = (selector: string): SendingDomainEvent => ({
  type: 'DomainDkimKeyAdded',
  data: dkimKey(selector, { publicKey: 'MIIB', secretName: 'dkim-secret' }),
});
const verified: SendingDomainEvent = { type: 'DomainVerified', data: { by: 'operator' } };
const asked: SendingDomainEvent = { type: 'DomainCheckRequested', data: {} };
const deleted: SendingDomainEvent = { type: 'DomainDeleted', data: { reason: 'asked' } };
const checkedWith = (sending: CapabilityStatus): SendingDomainEvent => ({
  type: 'DomainChecked',
  data: { sending, receiving: 'not_started', records: [checked('spf', 'verified')] },
});
const tracking = (trackingSubdomain: string): SendingDomainEvent => {
  const { tls, openTracking, clickTracking, capabilities } = domainOpens();
  return { type: 'DomainUpdated', data: { tls, openTracking, clickTracking, capabilities, trackingSubdomain } };
};

function documentAfter(...events: readonly SendingDomainEvent[]): unknown {
  const log = new RecordedLog();
  for (const event of events) log.add(streamName('domain', idAt(1)), event);
  const json = foldAll(domainsProjection, log.all).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

const happening = fc.oneof(
  fc.integer({ min: 0, max: 9 }).map((number) => keyAdded(`s${number}`)),
  fc.integer({ min: 0, max: 9 }).map(
    (number): SendingDomainEvent => ({
      type: 'DomainDkimKeySelected',
      data: { selector: `s${number}` },
    }),
  ),
  fc.constantFrom<SendingDomainEvent>(
    verified,
    asked,
    checkedWith('pending'),
    checkedWith('verified'),
    checkedWith('temporary_failure'),
    tracking('links'),
    tracking('go'),
    deleted,
  ),
);
const histories = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), happening), { maxLength: 25 }).map((happenings) => {
  const log = new RecordedLog();
  for (const number of [1, 2]) log.add(streamName('domain', idAt(number)), created(idAt(number), 'team'));
  for (const [number, event] of happenings) log.add(streamName('domain', idAt(number)), event);
  return log.all;
});

describe('the domains projection', () => {
  it("shows a team's own domain with its public keys, and no secret's name", () => {
    expect(documentAfter(created(idAt(1), 'preverified'), keyAdded('s1'), keyAdded('s2'), verified)).toEqual({
      id: idAt(1),
      teamId,
      scope: teamId,
      name: 'example.com',
      region: 'eu-west-1',
      origin: 'preverified',
      returnPath: 'send',
      tls: 'opportunistic',
      openTracking: false,
      clickTracking: false,
      capabilities: { sending: true, receiving: false },
      trackingSubdomain: null,
      formerTrackingSubdomains: [],
      status: 'verified',
      verification: expect.objectContaining({ vouched: true }),
      checking: 'idle',
      createdAt: timeAt(1),
      dkim: [
        { selector: 's1', algorithm: 'rsa-sha256', role: 'active', publicKey: 'MIIB', since: timeAt(2) },
        { selector: 's2', algorithm: 'rsa-sha256', role: 'active', publicKey: 'MIIB', since: timeAt(3) },
      ],
    });
  });

  it('shows what the last check found, and forgets a domain that was deleted', () => {
    const past = [created(idAt(1), 'team'), asked, checkedWith('verified')] as const;
    expect(documentAfter(created(idAt(1), 'team'), asked)).toMatchObject({ status: 'pending', checking: 'awaited' });
    expect(documentAfter(...past)).toMatchObject({
      status: 'verified',
      checking: 'standing',
      verification: { checkAwaited: false, lastCheckedAt: timeAt(3), records: [checked('spf', 'verified')] },
    });
    expect(documentAfter(...past, checkedWith('temporary_failure'))).toMatchObject({
      status: 'temporary_failure',
      checking: 'pending',
    });
    expect(documentAfter(...past, deleted)).toBeUndefined();
  });

  it('keeps earlier tracking subdomains in view', () => {
    const past = [created(idAt(1), 'team'), tracking('links'), tracking('go')] as const;
    expect(documentAfter(...past)).toMatchObject({ trackingSubdomain: 'go', formerTrackingSubdomains: ['links'] });
    expect(documentAfter(...past, tracking('links'))).toMatchObject({
      trackingSubdomain: 'links',
      formerTrackingSubdomains: ['go'],
    });
  });

  it('shares a sandbox domain with everybody', () => {
    expect(documentAfter(created(idAt(1), 'sandbox'))).toMatchObject({ scope: 'shared', status: 'not_started' });
  });

  it('knows nothing of a domain that was never created', () => {
    expect(documentAfter(keyAdded('s1'), verified)).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    await fc.assert(redeliveryProperty(domainsProjection, histories));
  });
});

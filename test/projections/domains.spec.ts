import fc from 'fast-check';
import type { DomainOrigin, SendingDomainEvent } from '../../src/domain/sending-domain/events.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { domainsProjection } from '../../src/projections/domains/domains.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const created = (id: string, origin: DomainOrigin): SendingDomainEvent => ({
  type: 'DomainCreated',
  data: { domainId: id, name: 'example.com', region: 'eu-west-1', origin },
});
const keyAdded = (selector: string): SendingDomainEvent => ({
  type: 'DomainDkimKeyAdded',
  data: { selector, algorithm: 'rsa-sha256', publicKey: 'MIIB', secretName: 'dkim-secret' },
});
const verified: SendingDomainEvent = { type: 'DomainVerified', data: { by: 'operator' } };

function documentAfter(...events: readonly SendingDomainEvent[]): unknown {
  const log = new RecordedLog();
  for (const event of events) log.add(streamName('domain', idAt(1)), event);
  const json = foldAll(domainsProjection, log.all).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

const histories = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean()), { maxLength: 25 })
  .map((happenings) => {
    const log = new RecordedLog();
    for (const number of [1, 2]) log.add(streamName('domain', idAt(number)), created(idAt(number), 'preverified'));
    happenings.forEach(([number, isKey], index) => {
      log.add(streamName('domain', idAt(number)), isKey ? keyAdded(`s${index}`) : verified);
    });
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
      status: 'verified',
      createdAt: timeAt(1),
      dkim: [
        { selector: 's1', algorithm: 'rsa-sha256', publicKey: 'MIIB' },
        { selector: 's2', algorithm: 'rsa-sha256', publicKey: 'MIIB' },
      ],
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

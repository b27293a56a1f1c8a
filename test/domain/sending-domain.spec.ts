import { domainName } from '../../src/domain/sending-domain/domain-name.js';
import type { DomainNameEvent, Reserved, SendingDomainEvent } from '../../src/domain/sending-domain/events.js';
import { sendingDomain } from '../../src/domain/sending-domain/sending-domain.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { givenAt, specOf } from '../support/decider-spec.js';
import { dkimKey, domainOpens } from '../support/domain-facts.js';

const opens = domainOpens();
const key = dkimKey('posthorn');

describe('a sending domain', () => {
  const { given } = specOf(sendingDomain);
  const created: SendingDomainEvent = { type: 'DomainCreated', data: opens };
  const keyAdded: SendingDomainEvent = { type: 'DomainDkimKeyAdded', data: key };
  const verified: SendingDomainEvent = { type: 'DomainVerified', data: { by: 'operator' } };
  const create = { type: 'CreateDomain', domain: opens } as const;

  it('is created once', () => {
    given().when(create).then(created);
    given(created).when(create).thenNothing();
  });

  it('takes one key for each selector', () => {
    given(created).when({ type: 'AddDkimKey', key }).then(keyAdded);
    given(created, keyAdded)
      .when({ type: 'AddDkimKey', key: { ...key, publicKey: 'BBBB' } })
      .thenNothing();
    const second = { ...key, selector: 'posthorn2' };
    given(created, keyAdded)
      .when({ type: 'AddDkimKey', key: second })
      .then({ type: 'DomainDkimKeyAdded', data: second });
  });

  it('is verified by the operator once', () => {
    given(created).when({ type: 'VouchForDomain' }).then(verified);
    given(created, verified).when({ type: 'VouchForDomain' }).thenNothing();
  });

  it('is not there before it was created', () => {
    given().when({ type: 'AddDkimKey', key }).thenRefused('not-found');
    given().when({ type: 'VouchForDomain' }).thenRefused('not-found');
    expect(given(keyAdded, verified).state).toStrictEqual({ status: 'none' });
  });

  it('keeps its keys in the order in which they came', () => {
    const second = dkimKey('second', { role: 'spare' });
    const { state } = given(created, keyAdded, { type: 'DomainDkimKeyAdded', data: second }, verified);
    expect(state).toMatchObject({ dkimKeys: [key, second], verification: { vouched: true } });
  });

  it('notes a fall once in seven days for each group and measure', () => {
    const shares = { now: { count: 40, of: 60 }, before: { count: 300, of: 300 } };
    const one = { group: 'gmail', measure: 'delivered', ...shares } as const;
    const other = { ...one, measure: 'deferred' } as const;
    const fell: SendingDomainEvent = { type: 'DomainDeliveryFell', data: one };
    const at = (days: number) => new Date(Date.parse(givenAt) + days * 86_400_000).toISOString();
    const note = (days: number) => ({ type: 'NoteFalls', falls: [one, other], at: at(days) }) as const;
    given(created, fell).when(note(6.9)).then({ type: 'DomainDeliveryFell', data: other });
    given(created, fell).when(note(7)).then(fell, { type: 'DomainDeliveryFell', data: other });
  });

  it('lets the spare take over, and the active key of its algorithm retire', () => {
    const added = (selector: string, changes: Partial<typeof key> = {}): SendingDomainEvent => ({
      type: 'DomainDkimKeyAdded',
      data: dkimKey(selector, changes),
    });
    const keys = [
      added('one'),
      added('two', { role: 'spare' }),
      added('three', { algorithm: 'ed25519-sha256' }),
    ] as const;
    const asked: SendingDomainEvent = { type: 'DomainDkimRotationRequested', data: { by: 'operator' } };
    const selected: SendingDomainEvent = { type: 'DomainDkimKeySelected', data: { selector: 'two' } };
    const retired: SendingDomainEvent = { type: 'DomainDkimKeyRetired', data: { selector: 'one' } };
    given(created, ...keys)
      .when({ type: 'RequestDkimRotation', by: 'operator' })
      .then(asked);
    given(created, ...keys, asked)
      .when({ type: 'RequestDkimRotation', by: 'schedule' })
      .thenNothing();
    given(created, ...keys, asked)
      .when({ type: 'SelectDkimKey', selector: 'two' })
      .then(selected);
    given(created, ...keys)
      .when({ type: 'SelectDkimKey', selector: 'one' })
      .thenNothing();
    given(created, ...keys)
      .when({ type: 'SelectDkimKey', selector: 'four' })
      .thenRefused('unknown-key');
    given(created, ...keys)
      .when({ type: 'RetireDkimKey', selector: 'one' })
      .thenRefused('unknown-key');
    given(created, ...keys, selected)
      .when({ type: 'RetireDkimKey', selector: 'one' })
      .then(retired);
    given(created, ...keys, selected, retired)
      .when({ type: 'SelectDkimKey', selector: 'one' })
      .thenRefused('unknown-key');
    expect(given(created, ...keys, asked, selected, retired).state).toMatchObject({
      rotationRequestedAt: null,
      dkimKeys: [
        { selector: 'one', role: 'retired' },
        { selector: 'two', role: 'active' },
        { selector: 'three', role: 'active' },
      ],
    });
  });

  it('takes settings, and one capability at least', () => {
    const { domainId: _, name: _name, region: _region, origin: _origin, returnPath: _path, ...settings } = opens;
    given(created)
      .when({ type: 'UpdateDomain', changes: { tls: 'enforced', trackingSubdomain: 'links' } })
      .then({ type: 'DomainUpdated', data: { ...settings, tls: 'enforced', trackingSubdomain: 'links' } });
    given(created)
      .when({ type: 'UpdateDomain', changes: { tls: 'opportunistic' } })
      .thenNothing();
    given(created)
      .when({ type: 'UpdateDomain', changes: { capabilities: { sending: false, receiving: false } } })
      .thenRefused('no-capability');
  });

  it('is gone once it was deleted', () => {
    const deleted: SendingDomainEvent = { type: 'DomainDeleted', data: { reason: 'asked' } };
    given(created).when({ type: 'DeleteDomain', reason: 'asked' }).then(deleted);
    given(created, deleted).when({ type: 'DeleteDomain', reason: 'claimed' }).thenNothing();
    given(created, deleted).when(create).thenNothing();
    given(created, deleted).when({ type: 'RequestCheck' }).thenRefused('not-found');
    given().when({ type: 'DeleteDomain', reason: 'asked' }).thenRefused('not-found');
    expect(given(created, keyAdded, deleted).state).toMatchObject({ status: 'deleted', dkimKeys: [key] });
  });
});

describe('a domain name', () => {
  const { given } = specOf(domainName);
  const reservedFor = (id: string, teamId = 'team-1'): Reserved => ({
    type: 'Reserved',
    data: { owner: streamName('domain', id), teamId, opens: domainOpens({ domainId: id }) },
  });
  const reserve = (id: string) => ({ type: 'ReserveName', reservation: reservedFor(id).data }) as const;
  const released: DomainNameEvent = { type: 'Released', data: { owner: streamName('domain', 'd1') } };

  it('has one holder', () => {
    given().when(reserve('d1')).then(reservedFor('d1'));
    given(reservedFor('d1')).when(reserve('d1')).thenNothing();
    given(reservedFor('d1')).when(reserve('d2')).thenRefused('name-taken');
  });

  it('can be taken again once it was released', () => {
    given(reservedFor('d1'), released).when(reserve('d2')).then(reservedFor('d2'));
  });
});

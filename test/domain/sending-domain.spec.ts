import { domainName } from '../../src/domain/sending-domain/domain-name.js';
import type { DomainNameEvent, Reserved, SendingDomainEvent } from '../../src/domain/sending-domain/events.js';
import { sendingDomain } from '../../src/domain/sending-domain/sending-domain.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { specOf } from '../support/decider-spec.js';

const opens = { domainId: 'd1', name: 'example.com', region: 'eu-west-1', origin: 'preverified' } as const;
const key = { selector: 'posthorn', algorithm: 'rsa-sha256', publicKey: 'AAAA', secretName: 'dkim/d1/1' } as const;

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
    expect(given(created, keyAdded, verified).state).toStrictEqual({
      status: 'verified',
      domain: opens,
      dkimKeys: [key],
    });
  });
});

describe('a domain name', () => {
  const { given } = specOf(domainName);
  const reservedFor = (id: string): Reserved => ({
    type: 'Reserved',
    data: { owner: streamName('domain', id), teamId: 'team-1', opens: { ...opens, domainId: id } },
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

import { networkInterfaces } from 'node:os';
import { waitFor } from '../../support/wait-for.js';
import { heloName, type Internet, lastReply, mailTo, startInternet } from './setup.js';

const hasIpv6 = Object.values(networkInterfaces()).some((entries) => entries?.some(({ address }) => address === '::1'));
const [first, second, third, nobody] = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.9'];

let net: Internet;
beforeAll(async () => {
  net = await startInternet({
    hosts: {
      [first]: {},
      [second]: {},
      [third]: { greeting: () => '421 4.3.2 not now' },
      ...(hasIpv6 ? { '::1': {} } : {}),
    },
    zone: {
      'a.mx.test': { A: [first] },
      'b.mx.test': { A: [second] },
      'busy.mx.test': { A: [third] },
      'down.mx.test': { A: [nobody] },
      'two-doors.mx.test': { A: [nobody], AAAA: hasIpv6 ? ['::1'] : [] },
      [heloName]: { A: [first] },
      'preferred.test': {
        MX: [
          [20, 'b.mx.test'],
          [10, 'a.mx.test'],
        ],
      },
      'down.test': {
        MX: [
          [10, 'down.mx.test'],
          [20, 'b.mx.test'],
        ],
      },
      'busy.test': {
        MX: [
          [10, 'busy.mx.test'],
          [20, 'b.mx.test'],
        ],
      },
      'address-only.test': { A: [second] },
      'alias.test': { CNAME: ['preferred.test'] },
      'null.test': { MX: [[0, '.']] },
      'behind-us.test': {
        MX: [
          [10, 'b.mx.test'],
          [20, heloName],
          [30, 'a.mx.test'],
        ],
      },
      'us.test': {
        MX: [
          [10, heloName],
          [20, 'a.mx.test'],
        ],
      },
      'nowhere.test': { MX: [[10, 'gone.mx.test']] },
      'shared-one.test': {
        MX: [
          [10, 'a.mx.test'],
          [20, 'b.mx.test'],
        ],
      },
      'shared-two.test': {
        MX: [
          [5, 'a.mx.test'],
          [50, 'b.mx.test'],
        ],
      },
      'six.test': { MX: [[10, 'two-doors.mx.test']] },
      'flaky.test': { MX: [[10, 'a.mx.test']] },
    },
  });
});
afterAll(() => net.close());

/** To every one of them: the mail itself counts as delivered as soon as one has it. */
const delivered = async (...to: readonly string[]): Promise<string> => {
  const id = await net.posthorn.send(mailTo(...to));
  await waitFor(
    () => net.posthorn.timeline(id),
    (events) => events.filter(({ type }) => type === 'EmailDelivered').length === to.length,
  );
  return id;
};
const counts = (id: string): readonly number[] => [first, second].map((host) => net.receivedBy(host, id).length);

describe('direct delivery', () => {
  it.each([
    ['to the most preferred host', 'preferred.test', [1, 0]],
    ['to the next where that one does not answer', 'down.test', [0, 1]],
    ['to the next where that one takes nothing now', 'busy.test', [0, 1]],
    ['to the address of a domain without an MX', 'address-only.test', [0, 1]],
    ['through an alias', 'alias.test', [1, 0]],
    ['to hosts that are preferred to us', 'behind-us.test', [0, 1]],
  ])('%s', async (_what, domain, expected) => {
    expect(counts(await delivered(`ada@${domain}`))).toEqual(expected);
  });

  it('introduces itself by its own name', async () => {
    await delivered('ada@preferred.test');
    expect(net.hosts[first]?.sessions[0]?.commands).toContain(`EHLO ${heloName}`);
  });

  (hasIpv6 ? it : it.skip)('over IPv6, after the addresses that nobody answers at', async () => {
    const id = await delivered('ada@six.test');
    expect(net.receivedBy('::1', id)).toHaveLength(1);
  });

  it('in one transaction for two domains of one receiver', async () => {
    // Known from then on: an answer that is late proves nothing in time.
    for (const domain of ['shared-one.test', 'shared-two.test']) await delivered(`ada@${domain}`);
    const id = await delivered('ada@shared-one.test', 'bo@shared-two.test', 'cy@address-only.test');
    expect(net.receivedBy(first, id).map(({ recipients }) => recipients)).toEqual([
      ['ada@shared-one.test', 'bo@shared-two.test'],
    ]);
    expect(net.receivedBy(second, id).map(({ recipients }) => recipients)).toEqual([['cy@address-only.test']]);
    const claims = (await net.posthorn.timeline(id)).filter(({ type }) => type === 'DeliveryAttemptStarted');
    expect(claims).toHaveLength(2);
  });

  it('stays on this machine for the addresses that simulate receivers', async () => {
    const asked = net.names.asked.length;
    const id = await delivered('delivered@posthorn.test');
    expect(await net.posthorn.captured(id)).toHaveLength(1);
    expect(net.names.asked.slice(asked).filter(({ name }) => name === 'posthorn.test')).toEqual([]);
  });

  it.each([
    ['takes no mail', 'null.test', ['EmailBounced'], 'dns 556 5.1.10'],
    ['does not exist', 'not-there.test', ['DeliveryDeferred', 'EmailBounced'], 'dns 550 5.1.2'],
    ['has us for its best host', 'us.test', ['DeliveryDeferred', 'EmailBounced'], 'dns 554 5.4.6'],
  ])('bounces where the domain %s', async (_what, domain, expected, reply) => {
    const id = await net.posthorn.send(mailTo(`ada@${domain}`));
    await net.posthorn.until(id, 'bounced');
    const timeline = await net.posthorn.timeline(id);
    expect(timeline.map(({ type }) => type)).toEqual(['EmailAccepted', ...expected]);
    expect(lastReply(timeline)).toBe(reply);
  });

  it('waits for hosts that the DNS does not know', async () => {
    const id = await net.posthorn.send(mailTo('ada@nowhere.test'));
    await net.posthorn.until(id, 'delivery_delayed');
    expect(lastReply(await net.posthorn.timeline(id))).toBe('dns 451 4.4.4');
    net.names.publish('gone.mx.test', { A: [first] });
    await net.posthorn.until(id, 'delivered');
  });

  it('waits for a DNS that fails', async () => {
    net.names.fail('flaky.test', 'server-failure');
    const id = await net.posthorn.send(mailTo('ada@flaky.test'));
    await net.posthorn.until(id, 'delivery_delayed');
    expect(lastReply(await net.posthorn.timeline(id))).toBe('dns 451 4.4.3');
    net.names.heal('flaky.test');
    await net.posthorn.until(id, 'delivered');
  });
});

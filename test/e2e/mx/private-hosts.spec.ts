import { lastReply, mailTo, startInternet } from './setup.js';

const first = '127.0.0.2';

describe('direct delivery to the inside of a network', () => {
  it('is refused: the MX of a stranger leads nowhere that is not public', async () => {
    const inside = await startInternet({
      hosts: { [first]: {} },
      zone: { 'inside.test': { MX: [[10, 'a.mx.test']] }, 'a.mx.test': { A: [first] } },
      env: { ALLOW_PRIVATE_MX: '0' },
    });
    try {
      const id = await inside.posthorn.send(mailTo('ada@inside.test'));
      await inside.posthorn.until(id, 'bounced');
      expect(lastReply(await inside.posthorn.timeline(id))).toBe('dns 554 5.4.4');
      expect(inside.hosts[first]?.sessions).toEqual([]);
    } finally {
      await inside.close();
    }
  });

  it('leaves from the address that was chosen, and does not go back to it', async () => {
    const own = '127.0.0.5';
    const bound = await startInternet({
      hosts: { [first]: {}, [own]: {} },
      zone: {
        'one.test': { MX: [[10, 'a.mx.test']] },
        'loop.test': {
          MX: [
            [10, 'us.mx.test'],
            [20, 'a.mx.test'],
          ],
        },
        'a.mx.test': { A: [first] },
        'us.mx.test': { A: [own] },
      },
      env: { OUTBOUND_IPS: own },
    });
    try {
      const id = await bound.posthorn.send(mailTo('ada@one.test'));
      await bound.posthorn.until(id, 'delivered');
      expect(bound.hosts[first]?.sessions[0]?.from).toBe(own);
      const loop = await bound.posthorn.send(mailTo('ada@loop.test'));
      await bound.posthorn.until(loop, 'bounced');
      expect(lastReply(await bound.posthorn.timeline(loop))).toBe('dns 554 5.4.6');
      expect(bound.hosts[own]?.sessions).toEqual([]);
    } finally {
      await bound.close();
    }
  });
});

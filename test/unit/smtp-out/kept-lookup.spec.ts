import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { createHostLookup, type ResolveHost } from '../../../src/infrastructure/addresses/host-lookup.js';
import { KeptLookup } from '../../../src/infrastructure/smtp-out/kept-lookup.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';

describe("the relay's address", () => {
  afterEach(() => jest.restoreAllMocks());

  const four = (address: string) => [{ address, family: 4 }];
  const never: ResolveHost = () => Promise.reject(new Error('the system was asked'));
  const asked = (kept: KeptLookup, all = true) =>
    new Promise((resolve, reject) => {
      kept.lookup('relay.example.com', { all }, (error, addresses) =>
        error === null ? resolve(addresses) : reject(error),
      );
    });

  it('is kept for a while, asked for once by many, and used on while no name server answers', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    let questions = 0;
    let answer: ResolveHost = async () => four('192.0.2.1');
    const kept = new KeptLookup((name) => {
      questions += 1;
      return answer(name);
    }, never);
    expect(await Promise.all([asked(kept), asked(kept, false)])).toEqual([four('192.0.2.1'), '192.0.2.1']);
    now = 29_000;
    await asked(kept);
    expect(questions).toBe(1);
    now = 31_000;
    answer = async () => four('192.0.2.2');
    expect(await asked(kept)).toEqual(four('192.0.2.2'));
    now = 70_000;
    answer = () => Promise.reject(new Error('timeout'));
    expect(await asked(kept)).toEqual(four('192.0.2.2'));
    expect(questions).toBe(3);
    now = 110_000;
    answer = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    await expect(asked(kept)).rejects.toThrow('the system was asked');
  });

  it('is what the system says where DNS knows nothing, and the error is the one of the system', async () => {
    const missing: ResolveHost = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await asked(new KeptLookup(missing, async () => four('10.1.2.3')))).toEqual(four('10.1.2.3'));
    await expect(asked(new KeptLookup(missing, never))).rejects.toThrow('the system was asked');
  });

  describe('beside names whose servers are silent', () => {
    let names: NameServer;
    beforeEach(async () => {
      names = await startNameServer({ 'relay.example.com': { A: ['127.0.0.1'] } });
    });
    afterEach(() => names.close());

    it('is found at once, and connected to', async () => {
      const relay = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
      await once(relay, 'listening');
      const stop = new AbortController();
      const resolve = createHostLookup({ servers: [names.address], timeoutMs: 20_000, tries: 1 });
      const hanging = Array.from({ length: 24 }, (_, index) => {
        names.fail(`silent-${index}.example.com`, 'silence');
        return resolve(`silent-${index}.example.com`, stop.signal).catch(() => 'ended');
      });
      const { lookup } = new KeptLookup(resolve, never);
      const socket = connect({ host: 'relay.example.com', port: (relay.address() as AddressInfo).port, lookup });
      await once(socket, 'connect');
      socket.destroy();
      stop.abort();
      expect(new Set(await Promise.all(hanging))).toEqual(new Set(['ended']));
      relay.close();
    });
  });
});

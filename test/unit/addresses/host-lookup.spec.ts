import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHostLookup } from '../../../src/infrastructure/addresses/host-lookup.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import { temporaryFolder } from '../../support/server.js';

describe('looking up a host', () => {
  let names: NameServer;
  let folder: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    names = await startNameServer({
      'both.example.com': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] },
      'four.example.com': { A: ['192.0.2.4', '192.0.2.5'] },
      'six.example.com': { AAAA: ['2001:db8::6'] },
      'silent.example.com': { A: ['192.0.2.9'] },
    });
  });
  afterEach(async () => {
    await names.close();
    rmSync(folder, { recursive: true });
  });
  const lookup = (hosts = '') => {
    const hostsFile = join(folder, 'hosts');
    writeFileSync(hostsFile, hosts);
    return createHostLookup({ servers: [names.address], timeoutMs: 20_000, tries: 1, hostsFile });
  };
  const four = (address: string) => ({ address, family: 4 });
  const six = (address: string) => ({ address, family: 6 });

  it.each([
    ['both.example.com', [four('192.0.2.1'), six('2001:db8::1')]],
    ['Four.Example.com.', [four('192.0.2.4'), four('192.0.2.5')]],
    ['six.example.com', [six('2001:db8::6')]],
  ])('asks DNS of %s', async (name, addresses) => {
    expect((await lookup()(name)).toSorted((a, b) => (a.address < b.address ? -1 : 1))).toEqual(addresses);
  });

  it.each([
    ['192.0.2.7', [four('192.0.2.7')]],
    ['2001:db8::7', [six('2001:db8::7')]],
    ['localhost', [four('127.0.0.1'), six('::1')]],
    ['LocalHost.', [four('127.0.0.1'), six('::1')]],
    ['app.localhost', [four('127.0.0.1'), six('::1')]],
    ['relay.lan', [four('10.0.0.7'), six('fd00::7')]],
    ['both.example.com', [four('10.0.0.8')]],
  ])('asks nobody of %s', async (name, addresses) => {
    const hosts =
      '# mine\nfd00::7 relay.lan\n10.0.0.7\tother Relay.LAN # here\n10.0.0.8 both.example.com\nnonsense relay.lan\n';
    expect(await lookup(hosts)(name)).toEqual(addresses);
    expect(names.asked).toEqual([]);
  });

  it('fails where a name is not there', async () => {
    await expect(lookup()('missing.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('ends when it is aborted, and does not begin after that', async () => {
    names.fail('silent.example.com', 'silence');
    const stop = new AbortController();
    const asked = lookup()('silent.example.com', stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow();
    const before = names.asked.length;
    await expect(lookup()('both.example.com', stop.signal)).rejects.toThrow();
    expect(names.asked).toHaveLength(before);
  });
});

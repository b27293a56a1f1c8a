import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailPki } from '../../support/mail-pki.js';
import { selfSigned } from '../smtp-out/self-signed.js';
import { type Internet, lastReply, mailTo, startInternet } from './setup.js';

const [proved, strange, plain] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const folder = mkdtempSync(join(tmpdir(), 'posthorn-'));
const { key, certificate: cert, authority } = mailPki;

/** What each policy server says, by the name that it is asked under. */
const policies: Readonly<Record<string, { readonly mode: string; readonly mx: string }>> = {
  'mta-sts.secure.test': { mode: 'enforce', mx: 'mx.secure.test' },
  'mta-sts.strange.test': { mode: 'enforce', mx: 'mx.strange.test' },
  'mta-sts.clear.test': { mode: 'enforce', mx: '*.clear.test' },
  'mta-sts.elsewhere.test': { mode: 'enforce', mx: 'mx.other.test' },
  'mta-sts.testing.test': { mode: 'testing', mx: 'mx.other.test' },
  // Its server has no certificate for the name.
  'mta-sts.unproved.test': { mode: 'enforce', mx: 'mx.unproved.test' },
};

const web = createServer({ key, cert }, (request, response) => {
  const policy = policies[(request.headers.host ?? '').replace(/:\d+$/, '')];
  if (policy === undefined || request.url !== '/.well-known/mta-sts.txt') {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`version: STSv1\r\nmode: ${policy.mode}\r\nmx: ${policy.mx}\r\nmax_age: 86400\r\n`);
});

/** A domain with one mail host and a policy. */
const published = (domain: string, host: string) => ({
  [domain]: { MX: [[10, `mx.${domain}`]] as const },
  [`mx.${domain}`]: { A: [host] },
  [`_mta-sts.${domain}`]: { TXT: ['v=STSv1; id=20261128;'] },
  [`mta-sts.${domain}`]: { A: ['127.0.0.1'] },
});

let net: Internet;
beforeAll(async () => {
  writeFileSync(join(folder, 'ca.pem'), authority);
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  net = await startInternet({
    hosts: { [proved]: { tls: { key, cert } }, [strange]: { tls: selfSigned }, [plain]: {} },
    zone: {
      ...published('secure.test', proved),
      ...published('strange.test', strange),
      ...published('clear.test', plain),
      ...published('elsewhere.test', proved),
      ...published('testing.test', strange),
      ...published('unproved.test', strange),
    },
    env: {
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      POSTHORN_TEST_MTA_STS_PORT: String((web.address() as AddressInfo).port),
    },
  });
});
afterAll(async () => {
  await net.close();
  web.close();
  rmSync(folder, { recursive: true });
});

const claimOf = async (id: string) =>
  (await net.posthorn.timeline(id)).find(({ type }) => type === 'DeliveryAttemptStarted')?.summary;

describe('a domain with an MTA-STS policy', () => {
  it('gets its email over TLS with a certificate that proves the host, and the timeline says that it demanded it', async () => {
    const id = await net.posthorn.send(mailTo('ada@secure.test'));
    await net.posthorn.until(id, 'delivered');
    expect(net.receivedBy(proved, id)).toHaveLength(1);
    expect(await claimOf(id)).toMatch(/TLSv1\.3 .*certificate valid, required by MTA-STS/);
  });

  it.each([
    ['whose host has the certificate of a stranger', 'strange.test', 'starttls null null', /MTA-STS policy/],
    ['whose host offers no TLS', 'clear.test', 'starttls null null', /MTA-STS policy/],
    ['whose MX names another host', 'elsewhere.test', 'dns 451 4.7.5', /names none of its mail hosts/],
  ])('%s gets nothing, and the email is deferred', async (_what, domain, reply, text) => {
    const id = await net.posthorn.send(mailTo(`ada@${domain}`));
    await net.posthorn.until(id, 'delivery_delayed');
    const timeline = await net.posthorn.timeline(id);
    expect(lastReply(timeline)).toBe(reply);
    expect(timeline.findLast((entry) => entry.reply !== null)?.reply?.text).toMatch(text);
    for (const host of [proved, strange, plain]) expect(net.receivedBy(host, id)).toEqual([]);
  });

  it.each([
    ['that is only tested', 'testing.test'],
    ['whose server does not prove its name', 'unproved.test'],
  ])('%s demands nothing', async (_what, domain) => {
    const id = await net.posthorn.send(mailTo(`ada@${domain}`));
    await net.posthorn.until(id, 'delivered');
    expect(net.receivedBy(strange, id)).toHaveLength(1);
    expect(await claimOf(id)).toMatch(/certificate not proven\)/);
  });
});

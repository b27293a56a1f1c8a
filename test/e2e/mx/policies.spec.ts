import { createHash, X509Certificate } from 'node:crypto';
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
  'mta-sts.both.test': { mode: 'enforce', mx: 'mx.both.test' },
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
      ...published('both.test', strange),
      ...published('signed.test', strange),
      ...published('changed.test', strange),
      ...published('stripped.test', plain),
      ...published('silent.test', proved),
      ...published('for-web.test', strange),
      ...published('unsigned.org.test', strange),
      '': { NS: ['ns.test'] },
    },
    secure: ['', 'both.test', 'signed.test', 'changed.test', 'stripped.test', 'silent.test', 'for-web.test'],
    env: {
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      POSTHORN_TEST_MTA_STS_PORT: String((web.address() as AddressInfo).port),
    },
  });
  net.names.fail('dnssec-failed.org', 'server-failure');
  const port = net.hosts[proved]?.port ?? 0;
  const names = (domain: string, usage: number, data: Buffer): void =>
    net.names.publish(`_${port}._tcp.mx.${domain}`, { TLSA: [[usage, 1, 1, data]] });
  for (const domain of ['both.test', 'signed.test', 'stripped.test']) names(domain, 3, keyOf(selfSigned.cert));
  for (const domain of ['changed.test', 'unsigned.org.test']) names(domain, 3, keyOf(cert));
  // PKIX-EE is not for SMTP.
  names('for-web.test', 1, keyOf(cert));
  net.names.fail(`_${port}._tcp.mx.silent.test`, 'server-failure');
});
afterAll(async () => {
  await net.close();
  web.close();
  rmSync(folder, { recursive: true });
});

const keyOf = (pem: string): Buffer =>
  createHash('sha256')
    .update(new X509Certificate(pem).publicKey.export({ format: 'der', type: 'spki' }))
    .digest();

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
    ['whose MX names another host', 'elsewhere.test', 'dns 451 4.7.5', /names none of its mail servers/],
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
    expect(await claimOf(id)).toMatch(/certificate not verified\)/);
  });
});

describe('a host with TLSA records in a signed zone', () => {
  it.each([
    ['the key of its certificate, which is of no authority', 'signed.test', /certificate valid, required by DANE/],
    ['that too, where MTA-STS alone would refuse it', 'both.test', /certificate valid, required by DANE/],
    ['a usage that is not for SMTP: encrypted, to any', 'for-web.test', /certificate not verified, required by DANE/],
    ['in a zone that is not signed: nothing is demanded', 'unsigned.org.test', /certificate not verified\)/],
  ])('gets its email by %s', async (_what, domain, tls) => {
    const id = await net.posthorn.send(mailTo(`ada@${domain}`));
    await net.posthorn.until(id, 'delivered');
    expect(net.receivedBy(strange, id)).toHaveLength(1);
    expect(await claimOf(id)).toMatch(tls);
  });

  it.each([
    ['name another key', 'changed.test', 'starttls null null', /none of those that its TLSA records name/],
    ['are there and TLS is not', 'stripped.test', 'starttls null null', /TLSA records demand TLS/],
    ['cannot be had', 'silent.test', 'dns 451 4.4.3', /the DNS says nothing of mx\.silent\.test/],
  ])('gets nothing where they %s', async (_what, domain, reply, text) => {
    const id = await net.posthorn.send(mailTo(`ada@${domain}`));
    await net.posthorn.until(id, 'delivery_delayed');
    const timeline = await net.posthorn.timeline(id);
    expect(lastReply(timeline)).toBe(reply);
    expect(timeline.findLast((entry) => entry.reply !== null)?.reply?.text).toMatch(text);
    for (const host of [proved, strange, plain]) expect(net.receivedBy(host, id)).toEqual([]);
  });
});

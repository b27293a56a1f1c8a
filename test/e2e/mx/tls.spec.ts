import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loopbackCertificate } from '../../support/loopback-certificate.js';
import { selfSigned } from '../smtp-out/self-signed.js';
import { type Internet, lastReply, mailTo, sender, startInternet } from './setup.js';

const [trusted, untrusted, plain, broken] = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.6'];
const [slipping, failing] = ['127.0.0.7', '127.0.0.8'];
const folder = mkdtempSync(join(tmpdir(), 'posthorn-'));

let net: Internet;
beforeAll(async () => {
  // Whoever holds this certificate is sink.example.com, as far as the server knows.
  writeFileSync(join(folder, 'ca.pem'), selfSigned.cert);
  const { privateKey: key, certificate: cert } = loopbackCertificate;
  net = await startInternet({
    hosts: {
      [trusted]: { tls: selfSigned },
      [untrusted]: { tls: { key, cert } },
      [plain]: {},
      // Its handshake never succeeds.
      [broken]: { extensions: ['STARTTLS'], starttls: () => 'drop' },
      [slipping]: {
        tls: { key, cert },
        starttls: (_nothing, { number }) => (number === 1 ? 'drop' : '220 2.0.0 go on'),
        mail: (_path, { secure }) => (secure ? '250 2.1.0 ok' : '530 5.7.0 Must issue a STARTTLS command first'),
      },
      [failing]: { extensions: ['STARTTLS'], starttls: () => 'drop', mail: () => '550 5.7.10 Encryption needed' },
    },
    zone: {
      'sink.example.com': { A: [trusted] },
      'other.mx.test': { A: [trusted] },
      'untrusted.mx.test': { A: [untrusted] },
      'plain.mx.test': { A: [plain] },
      'broken.mx.test': { A: [broken] },
      'slipping.mx.test': { A: [slipping] },
      'failing.mx.test': { A: [failing] },
      'slipping.test': { MX: [[10, 'slipping.mx.test']] },
      'failing.test': { MX: [[10, 'failing.mx.test']] },
      'proved.test': { MX: [[10, 'sink.example.com']] },
      'wrong-name.test': { MX: [[10, 'other.mx.test']] },
      'untrusted.test': { MX: [[10, 'untrusted.mx.test']] },
      'plain.test': { MX: [[10, 'plain.mx.test']] },
      'broken.test': { MX: [[10, 'broken.mx.test']] },
      'second-host.test': {
        MX: [
          [10, 'plain.mx.test'],
          [20, 'sink.example.com'],
        ],
      },
    },
    env: { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
  });
});
afterAll(async () => {
  await net.close();
  rmSync(folder, { recursive: true });
});

async function setTls(tls: 'opportunistic' | 'enforced'): Promise<void> {
  const { body } = await net.posthorn.call('GET', '/dashboard-api/domains');
  const { data } = body as { readonly data: readonly { readonly id: string; readonly name: string }[] };
  const id = data.find(({ name }) => name === sender)?.id;
  const { status } = await net.posthorn.call('PATCH', `/domains/${id}`, { tls });
  expect(status).toBe(200);
}

const claimOf = async (id: string) =>
  (await net.posthorn.timeline(id)).find(({ type }) => type === 'DeliveryAttemptStarted')?.summary;

describe('a domain that takes encryption where it finds it', () => {
  beforeAll(() => setTls('opportunistic'));

  it.each([
    ['proved', 'proved.test', /TLSv1\.3 .*certificate valid/],
    ['of a stranger', 'untrusted.test', /TLSv1\.3 .*certificate not verified/],
    ['of another name', 'wrong-name.test', /TLSv1\.3 .*certificate not verified/],
  ])('sends over TLS with a certificate %s', async (_what, domain, tls) => {
    const id = await net.posthorn.send(mailTo(`ada@${domain}`));
    await net.posthorn.until(id, 'delivered');
    expect(await claimOf(id)).toMatch(tls);
  });

  it.each([
    ['is not offered', 'plain.test', plain, 1],
    ['breaks', 'broken.test', broken, 1],
  ])('sends in clear where TLS %s', async (_what, domain, host, expected) => {
    const id = await net.posthorn.send(mailTo(`ada@${domain}`));
    await net.posthorn.until(id, 'delivered');
    expect(net.receivedBy(host, id)).toHaveLength(expected);
    expect(await claimOf(id)).toMatch(/without TLS/);
  });

  it('remembers a host whose TLS broke', async () => {
    const host = net.hosts[broken];
    const asked = () => host?.sessions.filter(({ commands }) => commands.includes('STARTTLS')).length;
    await net.posthorn.until(await net.posthorn.send(mailTo('ada@broken.test')), 'delivered');
    const before = asked();
    // The kept connection is gone, and a new one is needed.
    for (const session of host?.sessions ?? []) session.drop();
    await host?.until(() => host.openConnections() === 0);
    await net.posthorn.until(await net.posthorn.send(mailTo('bo@broken.test')), 'delivered');
    expect(asked()).toBe(before);
  });
});

describe('a receiver that demands TLS', () => {
  beforeAll(() => setTls('opportunistic'));

  it('gets the mail over TLS where its own failed once: nothing bounces, nothing is deferred', async () => {
    for (const name of ['ada', 'bo']) {
      const id = await net.posthorn.send(mailTo(`${name}@slipping.test`));
      await net.posthorn.until(id, 'delivered');
      expect(net.receivedBy(slipping, id).map(({ session }) => session.secure)).toEqual([true]);
      const types = (await net.posthorn.timeline(id)).map(({ type }) => type);
      expect(types).not.toContain('DeliveryDeferred');
    }
  });

  it('gets none while its TLS fails: the mail is deferred, with the cause, and the operator hears of it', async () => {
    const id = await net.posthorn.send(mailTo('ada@failing.test'));
    await net.posthorn.until(id, 'delivery_delayed');
    const timeline = await net.posthorn.timeline(id);
    expect(lastReply(timeline)).toBe('starttls null null');
    expect(timeline.findLast(({ reply }) => reply !== null)?.reply?.text).toMatch(/^the receiver requires TLS: /);
    expect(timeline.map(({ type }) => type)).not.toContain('EmailBounced');
    expect(net.server.output()).toContain('A receiver requires TLS, and TLS with it fails');
  });
});

describe('a domain that demands TLS', () => {
  beforeAll(() => setTls('enforced'));

  it('sends to a host that proves its name', async () => {
    const id = await net.posthorn.send(mailTo('ada@proved.test'));
    await net.posthorn.until(id, 'delivered');
    expect(await claimOf(id)).toMatch(/certificate valid/);
  });

  it('passes over a host without TLS to one that has it', async () => {
    const id = await net.posthorn.send(mailTo('ada@second-host.test'));
    await net.posthorn.until(id, 'delivered');
    expect(net.receivedBy(trusted, id)).toHaveLength(1);
  });

  it.each([
    ['offers no TLS', 'plain.test', plain, /accepts no email over TLS/],
    ['has the certificate of a stranger', 'untrusted.test', untrusted, /not valid/],
    ['has the certificate of another name', 'wrong-name.test', trusted, /not valid/],
    ['breaks TLS', 'broken.test', broken, /closed|ECONNRESET/],
  ])('defers where the host %s, and says why', async (_what, domain, host, text) => {
    // A connection that an earlier mail left open in clear is none for this one.
    const id = await net.posthorn.send(mailTo(`ada@${domain}`));
    await net.posthorn.until(id, 'delivery_delayed');
    const timeline = await net.posthorn.timeline(id);
    expect(lastReply(timeline)).toBe('starttls null null');
    expect(timeline.findLast(({ reply }) => reply !== null)?.reply?.text).toMatch(text);
    expect(net.receivedBy(host, id)).toEqual([]);
  });
});

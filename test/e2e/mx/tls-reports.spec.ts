import { createHash, X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { readDomainReport } from '../../../src/infrastructure/message-reader/domain-reports/read-domain-report.js';
import { mailPki } from '../../support/mail-pki.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { aheadBy } from '../../support/shifted-server.js';
import { waitFor } from '../../support/wait-for.js';
import { headerOf, posthornAt } from '../delivery/setup.js';
import { selfSigned } from '../smtp-out/self-signed.js';
import { type Internet, mailTo, sender, startInternet } from './setup.js';

const [proved, strange, plain] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const dayMs = 86_400_000;
const folder = temporaryFolder();
const dataDir = temporaryFolder();
const { key, certificate: cert, authority } = mailPki;

/** RFC 8460 §4.4, as strict as it is written. */
const reportSchema = z.strictObject({
  'organization-name': z.literal(sender),
  'date-range': z.strictObject({ 'start-datetime': z.iso.datetime(), 'end-datetime': z.iso.datetime() }),
  'contact-info': z.literal(`posthorn@${sender}`),
  'report-id': z.string().min(10),
  policies: z.array(
    z.strictObject({
      policy: z.strictObject({
        'policy-type': z.enum(['tlsa', 'sts', 'no-policy-found']),
        'policy-string': z.array(z.string()).min(1).optional(),
        'policy-domain': z.string(),
        'mx-host': z.array(z.string()).min(1).optional(),
      }),
      summary: z.strictObject({
        'total-successful-session-count': z.int().min(0),
        'total-failure-session-count': z.int().min(0),
      }),
      'failure-details': z
        .array(
          z.strictObject({
            'result-type': z.string(),
            'sending-mta-ip': z.ipv4(),
            'receiving-mx-hostname': z.string(),
            'receiving-ip': z.ipv4(),
            'failed-session-count': z.int().min(1),
            'failure-reason-code': z.string().optional(),
          }),
        )
        .optional(),
    }),
  ),
});

const posted: { readonly path: string; readonly type: string | undefined; readonly report: string }[] = [];
const web = createServer({ key, cert }, (request, response) => {
  if (request.url === '/.well-known/mta-sts.txt') {
    const domain = (request.headers.host ?? '').replace(/^mta-sts\.|:\d+$/g, '');
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(`version: STSv1\r\nmode: enforce\r\nmx: mx.${domain}\r\nmax_age: 86400\r\n`);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const report = gunzipSync(Buffer.concat(chunks)).toString();
    posted.push({ path: `${request.method} ${request.url}`, type: request.headers['content-type'], report });
    response.writeHead(201).end();
  });
});

const asks = (domain: string, ...places: readonly string[]) => ({
  [`_smtp._tls.${domain}`]: { TXT: [`v=TLSRPTv1; rua=${places.join(',')}`] },
});
const published = (domain: string, host: string) => ({
  [domain]: { MX: [[10, `mx.${domain}`]] as const },
  [`mx.${domain}`]: { A: [host] },
});
const withPolicy = (domain: string) => ({
  [`_mta-sts.${domain}`]: { TXT: ['v=STSv1; id=20261128;'] },
  [`mta-sts.${domain}`]: { A: ['127.0.0.1'] },
});

describe('a domain that asks for reports about TLS', () => {
  let net: Internet;
  let second: RunningServer | undefined;
  let env: Record<string, string>;

  beforeAll(async () => {
    writeFileSync(join(folder, 'ca.pem'), authority);
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const webPort = (web.address() as AddressInfo).port;
    env = {
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      POSTHORN_TEST_MTA_STS_PORT: String(webPort),
      POSTHORN_TEST_TLS_REPORT_SPREAD_MS: '0',
      POSTHORN_TEST_TLS_REPORT_EVERY_MS: '200',
      NOTICE_FROM: `posthorn@${sender}`,
    };
    net = await startInternet({
      hosts: { [proved]: { tls: { key, cert } }, [strange]: { tls: selfSigned }, [plain]: {} },
      zone: {
        ...published('secure.test', proved),
        ...withPolicy('secure.test'),
        // The place for reports has no encryption that its own policy would take.
        ...asks('secure.test', 'mailto:tls@strange.test', `https://mta-sts.secure.test:${webPort}/reports`),
        ...published('strange.test', strange),
        ...withPolicy('strange.test'),
        ...asks('strange.test', 'mailto:tls%2Breports@plain.test'),
        ...published('plain.test', plain),
        ...asks('plain.test', 'mailto:tls@plain.test'),
        ...published('signed.test', strange),
        ...asks('signed.test', 'mailto:tls@plain.test'),
        ...published('silent.test', plain),
        '': { NS: ['ns.test'] },
      },
      secure: ['', 'signed.test'],
      dataDir,
      env,
    });
    net.names.fail('dnssec-failed.org', 'server-failure');
    const spki = new X509Certificate(selfSigned.cert).publicKey.export({ format: 'der', type: 'spki' });
    const records = [[3, 1, 1, createHash('sha256').update(spki).digest()]] as const;
    net.names.publish(`_${net.hosts[proved]?.port}._tcp.mx.signed.test`, { TLSA: records });
  });
  afterAll(async () => {
    await second?.stop();
    await net.close();
    web.close();
    for (const each of [folder, dataDir]) rmSync(each, { recursive: true });
  });

  /** The reports that a host was given by email, by the domain that they are about. */
  const reportsAt = (host: string) =>
    (net.hosts[host]?.messages ?? [])
      .filter(({ raw }) => headerOf(raw, 'TLS-Report-Domain') !== undefined)
      .toSorted((one, other) =>
        String(headerOf(one.raw, 'TLS-Report-Domain')).localeCompare(String(headerOf(other.raw, 'TLS-Report-Domain'))),
      );

  it('gets one about each day, counted by policy, over a restart and whatever TLS keeps other email back', async () => {
    for (const domain of ['secure.test', 'plain.test', 'signed.test', 'silent.test']) {
      await net.posthorn.until(await net.posthorn.send(mailTo(`ada@${domain}`)), 'delivered');
    }
    await net.posthorn.until(await net.posthorn.send(mailTo('ada@strange.test')), 'delivery_delayed');
    await net.server.stop();
    const settings = {
      DELIVERY_MODE: 'mx',
      DNS_SERVERS: net.names.address,
      DANE_RESOLVER: net.names.address,
      MX_PORT: String(net.hosts[proved]?.port),
      ALLOW_PRIVATE_MX: '1',
      PREVERIFIED_DOMAINS: sender,
      LOG_LEVEL: 'warn',
    };
    second = await startServer({ dataDir, env: { ...settings, ...env, ...aheadBy(2 * dayMs) } });
    await waitFor(
      async () => reportsAt(plain).length + reportsAt(strange).length + posted.length,
      (reports) => reports >= 5,
    );

    const byEmail = [...reportsAt(strange), ...reportsAt(plain)];
    expect(byEmail.map(({ raw, recipients }) => [headerOf(raw, 'TLS-Report-Domain'), recipients])).toEqual([
      ['secure.test', ['tls@strange.test']],
      ['plain.test', ['tls@plain.test']],
      ['signed.test', ['tls@plain.test']],
      ['strange.test', ['tls+reports@plain.test']],
    ]);
    const read = await Promise.all(byEmail.map(({ raw }) => readDomainReport(raw)));
    const figures = read.map((report) =>
      report?.kind === 'tls'
        ? report.said.policies.map(({ type, domain, succeeded, failures }) => [
            ...[type, domain, succeeded],
            ...failures.map(({ result, host }) => `${result} ${host}`),
          ])
        : report,
    );
    expect(figures).toEqual([
      [['sts', 'secure.test', 1]],
      [['no-policy-found', 'plain.test', 0, 'starttls-not-supported mx.plain.test']],
      [['tlsa', 'mx.signed.test', 1]],
      [['sts', 'strange.test', 0, 'certificate-not-trusted mx.strange.test']],
    ]);

    const [email] = byEmail;
    const day = new Date(Date.now()).toISOString().slice(0, 10);
    const [begin] = [Date.parse(day) / 1000];
    const text = email?.raw.toString() ?? '';
    const id = /Report-ID: <([^>]+)>/.exec(text)?.[1] ?? '';
    expect(text).toContain(`\r\nSubject: Report Domain: secure.test Submitter: ${sender} Report-ID: <${id}>\r\n`);
    expect(headerOf(email?.raw ?? Buffer.alloc(0), 'TLS-Report-Submitter')).toBe(sender);
    expect(text).toMatch(/^Content-Type: multipart\/report; *\r?\n? *report-type="?tlsrpt"?/m);
    expect(text).toContain('Content-Type: application/tlsrpt+gzip');
    expect(text).toMatch(
      new RegExp(`filename="${sender}!secure\\.test!${begin}!${begin + 86_399}![0-9a-f]+\\.json\\.gz"`),
    );
    expect(await posthornAt(second).verify(email?.raw ?? Buffer.alloc(0))).toContainEqual({
      domain: sender,
      result: 'pass',
    });

    expect(posted.map(({ path, type }) => [path, type])).toEqual([['POST /reports', 'application/tlsrpt+gzip']]);
    const report = reportSchema.parse(JSON.parse(posted[0]?.report ?? ''));
    expect(report['report-id']).toBe(id);
    expect(report['date-range']).toEqual({ 'start-datetime': `${day}T00:00:00Z`, 'end-datetime': `${day}T23:59:59Z` });
    expect(report.policies[0]?.policy['mx-host']).toEqual(['mx.secure.test']);
  });
});

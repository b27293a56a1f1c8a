import { insightChecks } from '../../../src/domain/insight/rules.js';
import * as answers from '../../support/answers.js';
import { runInProcess } from '../../support/command-line.js';
import { publishShown, type ShownDomain } from '../../support/domain-server.js';
import { loopbackCertificate } from '../../support/loopback-certificate.js';
import { waitFor } from '../../support/wait-for.js';
import { heloName, type Internet, startInternet } from './setup.js';

const [encrypted, plain, own] = ['127.0.0.2', '127.0.0.3', '127.0.0.5'];
const good = 'shop.example.com';
/** The registered domain itself, without any record. */
const poor = 'example.net';
const list = 'list.example.org';
const reverseName = '5.0.0.127.in-addr.arpa';
const settings = { DNS_ZONE_SERVERS: '0', DNSBL_ZONES: list, OUTBOUND_IPS: own, HELO_NAME: heloName };

let net: Internet;
let goodId: string;
beforeAll(async () => {
  const { privateKey: key, certificate: cert } = loopbackCertificate;
  net = await startInternet({
    hosts: { [encrypted]: { tls: { key, cert } }, [plain]: {} },
    zone: {
      'example.com': { NS: ['ns.example.com'] },
      [poor]: { NS: ['ns.example.com'] },
      [list]: { NS: ['ns.example.com'] },
      'a.mx.test': { A: [encrypted] },
      'b.mx.test': { A: [plain] },
      'gmail-smtp-in.l.google.com': { A: [encrypted] },
      'google.test': { MX: [[5, 'gmail-smtp-in.l.google.com']] },
      'encrypted.test': { MX: [[10, 'a.mx.test']] },
      'plain.test': { MX: [[10, 'b.mx.test']] },
      [heloName]: { A: [own] },
      [reverseName]: { PTR: [heloName] },
      [`_dmarc.${good}`]: { TXT: ['v=DMARC1; p=reject'] },
    },
    env: { ...settings, PREVERIFIED_DOMAINS: poor },
  });
  goodId = await addDomain();
});
afterAll(() => net.close());

/** All its records are published, and the server has seen them. Answers its id. */
async function addDomain(): Promise<string> {
  const tracking = { open_tracking: true, click_tracking: true, tracking_subdomain: 'links' };
  const { status, body } = await net.posthorn.call('POST', '/domains', { name: good, ...tracking });
  expect(status).toBe(201);
  const { id } = body as ShownDomain;
  const read = async () => (await net.posthorn.call('GET', `/domains/${id}`)).body as ShownDomain;
  publishShown(net.names, (await read()).records);
  expect((await net.posthorn.call('POST', `/domains/${id}/verify`)).status).toBe(200);
  await waitFor(read, ({ status: state }) => state === 'verified');
  const { body: domains } = await net.posthorn.call('GET', '/domains');
  const other = (domains as { readonly data: readonly { readonly id: string; readonly name: string }[] }).data.find(
    ({ name }) => name === poor,
  );
  expect((await net.posthorn.call('PATCH', `/domains/${other?.id}`, tracking)).status).toBe(200);
  return id;
}

async function topic(name: string): Promise<string> {
  const { body } = await net.posthorn.call('POST', '/topics', { name, default_subscription: 'opt_in' });
  return (body as { readonly id: string }).id;
}

async function delivered(mail: object): Promise<string> {
  const id = await net.posthorn.send(mail);
  await net.posthorn.until(id, 'delivered');
  return id;
}

type Groups = Readonly<Record<string, string>>;
const groupsOf = (body: unknown): Groups =>
  Object.fromEntries(answers.emailInsights.parse(body).findings.map(({ check, group }) => [check, group]));
const insightsOf = async (id: string) => (await net.posthorn.call('GET', `/emails/${id}/insights`)).body;

/** On the command line, which remembers nothing of what DNS said before. */
const command = (id: string, ...options: readonly string[]) =>
  runInProcess(['insights', id, ...options], {
    ...{ DATA_DIR: net.server.dataDir, ...net.server.engines, DELIVERY_MODE: 'mx' },
    ...{ DNS_SERVERS: net.names.address, POSTHORN_TEST_DNS_TIMEOUT_MS: '10000' },
    ...settings,
  });

const large = { filename: 'large.bin', content: Buffer.alloc(11 * 1024 * 1024, 'x').toString('base64') };
const text = 'Thank you for your order. '.repeat(20);
const body = { subject: 'Your order', html: `<p>${text}</p><img src="https://www.${good}/a.png" alt="A loom">`, text };
const mailOf = (domain: string, to: string) => ({ from: `Shop <shop@${domain}>`, to: `ada@${to}.test`, ...body });

/** Those that the html or the header decide are in `test/api/insights.spec.ts`, and pass here. */
const failing = [
  'dmarc',
  'spf-alignment',
  'dkim-alignment',
  'message-size',
  'sending-subdomain',
  'one-from-domain',
  'click-tracking-host',
  'open-tracking-host',
  'delivery-tls',
];
const failingWithTheHost = ['reverse-dns', 'block-lists'];

describe('insights of an email that went to another server', () => {
  let passing: string;

  it('pass in every check', async () => {
    passing = await delivered({ ...mailOf(good, 'encrypted'), topic_id: await topic('Orders') });
    const groups = groupsOf(await insightsOf(passing));
    expect(groups).toEqual(Object.fromEntries(insightChecks.map((check) => [check, 'passed'])));
  });

  it('fail in each that is about domain, size, topic or the way that it went', async () => {
    const topicId = await topic('News');
    await delivered({ ...mailOf(good, 'encrypted'), topic_id: topicId });
    const id = await delivered({ ...mailOf(poor, 'plain'), topic_id: topicId, attachments: [large] });
    const groups = await waitFor(
      async () => groupsOf(await insightsOf(id)),
      // The list of the topic's emails follows the log.
      (found) => found['one-from-domain'] === 'improvement',
    );
    const failed = Object.keys(groups).filter((check) => ['attention', 'improvement'].includes(groups[check] ?? ''));
    expect(failed.sort()).toEqual([...failing].sort());
  });

  it('are the same on the command line, whose exit code says that nothing needs attention', async () => {
    const ran = await command(passing, '--json');
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toEqual(await insightsOf(passing));
  });

  it('fail where the sending address is on a block list, or its name is another one', async () => {
    net.names.publish(`5.0.0.127.${list}`, { A: ['127.0.0.2'] });
    net.names.publish(reverseName, { PTR: ['host.example.org'] });
    const ran = await command(passing, '--json');
    expect(ran).toMatchObject({ exitCode: 1, stderr: '' });
    const groups = groupsOf(JSON.parse(ran.stdout));
    expect(failingWithTheHost.map((check) => groups[check])).toEqual(['attention', 'attention']);
    const { stdout } = await command(passing);
    expect(stdout).toMatch(/^Needs attention:\n\n/);
    expect(stdout).toMatch(/\(block-lists\)\n {2}127\.0\.0\.5 is on list\.example\.org\.\n {2}Why: .*https:\/\//);
    expect(stdout).toMatch(/ {2}Do: .* Setting: HELO_NAME\.\n/);
  });
});

describe('the health of sending from a domain', () => {
  const health = async () => {
    const { status, body: answer } = await net.posthorn.call('GET', `/dashboard-api/domains/${goodId}/health`);
    expect(status).toBe(200);
    return answers.sendingHealth.parse(answer);
  };

  it('is counted by who takes the mail, with what those require', async () => {
    await delivered({ ...mailOf(good, 'google'), headers: { 'X-Posthorn-Class': 'bulk' } });
    const { windows, falls, requirements } = await waitFor(health, ({ windows: [latest] }) =>
      (latest?.groups ?? []).some(({ group, delivered: count }) => group === 'gmail' && count === 1),
    );
    expect(windows).toHaveLength(5);
    const [gmail, other] = windows[0]?.groups ?? [];
    expect(gmail).toMatchObject({ group: 'gmail', delivered: 1, deferred: 0, bounced: 0, encrypted: 1 });
    expect(gmail?.p95_ms).toBeGreaterThan(0);
    expect(other).toMatchObject({ group: 'other', delivered: 2, encrypted: 2 });
    expect(falls).toEqual([]);
    expect(Object.fromEntries(requirements.map(({ requirement, group }) => [requirement, group]))).toEqual({
      ...{ spf: 'passed', dkim: 'passed', dmarc: 'passed', 'reverse-dns': 'passed', tls: 'passed' },
      // Two emails about topics have it, and the one to Gmail does not.
      ...{ 'one-click': 'attention', complaints: 'unchecked' },
    });
  });

  it('is not found for a domain that there is not', async () => {
    const { status } = await net.posthorn.call(
      'GET',
      '/dashboard-api/domains/0195d6a0-0000-7000-8000-0000000000d0/health',
    );
    expect(status).toBe(404);
  });
});

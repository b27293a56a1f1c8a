import { afterAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import * as answers from '../support/answers.js';
import { startNameServer } from '../support/name-server.js';
import { askingSettings } from '../support/domain-server.js';
import { zipOf } from '../support/zip.js';
import { dataOf, small, useServer } from './setup.js';

const names = await startNameServer({ 'example.com': { NS: ['ns.example.com'] } });
const { client, call, server } = useServer({
  env: { PREVERIFIED_DOMAINS: 'mail.example.com', ...askingSettings(names), DNS_ZONE_SERVERS: '0' },
});
afterAll(() => names.close());

interface Shown {
  readonly email_id: string | null;
  readonly erased: boolean;
  readonly findings: readonly {
    readonly check: string;
    readonly group: string;
    readonly seen: string;
    readonly fix: { readonly path: string | null } | null;
  }[];
}

async function insightsOf(method: string, path: string, body?: unknown): Promise<Shown> {
  const answer = await call(method, path, body === undefined ? {} : { body });
  expect(answer.status).toBe(200);
  return answers.emailInsights.parse(answer.body);
}
const groupsOf = ({ findings }: Shown) => Object.fromEntries(findings.map(({ check, group }) => [check, group]));

/** It has something wrong for most of the checks that look at what is sent. */
const poor = {
  from: 'Shop <no-reply@mail.example.com>',
  to: 'delivered@resend.dev',
  subject: 'Offer',
  html: `<a href="https://bit.ly/x">a</a><a href="https://youtu.be/x">b</a><img src="https://example.org/a.png">${'<p></p>'.repeat(20_000)}`,
  text: '',
  headers: { 'X-Posthorn-Class': 'bulk' },
  attachments: [{ filename: 'a.zip', content: zipOf([{ name: 'a.txt', encrypted: true }]).toString('base64') }],
};
const good = {
  from: 'Shop <shop@mail.example.com>',
  to: 'delivered@resend.dev',
  subject: 'Your order',
  html: `<p>${'Thank you for your order. '.repeat(20)}</p><a href="https://www.example.com/orders">Your orders</a>`,
  headers: { 'X-Posthorn-Class': 'bulk', 'X-Posthorn-Unsubscribe': 'one-click' },
};
const failing = [
  'dmarc',
  'one-click-unsubscribe',
  'plain-text',
  'clipping',
  'link-hosts',
  'link-shorteners',
  'youtube-links',
  'no-reply',
  'attachment-kinds',
  'image-share',
  'alt-texts',
];

describe('insights of an email', () => {
  it('say the same before it is sent and after', async () => {
    const preview = await insightsOf('POST', '/emails/insights', poor);
    expect(preview.email_id).toBeNull();
    const { id } = answers.sentEmail.parse((await call('POST', '/emails', { body: poor })).body);
    const stored = await insightsOf('GET', `/emails/${id}/insights`);
    expect(stored.email_id).toBe(id);
    expect(stored.findings).toEqual(preview.findings);
    const groups = groupsOf(stored);
    expect(failing.filter((check) => !['attention', 'improvement'].includes(groups[check] ?? ''))).toEqual([]);
    const dmarc = stored.findings.find(({ check }) => check === 'dmarc');
    expect(dmarc?.fix?.path).toMatch(/^\/dashboard\/domains\/[0-9a-f-]{36}$/);
    // Captured here, it was handed to no receiver.
    expect(groups['delivery-tls']).toBeUndefined();
    expect(groups['reverse-dns']).toBe('unchecked');
  });

  it('look up what DNS shows when the question is asked', async () => {
    names.publish('_dmarc.mail.example.com', { TXT: ['v=DMARC1; p=quarantine; rua=mailto:a@example.com'] });
    const groups = groupsOf(await insightsOf('POST', '/emails/insights', good));
    expect(failing.filter((check) => groups[check] !== 'passed')).toEqual([]);
    names.fail('_dmarc.mail.example.com', 'server-failure');
    expect(groupsOf(await insightsOf('POST', '/emails/insights', good))['dmarc']).toBe('unchecked');
  });

  it('of one that is not sent are refused as sending it is, and leave nothing behind', async () => {
    const refused = await call('POST', '/emails/insights', { body: { ...small, from: 'a@other.example.com' } });
    expect(refused).toMatchObject({ status: 403, body: { name: 'validation_error' } });
    const list = async () => dataOf(await client().emails.list()).data.map(({ id }) => id);
    const usage = async () => answers.usage.parse((await call('GET', '/usage')).body);
    const [listed, used] = [await list(), await usage()];
    await insightsOf('POST', '/emails/insights', good);
    expect(await list()).toEqual(listed);
    expect((await usage()).emails).toEqual(used.emails);
  });

  it('are for a sending key before it sends, and not of what was sent', async () => {
    const { token } = dataOf(await client().apiKeys.create({ name: 'sends', permission: 'sending_access' }));
    const { id } = dataOf(await client().emails.send(small));
    expect((await call('POST', '/emails/insights', { key: token, body: small })).status).toBe(200);
    expect((await call('GET', `/emails/${id}/insights`, { key: token })).status).toBe(401);
  });

  it('are of a message that came over SMTP, whose header is read', async () => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: server().smtpPort(587),
      auth: { user: 'resend', pass: server().key },
      tls: { rejectUnauthorized: false },
    });
    const { response } = await transport.sendMail({
      ...good,
      headers: { 'List-Id': '<news.example.com>', 'List-Unsubscribe': '<https://example.com/leave>' },
    });
    transport.close();
    const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(response) ?? [];
    const { findings } = await insightsOf('GET', `/emails/${id}/insights`);
    const seen = findings.find(({ check }) => check === 'one-click-unsubscribe');
    expect(seen).toMatchObject({
      group: 'attention',
      seen: 'There is no List-Unsubscribe-Post: List-Unsubscribe=One-Click.',
    });
  });

  it('are kept out of the request log', async () => {
    const { body } = await call('GET', '/logs?limit=100');
    const { data } = answers.logList.parse(body);
    const dry = data.find(({ endpoint }) => endpoint === '/emails/insights');
    expect(dry).toBeDefined();
    const one = await call('GET', `/logs/${dry?.id ?? ''}`);
    expect(one.body).toMatchObject({ request_body: null });
    expect(JSON.stringify(one.body)).not.toContain('example.com');
  });
});

import { rmSync } from 'node:fs';
import { temporaryFolder } from '../../support/server.js';
import { startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { ask, posthorn, serversOfTheTest } from '../cli/setup.js';

const from = 'news@mail.example.com';
const link = '{{{RESEND_UNSUBSCRIBE_URL}}}';
const says = { message: expect.stringContaining('PUBLIC_URL is not set') as string };

describe('a server whose links lead nowhere', () => {
  const start = serversOfTheTest();

  it('says so, and refuses what needs them; other email goes out', async () => {
    const sink = await startSmtpSink({});
    const dataDir = temporaryFolder();
    const relay = { DELIVERY_MODE: 'relay', RELAY_URL: `smtp://127.0.0.1:${sink.port}`, ALLOW_PRIVATE_LINKS: '0' };
    const env = { ...relay, PREVERIFIED_DOMAINS: 'mail.example.com', REVIEW_CHECKS_LINKS: '0' };
    try {
      const server = await start(dataDir, env);
      expect(server.output()).toContain('Warning: PUBLIC_URL is not set');
      expect((await posthorn(dataDir, ['doctor'], env)).stdout).toContain('links-unreachable');
      const post = (path: string, body: object, method = 'POST') => ask(server, server.key, path, body, method);
      const idOf = async (path: string, body: object) => ((await post(path, body)).body as { readonly id: string }).id;
      const plain = { from, to: 'ada@readers.example.net', subject: 'Hello', text: 'Hello' };
      const topic = await idOf('/topics', { name: 'News', default_subscription: 'opt_in' });
      const segment = await idOf('/segments', { name: 'Readers' });
      const draft = { segment_id: segment, from, subject: 'News', html: `<a href="${link}">Leave</a>` };
      const broadcast = await idOf('/broadcasts', draft);
      const domains = (await ask(server, server.key, '/domains')).body as {
        readonly data: readonly { readonly id: string; readonly name: string }[];
      };
      const domain = domains.data.find(({ name }) => name === 'mail.example.com')?.id ?? '';
      const unsubscribe = { 'X-Posthorn-Unsubscribe': 'one-click' };
      const picture = `<img src="${server.url}/images/a.png">`;
      const refused = [
        ['`topic_id`', () => post('/emails', { ...plain, topic_id: topic })],
        ['`X-Posthorn-Unsubscribe`', () => post('/emails', { ...plain, headers: unsubscribe })],
        ['`html`', () => post('/emails', { ...plain, html: picture })],
        ['`topic_id`', () => post('/emails/batch', [plain, { ...plain, topic_id: topic }])],
        ['`List-Unsubscribe`', () => post(`/broadcasts/${broadcast}/send`, {})],
        ['`List-Unsubscribe`', () => post('/broadcasts', { ...draft, send: true })],
        ['`click_tracking`', () => post(`/domains/${domain}`, { click_tracking: true }, 'PATCH')],
        [
          '`from`',
          () =>
            post('/dashboard-api/forms', { name: 'Join', topics: [{ topic_id: topic, double_opt_in: true }], from }),
        ],
      ] as const;
      for (const [field, send] of refused) {
        const { status, body } = await send();
        expect([field, status, body]).toMatchObject([field, 422, { name: 'validation_error', ...says }]);
        expect((body as { readonly message: string }).message).toContain(field);
      }
      const review = await post(`/dashboard-api/broadcasts/${broadcast}/review`, {});
      expect(review).toMatchObject({
        status: 200,
        body: { blocks: true, findings: expect.arrayContaining([expect.objectContaining({ name: 'public-url' })]) },
      });
      expect((await post('/emails', plain)).status).toBe(200);
      await waitFor(
        () => sink.messages.length,
        (count) => count === 1,
      );
      expect(sink.messages.map(({ recipients }) => recipients)).toEqual([['ada@readers.example.net']]);
    } finally {
      await sink.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 120_000);
});

import * as answers from '../../support/answers.js';
import { type RunningServer, startServer } from '../../support/server.js';

const maxBodyBytes = 41_943_040;
const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Large', text: 'Hi' };

describe('one request of 40 MB', () => {
  let server: RunningServer;
  beforeEach(async () => {
    // What delivery needs for a mail is its own affair, and comes later.
    server = await startServer({ env: { POSTHORN_ROLES: 'api,projections', LOG_LEVEL: 'warn' } });
  }, 120_000);
  afterEach(async () => void (await server.stop()), 60_000);

  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${server.url}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json', ...headers },
      body,
    });

  it.each<[string, (room: number) => unknown]>([
    ['base64', (room) => Buffer.alloc(Math.floor(room / 4) * 3, 'content').toString('base64')],
    ['byte values', (room) => Array.from({ length: Math.floor(room / 4) }, () => 200)],
  ])(
    'comes back as it was sent: %s',
    async (_what, contentOf) => {
      const frame = JSON.stringify({ ...mail, attachments: [{ filename: 'a.bin', content: '' }] });
      const content = contentOf(maxBodyBytes - frame.length);
      const body = JSON.stringify({ ...mail, attachments: [{ filename: 'a.bin', content }] });
      expect(body.length).toBeGreaterThan(maxBodyBytes - 10);
      const answer = await post(body, { 'idempotency-key': 'large' });
      expect(answer.status).toBe(200);
      const { id } = answers.sentEmail.parse(await answer.json());

      const headers = { authorization: `Bearer ${server.key}` };
      const list = answers.attachmentList.parse(
        await (await fetch(`${server.url}/emails/${id}/attachments`, { headers })).json(),
      );
      const downloaded = Buffer.from(await (await fetch(list.data[0]!.download_url)).arrayBuffer());
      const given = typeof content === 'string' ? Buffer.from(content, 'base64') : Buffer.from(content as number[]);
      expect(downloaded.equals(given)).toBe(true);
    },
    180_000,
  );

  it('comes back as it was sent: html', async () => {
    const unit = '<p class="a">Grüße & more</p>\n';
    const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2;
    const frame = JSON.stringify({ ...mail, html: '' });
    const html = unit.repeat(Math.floor((maxBodyBytes - frame.length) / unitBytes));
    const body = JSON.stringify({ ...mail, html });
    const answer = await post(body);
    expect(answer.status).toBe(200);
    const { id } = answers.sentEmail.parse(await answer.json());
    const headers = { authorization: `Bearer ${server.key}` };
    const shown = answers.email.parse(await (await fetch(`${server.url}/emails/${id}`, { headers })).json());
    expect(shown.html === html).toBe(true);
  }, 180_000);

  it('is refused where it is larger, so that the client reads why', async () => {
    const answer = await post(JSON.stringify({ ...mail, html: 'x'.repeat(maxBodyBytes) }));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ name: 'validation_error' });
  }, 120_000);
});

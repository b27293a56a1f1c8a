import { rmSync } from 'node:fs';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { movableClock } from '../../support/shifted-server.js';
import { startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { ask, serversOfTheTest } from '../cli/setup.js';

const host = 'readers.example.net';
const hourMs = 3_600_000;

describe('a broadcast at a time of each person’s time zone', () => {
  const start = serversOfTheTest();

  it('reaches each when it is so late there, across a restart, and says who waits and why', async () => {
    const sink = await startSmtpSink({});
    const clock = movableClock();
    const dataDir = temporaryFolder();
    const env = { DELIVERY_MODE: 'relay', RELAY_URL: `smtp://127.0.0.1:${sink.port}`, ...clock.env };
    const begin = () => start(dataDir, { ...env, PREVERIFIED_DOMAINS: 'mail.example.com', REVIEW_CHECKS_LINKS: '0' });
    let server: RunningServer = await begin();
    const post = (path: string, body: object) => ask(server, server.key, path, body);
    const made = async (path: string, body: object) => ((await post(path, body)).body as { readonly id: string }).id;
    const read = async (path: string) =>
      (await ask(server, server.key, path)).body as Readonly<Record<string, unknown>>;
    const reached = async (...names: readonly string[]) => {
      await waitFor(
        () => sink.messages.length,
        (count) => count >= names.length,
      );
      expect(sink.messages.flatMap(({ recipients }) => recipients)).toEqual(names.map((name) => `${name}@${host}`));
    };
    try {
      await post('/contact-properties', { key: 'timezone', type: 'string' });
      const segment = await made('/segments', { name: 'Readers' });
      const people = { late: 'Mars/Olympus', first: 'Pacific/Kiritimati', second: 'Asia/Tokyo' };
      for (const [name, timezone] of Object.entries(people)) {
        const contact = { email: `${name}@${host}`, properties: { timezone }, segments: [{ id: segment }] };
        await post('/contacts', contact);
      }
      const text = 'News. Unsubscribe: {{{RESEND_UNSUBSCRIBE_URL}}}';
      const html = '<p>News. <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>';
      const draft = { segment_id: segment, from: 'news@mail.example.com', subject: 'News', text, html };
      const id = await made('/broadcasts', draft);
      const send = (body: object) => post(`/dashboard-api/broadcasts/${id}/send`, body);
      // In 20 hours on a clock of UTC: so early in Kiritimati in 6, and in Tokyo in 11.
      const at = new Date(Date.now() + 20 * hourMs).toISOString().slice(0, 16);
      const local = { local_time: at, zone_property: 'timezone', fallback_zone: 'UTC' };
      const wrong = [
        [{ ...local, zone_property: 'zone' }, '`zone_property`'],
        [{ ...local, fallback_zone: 'Berlin' }, '`fallback_zone`'],
        [{ local_time: at, zone_property: 'timezone' }, '`fallback_zone`'],
        [{ ...local, local_time: '2020-01-01T09:00' }, '`local_time`'],
        [{ ...local, local_time: '2026-02-30T09:00' }, '`local_time`'],
        [{ ...local, scheduled_at: 'in 1 hour' }, '`local_time`'],
      ] as const;
      for (const [body, field] of wrong) {
        const { status, body: answer } = await send(body);
        expect([status, (answer as { readonly message: string }).message]).toEqual([
          422,
          expect.stringContaining(field),
        ]);
      }
      const test = `/dashboard-api/broadcasts/${id}/ab-test`;
      await ask(server, server.key, test, { subject: 'Other news', winner_by: 'manual' }, 'PATCH');
      const withTest = { message: expect.stringContaining('A broadcast with an A/B test') as string };
      expect(await send(local)).toMatchObject({ status: 422, body: withTest });
      await ask(server, server.key, test, undefined, 'DELETE');
      expect((await send(local)).status).toBe(200);
      const scheduled = await read(`/broadcasts/${id}`);
      expect(scheduled).toMatchObject({ status: 'scheduled', local_time: { at, fallback_zone: 'UTC', turns: [] } });
      clock.advance(6 * hourMs);
      await reached('first');
      await server.stop();
      clock.advance(5 * hourMs);
      server = await begin();
      await reached('first', 'second');
      // The outcome is written after the receiver has the email.
      const proof = await waitFor(
        () => read(`/dashboard-api/broadcasts/${id}/proof`),
        ({ waiting }) => waiting === 1,
      );
      expect(proof).toMatchObject({ planned: 3, missing: 0 });
      expect(await read(`/broadcasts/${id}`)).toMatchObject({
        status: 'queued',
        local_time: { turns: [{ recipients: 1 }, { recipients: 1 }, { recipients: 1 }] },
      });
      const why = (name: string) => read(`/dashboard-api/broadcasts/${id}/why?address=${name}@${host}`);
      expect(JSON.stringify(await why('second'))).toContain(`when it is ${at} in Asia/Tokyo, the person’s time zone`);
      const waits = await why('late');
      expect(waits['outcome']).toBe('waiting');
      expect(JSON.stringify(waits)).toContain(`when it is ${at} in UTC, the fallback`);
      clock.advance(9 * hourMs);
      await reached('first', 'second', 'late');
      await waitFor(
        () => read(`/broadcasts/${id}`),
        ({ status }) => status === 'sent',
      );
    } finally {
      await sink.close();
      clock.remove();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 120_000);
});

import { rmSync } from 'node:fs';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf, ask, serversOfTheTest } from '../cli/setup.js';

const host = 'readers.example.net';
const from = 'News <news@mail.example.com>';

interface Results {
  readonly planned: number;
  readonly delivered: number;
  readonly waiting: number;
  readonly skipped: Readonly<Record<string, number>>;
}

describe('a broadcast', () => {
  const start = serversOfTheTest();
  let sink: SmtpSink;
  let dataDir: string;
  let server: RunningServer;
  const startWith = async (env: Readonly<Record<string, string>> = {}) => {
    const relay = { DELIVERY_MODE: 'relay', RELAY_URL: `smtp://127.0.0.1:${sink.port}` };
    server = await start(dataDir, { ...relay, PREVERIFIED_DOMAINS: 'mail.example.com', ...env });
  };
  beforeEach(async () => {
    sink = await startSmtpSink({});
    dataDir = temporaryFolder();
  });
  afterEach(async () => {
    await sink.close();
    rmSync(dataDir, { recursive: true });
  });

  async function post<Answer = { readonly id: string }>(path: string, body: object = {}): Promise<Answer> {
    const answer = await ask(server, server.key, path, body);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body as Answer;
  }
  const read = async <Answer>(path: string) => (await ask(server, server.key, path)).body as Answer;
  const queue = (what: 'pause' | 'resume') =>
    answerOf(dataDir, ['queue', what, '--destination', host, ...(what === 'pause' ? ['--reason', 'a test'] : [])]);
  const receivers = () => sink.messages.flatMap(({ recipients }) => recipients).sort();

  async function segmentOf(...names: readonly string[]): Promise<string> {
    const { id } = await post('/segments', { name: 'Readers' });
    for (const name of names) await post('/contacts', { email: `${name}@${host}`, segments: [{ id }] });
    return id;
  }
  const broadcast = async (segmentId: string, more: object = {}) =>
    (await post('/broadcasts', { segment_id: segmentId, from, subject: 'News', text: 'News', send: true, ...more })).id;
  const results = (id: string) => read<Results>(`/dashboard-api/broadcasts/${id}/results`);
  const state = (id: string) => read<{ readonly status: string; readonly paused: boolean }>(`/broadcasts/${id}`);
  const untilResults = (id: string, holds: (found: Results) => boolean) => waitFor(() => results(id), holds);
  const untilEmails = async (count: number) => {
    const list = () => read<{ readonly data: readonly object[] }>('/emails?limit=100');
    await waitFor(list, ({ data }) => data.length === count);
  };

  it('does not reach who leaves, is suppressed or is erased between freezing and the dial, and keeps its counts', async () => {
    await startWith();
    await queue('pause');
    const id = await broadcast(await segmentOf('stays', 'leaves', 'held', 'erased'));
    await untilEmails(4);
    await post(`/suppressions`, { email: `held@${host}` });
    const left = await fetch(`${server.url}/contacts/leaves@${host}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ unsubscribed: true }),
    });
    expect(left.status).toBe(200);
    await answerOf(dataDir, ['erase', '--yes', `erased@${host}`]);
    await queue('resume');
    const found = await untilResults(id, ({ waiting }) => waiting === 0);
    expect(receivers()).toEqual([`stays@${host}`]);
    const skipped = { unsubscribed: 1, manual: 1, erased: 1 };
    expect(found).toMatchObject({ planned: 4, delivered: 1, skipped });
    expect(await read(`/dashboard-api/broadcasts/${id}/proof`)).toMatchObject({
      planned: 4,
      sent: 1,
      skipped,
      missing: 0,
    });
    const why = await read(`/dashboard-api/broadcasts/${id}/why?address=erased@${host}`);
    expect(why).toMatchObject({ outcome: 'skipped', reason: 'erased' });
    const lists = ['sent', 'delivered', 'suppressed'].map((type) => read(`/broadcasts/${id}/recipients?type=${type}`));
    expect(JSON.stringify([why, await Promise.all(lists), await read('/emails')])).not.toContain('erased@');
  });

  it('that is canceled while it is sent goes to nobody who waits, and does not go on', async () => {
    await startWith();
    await queue('pause');
    const id = await broadcast(await segmentOf('ann', 'bob'));
    await untilEmails(2);
    await post(`/broadcasts/${id}/cancel`);
    const found = await untilResults(id, ({ skipped }) => skipped['canceled'] === 2);
    expect(found).toMatchObject({ planned: 2, delivered: 0, waiting: 0 });
    // Sums may be a moment ahead of what they count.
    const proof = () => read<Pick<Results, 'skipped'>>(`/dashboard-api/broadcasts/${id}/proof`);
    const proven = await waitFor(proof, ({ skipped }) => Object.keys(skipped).length > 0);
    expect(proven).toMatchObject({ skipped: { canceled: 2 }, missing: 0 });
    await queue('resume');
    expect((await state(id)).status).toBe('canceled');
    expect((await ask(server, server.key, `/broadcasts/${id}/send`, {})).status).toBe(422);
    expect(receivers()).toEqual([]);
  });

  it('that is paused waits past its time, and goes on when it is resumed', async () => {
    await startWith();
    const scheduled_at = new Date(Date.now() + 4_000).toISOString();
    const paused = await broadcast(await segmentOf('ann'), { scheduled_at });
    await post(`/dashboard-api/broadcasts/${paused}/pause`);
    const other = await broadcast(await segmentOf('bob'), { scheduled_at });
    await untilResults(other, ({ delivered }) => delivered === 1);
    expect(await state(paused)).toMatchObject({ status: 'scheduled', paused: true });
    await post(`/dashboard-api/broadcasts/${paused}/resume`);
    await untilResults(paused, ({ delivered }) => delivered === 1);
    expect(receivers()).toEqual([`ann@${host}`, `bob@${host}`]);
  });

  it('pauses on its own where the quota is used up, and goes on once there is more', async () => {
    await startWith({ DAILY_QUOTA: '2' });
    const id = await broadcast(await segmentOf('ann', 'bob', 'cid'));
    await waitFor(
      () => state(id),
      ({ paused }) => paused,
    );
    expect(await results(id)).toMatchObject({ planned: 3, delivered: 0, waiting: 3 });
    await server.stop();
    await startWith({ DAILY_QUOTA: '3' });
    await post(`/dashboard-api/broadcasts/${id}/resume`);
    await untilResults(id, ({ delivered }) => delivered === 3);
    expect(receivers()).toEqual(['ann', 'bob', 'cid'].map((name) => `${name}@${host}`));
  });
});

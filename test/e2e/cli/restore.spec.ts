import { jest } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/gate.js';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { answerOf, ask, mail, posthorn, rowsOf, serversOfTheTest } from './setup.js';

jest.setTimeout(240_000);

const others = { ...mail, to: 'delivered+bob@resend.dev', subject: 'For Bob' };

/** What it brings back, what it refuses, and a kill: `restore-details`. */
describe('restore', () => {
  const start = serversOfTheTest();
  let root: string;
  let dataDir: string;
  let options: readonly string[];
  beforeEach(() => {
    root = temporaryFolder();
    dataDir = join(root, 'data');
    options = ['--log', join(root, 'log'), '--vault', join(root, 'vault')];
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const accept = async (server: RunningServer, body: object): Promise<string> => {
    const answer = await ask(server, server.key, '/emails', body);
    expect(answer).toMatchObject({ status: 200 });
    return (answer.body as { id: string }).id;
  };
  const read = (server: RunningServer, id: string) => ask(server, server.key, `/emails/${id}`);

  /** Scheduled for a person, in an hour. */
  async function scheduled(server: RunningServer): Promise<string> {
    const made = async (path: string, body: object) =>
      ((await ask(server, server.key, path, body)).body as { readonly id: string }).id;
    const segment = await made('/segments', { name: 'Readers' });
    await made('/contacts', { email: 'delivered+reader@resend.dev', segments: [{ id: segment }] });
    const link = '{{{RESEND_UNSUBSCRIBE_URL}}}';
    const draft = { segment_id: segment, from: mail.from, subject: 'News', html: `<a href="${link}">Leave</a>` };
    const id = await made('/broadcasts', draft);
    const sent = await ask(server, server.key, `/broadcasts/${id}/send`, { scheduled_at: 'in 1 hour' });
    expect(sent).toMatchObject({ status: 200 });
    return id;
  }

  const importRows = 10_000;
  /** An import that takes longer than a backup. */
  async function importing({ url, key }: RunningServer): Promise<string> {
    const rows = Array.from({ length: importRows }, (_, row) => `reader${row}@example.com`);
    const body = new FormData();
    body.set('file', new Blob([['email', ...rows].join('\n')]), 'readers.csv');
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/contacts/imports`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { readonly id: string }).id;
  }

  /** Somebody signs up by a form, and has to confirm it. */
  async function signsUp(server: RunningServer, address: string): Promise<void> {
    const made = async (path: string, body: object) =>
      ((await ask(server, server.key, path, body)).body as { readonly id: string }).id;
    const topic = await made('/topics', { name: 'News', default_subscription: 'opt_out', visibility: 'public' });
    const topics = [{ topic_id: topic, double_opt_in: true }];
    const form = await made('/dashboard-api/forms', { name: 'Footer', topics, origins: [], from: mail.from });
    const body = new URLSearchParams({ email: address });
    expect(await fetch(`${server.url}/subscribe/${form}`, { method: 'POST', body })).toMatchObject({ status: 200 });
  }

  it('sends nothing until it is resumed, and nothing of before until that is decided', async () => {
    // Without a delivery worker, so that the backup holds a mail that still waits.
    const before = await start(dataDir, { POSTHORN_ROLES: 'api,projections' });
    const waiting = await accept(before, others);
    const broadcast = await scheduled(before);
    await signsUp(before, 'delivered+sign-up@resend.dev');
    const imported = await importing(before);
    await answerOf(dataDir, ['backup', ...options]);
    const lost = await accept(before, others);
    expect(await posthorn(dataDir, ['restore', ...options, '--replace'])).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('stop the server first'),
    });
    await before.stop();
    const restored = await answerOf(dataDir, ['restore', ...options, '--replace']);
    expect(restored).toMatchObject({ aside: expect.stringContaining('before-restore-'), pausedBroadcasts: 1 });

    const server = await start(dataDir);
    expect(server.output()).toContain('Delivery is held since the restore');
    expect(await ask(server, server.key, '/health/ready')).toMatchObject({
      status: 200,
      body: { detail: expect.stringContaining('posthorn resume') },
    });
    expect(await ask(server, server.key, '/dashboard-api/status')).toMatchObject({
      body: { delivery: { state: 'held', held_since: expect.any(String) } },
    });
    expect(await read(server, lost)).toMatchObject({ status: 404 });
    const accepted = await accept(server, others);
    const listed = (await ask(server, server.key, '/emails')).body as { data: { id: string }[] };
    expect(listed.data.map(({ id }) => id)).toEqual([accepted, expect.any(String), waiting]);
    await server.stop();

    const again = await start(dataDir);
    const isDelivered = async (id: string) =>
      JSON.stringify((await read(again, id)).body).includes('"last_event":"delivered"');
    const paused = { id: broadcast, name: expect.any(String), status: 'scheduled', because: 'restored' };
    const importStatus = async () => (await ask(again, again.key, `/contacts/imports/${imported}`)).body;
    const atRestore = await importStatus();
    const { held } = await answerOf<{ held: { confirmations: readonly { id: string }[] } }>(dataDir, ['resume']);
    expect(held).toMatchObject({
      broadcasts: [paused],
      imports: [{ id: imported, isUndo: false, decision: null }],
      confirmations: [{ decision: null }],
      emails: [{ id: waiting, decision: null }],
    });
    await eventually(() => isDelivered(accepted));
    expect(await isDelivered(waiting)).toBe(false);
    expect(await ask(again, again.key, `/broadcasts/${broadcast}`)).toMatchObject({
      body: { paused: true, paused_because: 'restored' },
    });
    const doctor = (await posthorn(dataDir, ['doctor'])).stdout;
    expect(doctor).toContain(`(${broadcast}, 1 recipient)`);
    expect(doctor).toContain(imported);
    expect(await importStatus()).toEqual(atRestore);
    const [confirmation] = held.confirmations;
    expect(await ask(again, again.key, `/emails/${confirmation?.id}`)).toMatchObject({
      body: { last_event: 'queued' },
    });
    expect(await posthorn(dataDir, ['resume', '--emails', 'nobody=send'])).toMatchObject({ exitCode: 1 });
    const decisions = ['--emails', 'send', '--broadcasts', `${broadcast}=cancel`, '--confirmations', 'cancel'];
    const decided = await answerOf(dataDir, ['resume', ...decisions, '--imports', `${imported}=send`]);
    expect(decided).toMatchObject({
      resumed: false,
      held: { broadcasts: [{ decision: 'cancel' }], imports: [{ decision: 'send' }] },
    });
    const isImported = async () => JSON.stringify(await importStatus()).includes('"status":"completed"');
    await eventually(isImported);
    expect(await importStatus()).toMatchObject({ counts: { total: importRows, created: importRows } });
    expect(await ask(again, again.key, `/emails/${confirmation?.id}`)).toMatchObject({
      body: { last_event: 'failed' },
    });
    await eventually(() => isDelivered(waiting));
    expect(await ask(again, again.key, `/broadcasts/${broadcast}`)).toMatchObject({ body: { status: 'draft' } });
    expect(await ask(again, again.key, '/dashboard-api/status')).toMatchObject({
      body: { delivery: { state: 'running', held_since: null } },
    });
    expect(await answerOf(dataDir, ['resume'])).toEqual({
      resumed: false,
      held: { broadcasts: [], imports: [], confirmations: [], emails: [] },
    });
    expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
    expect(await again.stop()).toBe(0);
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
    const order = rowsOf<{ type: string }>(
      dataDir,
      'eventlog.sqlite',
      "SELECT type FROM events WHERE type IN ('InstallationRestored', 'DeliveryResumed', 'DeliveryAttemptStarted') ORDER BY position",
    );
    expect(order.map(({ type }) => type)).toEqual([
      'InstallationRestored',
      'DeliveryResumed',
      'DeliveryAttemptStarted',
      'DeliveryAttemptStarted',
    ]);
  });
});

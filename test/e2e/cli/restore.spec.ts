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

  it('sends nothing until it is resumed, then everything that was due', async () => {
    // Without a delivery worker, so that the backup holds a mail that still waits.
    const before = await start(dataDir, { POSTHORN_ROLES: 'api,projections' });
    const waiting = await accept(before, others);
    await answerOf(dataDir, ['backup', ...options]);
    const lost = await accept(before, others);
    expect(await posthorn(dataDir, ['restore', ...options, '--replace'])).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('stop the server first'),
    });
    await before.stop();
    const restored = await answerOf(dataDir, ['restore', ...options, '--replace']);
    expect(restored).toMatchObject({ aside: expect.stringContaining('before-restore-') });

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
    expect(listed.data.map(({ id }) => id)).toEqual([accepted, waiting]);
    await server.stop();

    const again = await start(dataDir);
    expect(await answerOf(dataDir, ['resume'])).toEqual({ resumed: true });
    for (const id of [waiting, accepted]) {
      await eventually(async () => JSON.stringify((await read(again, id)).body).includes('"last_event":"delivered"'));
    }
    expect(await ask(again, again.key, '/dashboard-api/status')).toMatchObject({
      body: { delivery: { state: 'running', held_since: null } },
    });
    expect(await answerOf(dataDir, ['resume'])).toEqual({ resumed: false });
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

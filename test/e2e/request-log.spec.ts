import { jest } from '@jest/globals';
import { rmSync } from 'node:fs';
import { temporaryFolder } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { answerOf, ask, filesWith, posthorn, rowsOf, serversOfTheTest } from './cli/setup.js';

jest.setTimeout(180_000);

interface Logs {
  readonly data: readonly { readonly id: string; readonly endpoint: string; readonly response_status: number }[];
}

describe('the request log on disk', () => {
  const start = serversOfTheTest();
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('holds no token, no address and no word of a refused mail in clear, in no file', async () => {
    const server = await start(dataDir);
    const created = await ask(server, server.key, '/api-keys', { name: 'For a leak test' });
    const { token } = created.body as { token: string };
    const refused = {
      from: 'Grace Brewster <grace.brewster@unverified.example.com>',
      to: ['katherine.coleman@example.com'],
      subject: 'Trajectory of the capsule',
      text: 'Sphinxofblackquartz',
      headers: { 'X-Who': 'Dorothyvaughan' },
      attachments: [{ filename: 'maryjackson.txt', content: Buffer.from('windtunnelfigures').toString('base64') }],
    };
    expect(await ask(server, server.key, '/emails?who=annieeasley', refused)).toMatchObject({ status: 403 });
    expect(await ask(server, server.key, '/emails/melbaroymouton@example.com')).toMatchObject({ status: 422 });
    const agent = { authorization: `Bearer ${token}`, 'user-agent': 'crawler of valeriethomas@example.com' };
    expect((await fetch(`${server.url}/domains`, { headers: agent })).status).toBe(200);
    const { body } = await ask(server, server.key, '/logs');
    expect((body as Logs).data.map(({ endpoint, response_status: status }) => `${endpoint} ${status}`)).toEqual([
      '/domains 200',
      '/emails/:id 422',
      '/emails 403',
      '/api-keys 201',
    ]);
    const secrets = [
      token,
      server.key,
      'grace.brewster',
      'Grace Brewster',
      'katherine.coleman',
      'Trajectory',
      'Sphinxofblackquartz',
      'Dorothyvaughan',
      'maryjackson',
      Buffer.from('windtunnelfigures').toString('base64'),
      'annieeasley',
      'melbaroymouton',
      'valeriethomas',
    ];
    expect(filesWith(dataDir, secrets)).toEqual([]);
    expect(await server.stop()).toBe(0);
    expect(filesWith(dataDir, secrets)).toEqual([]);
    // What is redacted is sealed all the same: the log itself says nothing of it.
    expect(filesWith(dataDir, ['unverified.example.com'], 'eventlog')).toEqual([]);
  });

  it('survives a kill but for its last moment, and the audit, the proof and a rebuild know it', async () => {
    const first = await start(dataDir);
    await ask(first, first.key, '/domains');
    const before = (await ask(first, first.key, '/logs')).body as Logs;
    expect(before.data).toHaveLength(1);
    await first.kill();

    const second = await start(dataDir);
    await ask(second, second.key, '/api-keys');
    const after = (await ask(second, second.key, '/logs')).body as Logs;
    expect(after.data.map(({ endpoint }) => endpoint)).toEqual(['/api-keys', '/domains']);
    expect(after.data[1]).toEqual(before.data[0]);
    expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
    expect(await second.stop()).toBe(0);

    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
    await answerOf(dataDir, ['replay']);
    const third = await start(dataDir);
    const rebuilt = (await ask(third, third.key, `/logs/${before.data[0]?.id}`)).body;
    expect(rebuilt).toMatchObject({ endpoint: '/domains', response_body: { object: 'list' } });
    await third.stop();
  });

  it('an orderly stop writes what was answered last', async () => {
    const first = await start(dataDir);
    await Promise.all(Array.from({ length: 40 }, () => ask(first, first.key, '/domains')));
    await first.stop();
    const second = await start(dataDir);
    // The list waits for what this server answered, not for what the one before it wrote.
    const listed = await waitFor(
      async () => (await ask(second, second.key, '/logs?limit=100')).body as Logs,
      ({ data }) => data.length >= 40,
    );
    expect(listed.data).toHaveLength(40);
    await second.stop();
  });

  it('is told by the audit of its stream', async () => {
    const server = await start(dataDir);
    await ask(server, server.key, '/domains');
    const { data } = (await ask(server, server.key, '/logs')).body as Logs;
    const sql = "SELECT stream FROM events WHERE category = 'requestlog'";
    const [row] = rowsOf<{ stream: string }>(dataDir, 'eventlog.sqlite', sql);
    const ran = await posthorn(dataDir, ['audit', row?.stream ?? '']);
    expect(ran).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`GET /domains 200 (request ${data[0]?.id})`),
    });
    await server.stop();
  });
});

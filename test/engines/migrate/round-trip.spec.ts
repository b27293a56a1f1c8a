import { jest } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, spawned as posthorn } from '../../e2e/cli/setup.js';
import { posthornAt } from '../../e2e/delivery/setup.js';
import { environmentWith, fillInstallation, sinkScript } from '../../support/migrating.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';

jest.setTimeout(900_000);

describeOverSharedEngines('migrate to shared engines and back', () => {
  let engines: SharedEngines;
  let sink: SmtpSink;
  let root: string;
  const running: RunningServer[] = [];
  beforeAll(async () => {
    engines = await startSharedEngines();
    sink = await startSmtpSink(sinkScript);
    root = temporaryFolder();
  });
  afterAll(async () => {
    await Promise.all(running.map((server) => server.kill()));
    await sink.close();
    await engines.close();
    rmSync(root, { recursive: true, force: true });
  });

  const start = async (dataDir: string, env: Readonly<Record<string, string>>): Promise<RunningServer> => {
    const server = await startServer({ dataDir, env });
    running.push(server);
    return server;
  };

  it('keeps every answer, every proof and the mail that waits', async () => {
    const [from, back, beside] = [join(root, 'from'), join(root, 'back'), join(root, 'beside')];
    const shared = engines.environment();
    const key = { MASTER_KEY: shared['MASTER_KEY'] ?? '' };
    mkdirSync(from);
    writeFileSync(join(from, 'master.key'), key.MASTER_KEY, { mode: 0o600 });
    const filled = await fillInstallation((env) => start(from, env), from, environmentWith(sink));
    const source = await start(from, { ...filled.env, POSTHORN_ROLES: 'api,projections' });
    const before = await filled.answers(source);
    await source.stop();
    const sentBefore = sink.messages.length;

    const migrate = (places: readonly string[]) => posthorn(root, ['migrate', '--yes', ...places, '--json'], shared);
    const outward = ['--from', `embedded:${from}`, '--to', 'engines:'];
    const moved = await migrate(outward);
    expect(moved).toMatchObject({ exitCode: 0, stderr: '' });
    const counts = JSON.parse(moved.stdout) as { events: number; keyRows: number; bodies: number };
    expect(counts).toMatchObject({
      outcome: 'moved',
      events: rowsOf<{ n: number }>(from, 'eventlog.sqlite', 'SELECT count(*) AS n FROM events')[0]?.n,
    });
    expect(JSON.parse((await migrate(outward)).stdout)).toMatchObject({ outcome: 'moved-before' });
    expect(await posthorn(beside, ['verify', '--json'], shared)).toMatchObject({ exitCode: 0 });
    expect(await start(from, filled.env).catch(String)).toContain('was moved to other engines');

    const served = await start(beside, { ...filled.env, ...shared });
    expect(await filled.answers(served)).toEqual(before);
    expect(await posthorn(beside, ['audit', filled.delivered], shared)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('because of DeliveryAttemptStarted'),
    });
    expect(JSON.parse((await posthorn(beside, ['webhooks', 'list', '--json'], shared)).stdout)).toMatchObject({
      webhooks: [{ status: 'enabled', events: ['email.bounced'], retrying: 0, failingSince: null }],
    });
    const home = ['--from', 'engines:', '--to', `embedded:${back}`];
    expect(await migrate(home)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('A server runs') });
    await served.stop();
    expect(sink.messages.length).toBe(sentBefore);
    expect(await posthorn(beside, ['verify', '--json'], shared)).toMatchObject({ exitCode: 0 });

    const returned = await migrate(home);
    expect(returned).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(returned.stdout)).toMatchObject({ outcome: 'moved' });
    expect(JSON.parse(returned.stdout)).toMatchObject({ bodies: counts.bodies });
    expect(await start(beside, { ...filled.env, ...shared }).catch(String)).toContain('was moved to other engines');
    expect(await posthorn(back, ['verify', '--json'], key)).toMatchObject({ exitCode: 0 });

    const again = await start(back, { ...filled.env, ...key });
    expect(await filled.answers(again)).toEqual(before);
    expect(sink.messages.length).toBe(sentBefore);
    await again.stop();
    const later = await start(back, { ...filled.laterEnv, ...key });
    await posthornAt(later).until(filled.scheduled, 'delivered');
    expect(sink.messages.length).toBe(sentBefore + 1);
    await later.stop();
    expect(await posthorn(back, ['replay', '--compare', '--json'], key)).toMatchObject({ exitCode: 0 });
  });
});

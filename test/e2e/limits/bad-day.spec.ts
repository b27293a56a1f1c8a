import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { posthornAt } from '../delivery/setup.js';
import { startServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';

it('survives SIGHUP, takes nothing while its folder is away, says so once, and goes on when it is back', async () => {
  const root = mkdtempSync(join(tmpdir(), 'posthorn-bad-day-'));
  const [dataDir, aside] = [join(root, 'data'), join(root, 'aside')];
  const server = await startServer({ dataDir, env: { LOG_LEVEL: 'warn' } });
  const posthorn = posthornAt(server);
  const email = { from: 'a@posthorn.test', to: 'b@example.com', subject: 'Hello', text: 'Hi' };
  const health = async (path: string): Promise<number> => (await fetch(`${server.url}${path}`)).status;
  const said = (): readonly string[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('data-dir-gone'));
  try {
    server.process.kill('SIGHUP');
    await posthorn.send(email);
    renameSync(dataDir, aside);
    await waitFor(
      () => health('/health/ready'),
      (status) => status === 503,
    );
    expect(await posthorn.call('POST', '/emails', email)).toMatchObject({ status: 503 });
    expect(await health('/health')).toBe(503);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('posthorn_server_trouble{kind="data-dir-gone",severity="critical"} 1');
    renameSync(aside, dataDir);
    await waitFor(
      () => health('/health/ready'),
      (status) => status === 200,
    );
    await posthorn.send(email);
    expect(said().map((line) => (JSON.parse(line) as { readonly level: string }).level)).toStrictEqual([
      'warn',
      'warn',
    ]);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
    rmSync(root, { recursive: true, force: true });
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askOnceOverHttp, askOverHttp } from '../support/ask-over-http.js';
import { seeded, wait } from '../support/crash-run.js';
import { crashServer, portForServer } from '../support/crash-server.js';
import { publishVersions } from '../support/template-crash.js';

const key = 're_templates_0123456789abcdef0123456789';
const kills = 30;

// Among all else that a server does: `test/crash/everything`.
it('publishing, the server killed 30 times: what is sent is the version before or the new one, whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-templates-'));
  const random = seeded(7);
  const port = await portForServer(random);
  const server = crashServer(folder, {
    PORT: `${port}`,
    BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'warn',
    PREVERIFIED_DOMAINS: 'shop.example.com',
  });
  const origin = `http://127.0.0.1:${port}`;
  const ask = askOverHttp(origin, key);
  try {
    server.start();
    await ask('GET', '/health/ready');
    const versions = await publishVersions(ask, askOnceOverHttp(origin, key), 'a@shop.example.com');
    for (let kill = 0; kill < kills; kill += 1) {
      const publishing = versions.publishOn();
      await versions.oneMore();
      await wait(random() * 50);
      await server.kill();
      await publishing;
      server.start();
      await ask('GET', '/health/ready');
      await versions.expectOneWhole();
    }
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
});

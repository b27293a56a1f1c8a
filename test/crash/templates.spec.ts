import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded, wait } from '../support/crash-run.js';
import { crashServer, portForServer } from '../support/crash-server.js';
import { waitFor } from '../support/wait-for.js';

const key = 're_templates_0123456789abcdef0123456789';
const kills = 6;

/** All of its parts name the version, and the html is so large that half of it would be noticed. */
const content = (version: number) => ({
  subject: `Version ${version} for {{{NAME}}}`,
  html: `<p>Version ${version} for {{{NAME}}}</p>`.repeat(1_000),
  text: `Version ${version} for {{{NAME}}}`,
  variables: [{ key: 'NAME', type: 'string' }],
});

it('publishing, the server killed: what is sent is the version before or the new one, whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-templates-'));
  const random = seeded(7);
  const port = await portForServer(random);
  const server = crashServer(folder, {
    PORT: `${port}`,
    BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'warn',
    PREVERIFIED_DOMAINS: 'shop.example.com',
  });
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const sentVersion = async (): Promise<number> => {
    const template = { id: 'order', variables: { NAME: 'Ann' } };
    const { id } = await call('POST', '/emails', { from: 'a@shop.example.com', to: 'ann@example.net', template });
    const { subject, html, text } = await call('GET', `/emails/${String(id)}`);
    const version = Number(/\d+/.exec(String(subject))?.[0]);
    expect({ subject, html, text }).toEqual(
      JSON.parse(JSON.stringify({ ...content(version), variables: undefined }).replaceAll('{{{NAME}}}', 'Ann')),
    );
    return version;
  };
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    server.start();
    await waitFor(isReady, Boolean);
    await call('POST', '/templates', { name: 'Order', alias: 'order', ...content(0) });
    await call('POST', '/templates/order/publish');
    let answered = 0;
    let asked = 0;
    const publishOn = async (): Promise<void> => {
      for (;;) {
        asked = answered + 1;
        await call('PATCH', '/templates/order', content(asked));
        await call('POST', '/templates/order/publish');
        answered = asked;
      }
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const before = answered;
      const publishing = publishOn().catch(() => undefined);
      await waitFor(
        async () => answered,
        (last) => last > before,
      );
      await wait(random() * 50);
      await server.kill();
      await publishing;
      server.start();
      await waitFor(isReady, Boolean);
      const sent = await sentVersion();
      expect([answered, asked]).toContain(sent);
      answered = sent;
    }
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
});

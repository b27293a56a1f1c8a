import { createTransport } from 'nodemailer';
import { delay } from '../../../src/application/shared/delay.js';
import { RateLine } from '../../../src/application/shared/rate-line.js';
import { createInProcessRateLimiter } from '../../../src/infrastructure/rate-limiter/in-process-rate-limiter.js';
import { waitFor } from '../../support/wait-for.js';
import { apiKey, closeAll, sender, submissionWorld } from './setup.js';

afterEach(closeAll);

/** Nobody gets a token; who waits is in `waiting`. */
function emptyLine() {
  const waiting = new Map<string, AbortSignal>();
  const grants: ((taken: boolean) => void)[] = [];
  const take = (teamId: string, signal: AbortSignal): Promise<boolean> => {
    waiting.set(teamId, signal);
    return new Promise((resolve) => {
      grants.push(resolve);
      signal.addEventListener('abort', () => {
        waiting.delete(teamId);
        resolve(false);
      });
    });
  };
  return { waiting, grants, line: { take } };
}

describe('MAIL over the limit', () => {
  it('is answered once it has a token: a pool of Nodemailer sends 30 at ten a second', async () => {
    const rateLine = new RateLine(
      {
        limiter: createInProcessRateLimiter(10),
        ownerOf: (teamId) => teamId,
        nowMs: () => performance.now(),
        pause: delay,
      },
      { patienceMs: 60_000, maxWaiting: 100, maxWaitingPerOwner: 100 },
    );
    const world = await submissionWorld({ rateLine });
    const transport = createTransport({
      pool: true,
      host: '127.0.0.1',
      port: world.port('SMTP_465_PORT'),
      secure: true,
      tls: { rejectUnauthorized: false },
      auth: { user: 'posthorn', pass: apiKey },
    });
    try {
      const sent = Array.from({ length: 30 }, () =>
        transport.sendMail({ from: 'a@example.com', to: 'b@example.net', subject: 'Hello', text: 'Hi' }),
      );
      for (const { response } of await Promise.all(sent)) expect(response).toMatch(/^250 /);
    } finally {
      transport.close();
    }
    expect(world.mails).toHaveLength(30);
  });

  it('is 451 where no token came in time', async () => {
    const world = await submissionWorld({ rateLine: { take: async () => false } });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    expect(await client.ask('MAIL FROM:<a@example.com>')).toBe(
      '451 4.7.1 The rate limit of the team was reached; try again later',
    );
    expect(world.refusals.get('rate-limited')).toBe(1);
    expect(await client.ask('NOOP')).toMatch(/^250/);
  });

  it('waits longer than a command may take', async () => {
    const { line, grants } = emptyLine();
    const world = await submissionWorld({ rateLine: line, limits: { commandTimeoutMs: 2_000 } });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    client.write('MAIL FROM:<a@example.com>\r\nRCPT TO:<b@exam');
    await waitFor(
      async () => grants.length,
      (asked) => asked === 1,
    );
    await delay(2_200);
    grants[0]?.(true);
    expect(await client.reply()).toMatch(/^250/);
    client.write('ple.net>\r\n');
    expect(await client.reply()).toMatch(/^250/);
  });

  it('ends with 421 when the server stops', async () => {
    const { line, waiting } = emptyLine();
    const world = await submissionWorld({ rateLine: line });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    client.write('MAIL FROM:<a@example.com>\r\n');
    await waitFor(
      async () => waiting.has(sender.teamId),
      (is) => is,
    );
    const stopped = world.server.stop(60_000);
    expect(await client.reply()).toBe('421 4.3.2 The server is shutting down; try again in a moment');
    expect(await client.reply()).toBe('closed');
    client.end();
    await stopped;
    expect(waiting.size).toBe(0);
  });

  it('leaves its place when the client leaves', async () => {
    const { line, waiting } = emptyLine();
    const world = await submissionWorld({ rateLine: line });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    client.write('MAIL FROM:<a@example.com>\r\n');
    await waitFor(
      async () => waiting.has(sender.teamId),
      (is) => is,
    );
    client.socket.destroy();
    await waitFor(
      async () => waiting.size,
      (left) => left === 0,
    );
    expect(world.failures).toEqual([]);
  });

  it('ends the session whose key was deleted meanwhile', async () => {
    const { line, grants } = emptyLine();
    const world = await submissionWorld({ rateLine: line });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    client.write('MAIL FROM:<a@example.com>\r\n');
    await waitFor(
      async () => grants.length,
      (asked) => asked === 1,
    );
    world.keys.clear();
    grants[0]?.(true);
    expect(await client.reply()).toBe('421 4.7.0 The API key was deleted or has expired; log in with another one');
  });
});

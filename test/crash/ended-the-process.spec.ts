import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AskOverHttp, askOverHttp } from '../support/ask-over-http.js';
import { importedSegment, sendBroadcast } from '../support/broadcast-client.js';
import { type CrashServer, crashServer, portForServer } from '../support/crash-server.js';
import { killAtWork, timesSaid } from '../support/killed-at-work.js';
import { waitFor } from '../support/wait-for.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

const key = 're_ended_0123456789abcdef0123456789ab';
/** So many that no step over them ends before it is seen. */
const members = 1_000;

let folder: string;
let server: CrashServer;
let ask: AskOverHttp;
let receiver: WebhookReceiver;
let segmentId: string;
const log = () => join(folder, 'data', 'eventlog.sqlite');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-ended-'));
  const port = await portForServer(Math.random);
  server = crashServer(folder, {
    PORT: `${port}`,
    BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_FETCH: '1',
  });
  ask = askOverHttp(`http://127.0.0.1:${port}`, key);
  receiver = await startWebhookReceiver();
  server.start();
  segmentId = await importedSegment(ask, members, {});
});

afterAll(async () => {
  await server.kill().catch(() => undefined);
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => {
  const rows = Array.from({ length: members }, (_, row) => `ended${row}@example.com`);
  const form = new FormData();
  form.set('file', new File([['email', ...rows].join('\n')], 'people.csv'));
  return form;
};

const works = {
  'an import': {
    begun: 'ImportBegun',
    request: () => ask<{ readonly id: string }>('POST', '/contacts/imports', file()),
    path: (id: string) => `/contacts/imports/${id}`,
    failed: { status: 'failed', failure: { reason: 'ended-process', line: 2 } },
  },
  'a broadcast': {
    begun: 'BroadcastBegun',
    request: async () => ({ id: await sendBroadcast(ask, 'news@posthorn.test', segmentId) }),
    path: (id: string) => `/broadcasts/${id}`,
    failed: { paused: true, paused_because: 'ended-the-process' },
  },
  'an export': {
    begun: 'ExportBegun',
    request: () => ask<{ readonly id: string }>('POST', '/dashboard-api/exports', { kind: 'contacts' }),
    path: (id: string) => `/dashboard-api/exports/${id}`,
    failed: { state: 'failed', reason: 'ended-the-process' },
  },
} as const;

/** Its path. The endpoint never answers, so each process is in the middle of it when it is killed. */
async function endlessReplay(): Promise<string> {
  receiver.on('/endless', () => undefined);
  // Webhooks tell nothing of what an import makes.
  await ask('POST', '/contacts', { email: 'ann@example.com' });
  const endpoint = receiver.url('/endless');
  const { id } = await ask<{ readonly id: string }>('POST', '/webhooks', { endpoint, events: ['email.bounced'] });
  const range = { since: '2026-01-01T00:00:00.000Z', types: ['contact.created'] };
  const replay = await ask<{ readonly id: string }>('POST', `/webhooks/${id}/replay`, range);
  await receiver.until('/endless', 1);
  return `/webhooks/${id}/replays/${replay.id}`;
}

describe('work in the middle of which the server was killed twice: the third server reports it, and does not begin it', () => {
  // First, for an endpoint that does not answer in time is progress, after which it may begin again.
  it('a replay of webhook messages', async () => {
    const replay = await endlessReplay();
    for (const times of [1, 2]) {
      await killAtWork(server, log(), 'WebhookReplayBegun', times);
      server.start();
    }
    await waitFor(
      () => ask<{ readonly status: string }>('GET', replay),
      ({ status }) => status === 'failed',
    );
    expect(timesSaid(log(), 'WebhookReplayBegun')).toBe(2);
  });

  it.each(Object.entries(works))('%s', async (_name, { begun, request, path, failed }) => {
    const before = timesSaid(log(), begun);
    const { id } = await request();
    for (const times of [1, 2]) {
      await killAtWork(server, log(), begun, before + times);
      server.start();
    }
    await waitFor(
      () => ask<Readonly<Record<string, unknown>>>('GET', path(id)),
      (answer) => Object.entries(failed).every(([name, value]) => isDeepStrictEqual(answer[name], value)),
    );
    expect(timesSaid(log(), begun)).toBe(before + 2);
  });
});

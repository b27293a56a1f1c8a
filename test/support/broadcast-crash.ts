import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BroadcastProof } from '../../src/application/broadcast/proof.js';
import { posthorn } from './command-line.js';
import { crashServer, portForServer } from './crash-server.js';
import { startCrashSink } from './crash-sink.js';
import { waitFor } from './wait-for.js';

const key = 're_broadcasts_0123456789abcdef01234567';
const domain = 'news.example.com';
const longestMs = 1_500_000;

export interface BroadcastCrashPlan {
  readonly members: number;
  /** How many of them have left before it is sent. */
  readonly leftBefore: number;
  readonly kills: number;
}

/** What the log says of it, and how often the receiver got each Message-ID. */
export interface BroadcastCrashResult {
  readonly proof: BroadcastProof;
  readonly copies: readonly number[];
}

/** Sends a broadcast while the server is killed, each time further on. */
export async function broadcastCrashRun({
  members,
  leftBefore,
  kills,
}: BroadcastCrashPlan): Promise<BroadcastCrashResult> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-broadcasts-'));
  const port = await portForServer(Math.random);
  const sink = await startCrashSink();
  const server = crashServer(folder, {
    PORT: `${port}`,
    BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'warn',
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PREVERIFIED_DOMAINS: domain,
  });
  const ask = askedOf(`http://127.0.0.1:${port}`);
  const installation = { dataDir: join(folder, 'data'), engines: {} };
  try {
    server.start();
    await ask('GET', '/health/ready');
    const segment = await ask<{ readonly id: string }>('POST', '/segments', { name: 'Readers' });
    await fill(ask, segment.id, members);
    for (let left = 0; left < leftBefore; left += 1) {
      await ask('PATCH', `/contacts/person${left}@example.com`, { unsubscribed: true });
    }
    const mail = { segment_id: segment.id, from: `news@${domain}`, subject: 'News', send: true };
    const html = '<p>Hello {{{FIRST_NAME|there}}}, <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">leave</a></p>';
    const { id } = await ask<{ readonly id: string }>('POST', '/broadcasts', { ...mail, html });
    const received = async () => (await sink.received()).size;
    for (let kill = 1; kill <= kills; kill += 1) {
      const atLeast = Math.floor(((kill - 0.5) * (members - leftBefore)) / kills);
      await waitFor(received, (count) => count >= atLeast, { limitMs: longestMs });
      await server.kill();
      server.start();
      await ask('GET', '/health/ready');
    }
    await waitFor(
      async () => (await ask<{ readonly status: string }>('GET', `/broadcasts/${id}`)).status,
      (status) => status === 'sent',
      { limitMs: longestMs },
    );
    const proof = await waitFor(
      () => posthorn<BroadcastProof>(installation, 'broadcasts', 'verify', id),
      ({ waiting }) => waiting === 0,
      { limitMs: longestMs },
    );
    const copies = [...(await sink.received()).values()];
    const exitCode = await server.stop();
    if (exitCode !== 0) throw new Error(`the server's orderly end was ${exitCode}:\n${server.log()}`);
    return { proof, copies };
  } finally {
    await server.kill().catch(() => undefined);
    sink.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ask = <Result = unknown>(method: string, path: string, body?: object) => Promise<Result>;

/** Asks until it is answered: the server may be on its way up. */
function askedOf(origin: string): Ask {
  return async <Result>(method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const found = await waitFor(
      async () => {
        const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
        const answered = await fetch(`${origin}${path}`, init);
        return answered.ok ? { result: (await answered.json()) as Result } : undefined;
      },
      (answer) => answer !== undefined,
    );
    if (found === undefined) throw new Error('no answer');
    return found.result;
  };
}

/** Some at a time. */
async function fill(ask: Ask, segmentId: string, members: number): Promise<void> {
  const made = Array.from({ length: members }, (_, number) => number);
  const atOnce = 20;
  for (let from = 0; from < members; from += atOnce) {
    await Promise.all(
      made.slice(from, from + atOnce).map((number) =>
        ask('POST', '/contacts', {
          email: `person${number}@example.com`,
          first_name: `N${number}`,
          segments: [segmentId],
        }),
      ),
    );
  }
}

/** Each once, or recorded as one whose attempt got no answer. */
export function expectEachMemberOnce(
  { members, leftBefore }: BroadcastCrashPlan,
  { proof, copies }: BroadcastCrashResult,
): void {
  const { planned, sent, skipped, failed, unknown, missing, missingMembers, maybeTwice } = proof;
  expect({ planned, skipped, failed, missing, missingMembers }).toEqual({
    planned: members,
    skipped: { unsubscribed: leftBefore },
    failed: 0,
    missing: 0,
    missingMembers: [],
  });
  expect(sent + unknown + leftBefore).toBe(members);
  // One email a member, whose Message-ID is the same on every attempt.
  expect(copies.length).toBeGreaterThanOrEqual(sent);
  expect(copies.length).toBeLessThanOrEqual(sent + unknown);
  expect(copies.filter((times) => times > 1).length).toBeLessThanOrEqual(maybeTwice + unknown);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BroadcastProof } from '../../src/application/broadcast/proof.js';
import { type AskOverHttp, askOverHttp } from './ask-over-http.js';
import { importedSegment, sendBroadcast, sendLocally, untilSent } from './broadcast-client.js';
import { posthorn } from './command-line.js';
import { crashServer, portForServer } from './crash-server.js';
import { startCrashSink } from './crash-sink.js';
import { waitFor } from './wait-for.js';

const key = 're_broadcasts_0123456789abcdef01234567';
const domain = 'news.example.com';
const limits = { limitMs: 5_400_000 } as const;

export interface BroadcastCrashPlan {
  readonly members: number;
  /** How many of them have left before it is sent. */
  readonly leftBefore: number;
  /** So often, each time further on; or every so many milliseconds until it was sent. */
  readonly kills: number | { readonly everyMs: number };
  /** Each gets it at the time of their zone, which has passed in these: so many turns, one after another. */
  readonly zones?: readonly string[];
}

/** What the log says of it, and how often the receiver got each Message-ID. */
export interface BroadcastCrashResult {
  readonly proof: BroadcastProof;
  readonly copies: readonly number[];
  readonly kills: number;
  /** How many got it in each turn, in order; of one without turns: none. */
  readonly turns: readonly number[];
}

/** Sends a broadcast while the server is killed, each time further on. */
export async function broadcastCrashRun({
  members,
  leftBefore,
  kills,
  zones = [],
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
    REVIEW_CHECKS_LINKS: '0',
  });
  // On a busy machine, a start takes a minute and more; one that ends on its own is seen at once.
  const ask = askOverHttp(`http://127.0.0.1:${port}`, key, { limitMs: 300_000 });
  const installation = { dataDir: join(folder, 'data'), engines: {} };
  const run = async (): Promise<BroadcastCrashResult> => {
    server.start();
    await ask('GET', '/health/ready');
    const segmentId = await importedSegment(ask, members, limits, zones);
    for (let left = 0; left < leftBefore; left += 1) {
      await ask('PATCH', `/contacts/person${left}@example.com`, { unsubscribed: true });
    }
    const send = zones.length === 0 ? sendBroadcast : sendLocally;
    const id = await send(ask, `news@${domain}`, segmentId);
    const again = async () => {
      await server.kill();
      server.start();
      await ask('GET', '/health/ready');
    };
    const isSent = async () => (await ask<{ readonly status: string }>('GET', `/broadcasts/${id}`)).status === 'sent';
    let killed = 0;
    if (typeof kills === 'number') {
      for (; killed < kills; killed += 1) {
        const atLeast = Math.floor(((killed + 0.5) * (members - leftBefore)) / kills);
        const received = async () => (await sink.received()).size;
        await waitFor(received, (count) => count >= atLeast, limits);
        await again();
      }
    } else {
      for (; !(await isSent()); killed += 1) {
        await delay(kills.everyMs);
        await again();
      }
    }
    await untilSent(ask, id, limits);
    const turns = await turnsOf(ask, id);
    const proof = await waitFor(
      () => posthorn<BroadcastProof>(installation, 'broadcasts', 'verify', id),
      ({ waiting }) => waiting === 0,
      { ...limits, longestPauseMs: 1_000 },
    );
    const copies = [...(await sink.received()).values()];
    const exitCode = await server.stop();
    if (exitCode !== 0) throw new Error(`the server's orderly end was ${exitCode}:\n${server.log()}`);
    return { proof, copies, kills: killed, turns };
  };
  try {
    // One that ends by its own doing says why; whoever waits for it only sees that nothing listens.
    return await Promise.race([run(), server.failure]);
  } catch (error) {
    throw new Error(`the last lines of the server:\n${server.log().slice(-3_000)}`, { cause: error });
  } finally {
    await server.kill().catch(() => undefined);
    sink.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function turnsOf(ask: AskOverHttp, id: string): Promise<readonly number[]> {
  interface Local {
    readonly local_time: { readonly turns: readonly { readonly recipients: number }[] } | null;
  }
  const { local_time: local } = await ask<Local>('GET', `/broadcasts/${id}`);
  return (local?.turns ?? []).map(({ recipients }) => recipients);
}

/** Each once, or recorded as one whose attempt got no answer. */
export function expectEachMemberOnce(
  { members, leftBefore }: Pick<BroadcastCrashPlan, 'members' | 'leftBefore'>,
  { proof, copies }: Pick<BroadcastCrashResult, 'proof' | 'copies'>,
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

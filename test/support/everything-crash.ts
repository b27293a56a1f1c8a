import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BroadcastProof } from '../../src/application/broadcast/proof.js';
import { askOnceOverHttp, askOverHttp } from './ask-over-http.js';
import { importedSegment, sendLocally, untilSent } from './broadcast-client.js';
import { type BroadcastCrashResult, turnsOf } from './broadcast-crash.js';
import { posthorn } from './command-line.js';
import { mailOf, seeded, wait } from './crash-run.js';
import { crashServer, portForServer } from './crash-server.js';
import { startCrashSink } from './crash-sink.js';
import { answeredBy, beginImport, type BegunImport, contactsOf, type ImportCrashResult } from './import-crash.js';
import { publishVersions } from './template-crash.js';
import { waitFor } from './wait-for.js';
import { misbehavingEndpoints, sendMails, type WebhookCrashResult } from './webhook-crash-run.js';
import { startWebhookReceiver } from './webhook-receiver.js';

const key = 're_everything_0123456789abcdef01234567';
const domain = 'news.example.com';
const limits = { limitMs: 300_000 } as const;

export interface EverythingPlan {
  readonly seed: number;
  /** Who gets the broadcast; each zone is a turn of it, and the server is killed in each. */
  readonly members: number;
  readonly zones: readonly string[];
  /** How many members have left before it is sent. */
  readonly leftBefore: number;
  /** How long an import is, of which one begins after each turn: more than a chunk, so that a kill cuts it off. */
  readonly rows: number;
  /** Mails of another team with endpoints, accepted between two kills. */
  readonly mailsPerLife: number;
}

export interface EverythingResult {
  readonly broadcast: Omit<BroadcastCrashResult, 'kills'>;
  readonly imports: readonly Omit<ImportCrashResult, 'contacts'>[];
  readonly contacts: number;
  readonly webhooks: WebhookCrashResult;
}

/**
 * A server that is killed while a broadcast is sent, files are imported, versions of a template are published, and four
 * endpoints get what happens.
 */
export async function everythingCrashRun(plan: EverythingPlan): Promise<EverythingResult> {
  const random = seeded(plan.seed);
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-everything-'));
  const [port, sink, receiver] = await Promise.all([portForServer(random), startCrashSink(), startWebhookReceiver()]);
  const server = crashServer(folder, {
    PORT: `${port}`,
    BOOTSTRAP_API_KEY: key,
    LOG_LEVEL: 'warn',
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PREVERIFIED_DOMAINS: domain,
    REVIEW_CHECKS_LINKS: '0',
    ALLOW_PRIVATE_FETCH: '1',
    RETRY_SCHEDULE_STANDARD: '1',
    POSTHORN_TEST_MAX_UNKNOWN_OUTCOMES: '100',
  });
  const origin = `http://127.0.0.1:${port}`;
  const [ask, askOnce, answered] = [
    askOverHttp(origin, key, limits),
    askOnceOverHttp(origin, key),
    answeredBy(origin, key),
  ];
  const data = join(folder, 'data');
  const installation = { dataDir: data, engines: {} };
  const run = async (): Promise<EverythingResult> => {
    await ask('GET', '/health/ready');
    const segmentId = await importedSegment(ask, plan.members, limits, plan.zones);
    for (let left = 0; left < plan.leftBefore; left += 1) {
      await ask('PATCH', `/contacts/person${left}@example.com`, { unsubscribed: true });
    }
    const { id: teamId } = await posthorn<{ id: string }>(installation, 'teams', 'create', 'Shop');
    const { token } = await posthorn<{ token: string }>(installation, 'keys', 'create', '--team', teamId);
    const shop = { port, key: token };
    const endpoints = misbehavingEndpoints(receiver, random);
    await endpoints.register(port, token);
    const versions = await publishVersions(ask, askOnce, `shop@${domain}`);
    const id = await sendLocally(ask, `news@${domain}`, segmentId);

    const ofTemplate = new Set<string>();
    const kill = async (publishing: Promise<void>): Promise<void> => {
      await server.kill();
      await publishing;
      server.start();
      await ask('GET', '/health/ready');
      ofTemplate.add(await versions.expectOneWhole());
    };
    // Two kills at one place count as the broadcast's own doing: a person lets it go on.
    const letItGoOn = async (): Promise<void> => {
      const { paused } = await ask<{ readonly paused: boolean }>('GET', `/broadcasts/${id}`);
      if (paused) await posthorn(installation, 'broadcasts', 'resume', id);
    };
    const imports: BegunImport[] = [];
    const turns = plan.zones.length;
    for (let turn = 0; turn < turns; turn += 1) {
      const ofBroadcast = versions.publishOn();
      const atLeast = Math.floor(((turn + 0.5) * (plan.members - plan.leftBefore)) / turns);
      await waitFor(
        async () => {
          await letItGoOn();
          return (await sink.received()).size - ofTemplate.size;
        },
        (count) => count >= atLeast,
        { ...limits, longestPauseMs: 500 },
      );
      await kill(ofBroadcast);

      await sendMails(plan, shop, turn);
      const ofImport = versions.publishOn();
      const begun = await beginImport(answered, `row${turn}-`, plan.rows);
      imports.push(begun);
      const [, { counts: before }] = await Promise.all([
        versions.oneMore(),
        waitFor(begun.read, ({ counts }) => counts.total > 0, { ...limits, longestPauseMs: 20 }),
      ]);
      await wait(random() * 50);
      await kill(ofImport);
      // A second kill before it came any further would end it.
      await waitFor(begun.read, ({ counts, status }) => counts.total > before.total || status === 'completed', limits);
    }
    endpoints.calm();
    await sendMails(plan, shop, turns);

    const ended = [];
    for (const each of imports) ended.push(await each.ended());
    await letItGoOn();
    await untilSent(ask, id, limits);
    const proof = await waitFor(
      () => posthorn<BroadcastProof>(installation, 'broadcasts', 'verify', id),
      ({ waiting }) => waiting === 0,
      { ...limits, longestPauseMs: 1_000 },
    );
    // Each was accepted, and each is delivered in the end.
    const owed = 2 * plan.mailsPerLife * (turns + 1);
    const webhooks = await endpoints.settled(join(data, 'eventlog.sqlite'), owed, limits, teamId);
    expect(webhooks.owed).toHaveLength(owed);
    const copies = [...(await sink.received())].filter(([messageId]) => !ofTemplate.has(mailOf(messageId)));
    return {
      broadcast: { proof, copies: copies.map(([, times]) => times), turns: await turnsOf(ask, id) },
      imports: ended,
      contacts: await contactsOf(answered),
      webhooks,
    };
  };
  try {
    server.start();
    const result = await Promise.race([run(), server.failure]);
    const exitCode = await server.stop();
    if (exitCode !== 0) throw new Error(`the server's orderly end was ${exitCode}:\n${server.log()}`);
    return result;
  } finally {
    await server.kill().catch(() => undefined);
    sink.close();
    receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

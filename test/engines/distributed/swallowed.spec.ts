import { key, mailOf, senderDomain } from '../../support/crash-run.js';
import { type CrashSink, startCrashSink } from '../../support/crash-sink.js';
import { createFleet, type Fleet, type FleetMember } from '../../support/fleet.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { type SwallowingRelay, swallowingRelayToUrl } from '../../support/swallowing-relay.js';
import { waitFor } from '../../support/wait-for.js';

/** What is promised: mail again so long after the network is well, or the engine answers again. */
const againWithinMs = 5_000;
/** One run for every change; `HANGING_RUNS` of each for the long tier. */
const runs = Number(process.env['HANGING_RUNS'] ?? 1);
/** One after the other: shorter and longer than a look at the engine, than an attempt to connect, and than both. */
const hangsForMs = [4_000, 300, 7_000, 1_500, 2_800];
/** Fewer mails than a busy machine delivers: none waits behind others. */
const senders = 3;
const pauseBetweenMailsMs = 1_000;
/**
 * Time for emails that a hang held up: a job that a frozen server has given to a former connection is found after half
 * a minute.
 */
const backlogLimitMs = 120_000;
/** A client that gives up and asks again, as one is told to. */
const clientPatienceMs = 2_000;

type EngineName = 'mongodb' | 'redis';
const variables: Readonly<Record<EngineName, string>> = { mongodb: 'MONGODB_URL', redis: 'REDIS_URL' };

const hangs = (['mongodb', 'redis'] as const).flatMap((name) => [
  [name, 'a network that swallows'] as const,
  [name, 'a frozen server'] as const,
]);

describeOverSharedEngines('an engine that hangs instead of dying', () => {
  let engines: SharedEngines;
  let sink: CrashSink;
  let fleet: Fleet;
  let member: FleetMember;
  let sending: AbortController;
  let sent: Promise<unknown>;
  /** When each mail was accepted, and when each was first seen at the receiver. */
  const acceptedAtMs = new Map<string, number>();
  const relays = new Map<EngineName, SwallowingRelay>();

  beforeAll(async () => {
    [engines, sink] = await Promise.all([startSharedEngines(), startCrashSink()]);
    const env: Record<string, string> = {};
    for (const [name, variable] of Object.entries(variables)) {
      const { relay, url } = await swallowingRelayToUrl(engines.environment()[variable] ?? '');
      relays.set(name as EngineName, relay);
      env[variable] = url;
    }
    fleet = createFleet(engines, sink.port);
    member = await fleet.member('all', 'api,delivery,projections', env);
    member.start();
    await member.serves();
    sending = new AbortController();
    sent = Promise.all(Array.from({ length: senders }, () => sendSteadily(sending.signal)));
  });
  afterAll(async () => {
    sending.abort();
    await sent;
    await fleet.close();
    for (const relay of relays.values()) await relay.close();
    sink.close();
    await engines.close();
  });

  async function sendSteadily(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const id = await send().catch(() => undefined);
      if (id !== undefined) acceptedAtMs.set(id, performance.now());
      await new Promise((resolve) => setTimeout(resolve, pauseBetweenMailsMs));
    }
  }

  async function send(): Promise<string | undefined> {
    const answer = await fetch(`http://127.0.0.1:${member.port}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        from: `shop@${senderDomain}`,
        to: 'customer@example.net',
        subject: 'Order',
        text: 'Thank you.',
      }),
      signal: AbortSignal.timeout(clientPatienceMs),
    });
    // The documented answer; the suite over the client library checks its shape.
    return answer.ok ? ((await answer.json()) as { id: string }).id : undefined;
  }

  const acceptedSince = (ms: number) => [...acceptedAtMs].filter(([, atMs]) => atMs > ms).map(([id]) => id);

  async function deliveredSince(ms: number): Promise<boolean> {
    const fresh = new Set(acceptedSince(ms));
    if (fresh.size === 0) return false;
    return [...(await sink.received()).keys()].some((messageId) => fresh.has(mailOf(messageId)));
  }

  async function undelivered(ids: readonly string[]): Promise<readonly string[]> {
    const delivered = new Set([...(await sink.received()).keys()].map(mailOf));
    return ids.filter((id) => !delivered.has(id));
  }

  const readiness = async (): Promise<{ readonly status: number; readonly text: string }> => {
    const answer = await fetch(`http://127.0.0.1:${member.port}/health/ready`);
    return { status: answer.status, text: await answer.text() };
  };
  const isReady = async (): Promise<boolean> => (await readiness()).status === 200;

  /**
   * Mail flows: what a hang interrupts. What an earlier one held up is through, so that nothing of this one waits
   * behind it.
   */
  async function untilWell(): Promise<void> {
    const sinceMs = performance.now();
    await waitFor(() => deliveredSince(sinceMs), Boolean);
    const held = [...acceptedAtMs].filter(([, atMs]) => atMs <= sinceMs).map(([id]) => id);
    await waitFor(
      () => undelivered(held),
      ({ length }) => length === 0,
      { limitMs: backlogLimitMs },
    );
    await waitFor(isReady, Boolean);
  }

  /** Answers when it began. */
  async function hang(name: EngineName, how: string, forMs: number): Promise<number> {
    const beganMs = performance.now();
    const relay = relays.get(name);
    if (how === 'a frozen server') engines[name].freeze();
    else relay?.swallow();
    try {
      await new Promise((resolve) => setTimeout(resolve, forMs));
    } finally {
      if (how === 'a frozen server') engines[name].thaw();
      else relay?.cure();
    }
    return beganMs;
  }

  /**
   * How long after the cure a mail was accepted, one of the hang or later was delivered, and the process called itself
   * ready.
   */
  async function recoverTimes(
    hungSinceMs: number,
  ): Promise<Readonly<Record<'accepted' | 'delivered' | 'ready', number>>> {
    const curedMs = performance.now();
    const since = () => Math.round(performance.now() - curedMs);
    const quick = { longestPauseMs: 50 };
    const [accepted, delivered, ready] = await Promise.all([
      waitFor(() => acceptedSince(curedMs).length > 0, Boolean, quick).then(since),
      waitFor(() => deliveredSince(hungSinceMs), Boolean, quick).then(since),
      waitFor(isReady, Boolean, quick).then(since),
    ]);
    return { accepted, delivered, ready };
  }

  describe.each(hangs)('%s behind %s', (name, how) => {
    it.each(Array.from({ length: runs }, (_, run) => [run + 1, hangsForMs[run % hangsForMs.length] ?? 0] as const))(
      'run %i, for %i ms: mail again within 5 s, and the process is ready again',
      async (run, forMs) => {
        await untilWell();
        const hungSinceMs = await hang(name, how, forMs);
        const times = await recoverTimes(hungSinceMs);
        process.stdout.write(`${name}, ${how}, run ${run} of ${forMs} ms: ${JSON.stringify(times)}\n`);
        expect(Object.entries(times).filter(([, ms]) => ms > againWithinMs)).toEqual([]);
      },
      300_000,
    );
  });
});

import { type CrashClient, crashClient } from '../../support/crash-client.js';
import { closedPort } from '../../support/closed-port.js';
import { key, mailOf, senderDomain, untilReceived, untilSettled, wait } from '../../support/crash-run.js';
import { type CrashSink, startCrashSink } from '../../support/crash-sink.js';
import { createFleet, type Fleet, type FleetMember, loggedMailsOf } from '../../support/fleet.js';
import { tracesOf } from '../../support/mail-traces.js';
import { startServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import {
  describeOverSharedEngines,
  type Engine,
  type SharedEngines,
  startSharedEngines,
} from '../../support/shared-engines.js';

const outageMs = Number(process.env['OUTAGE_SECONDS'] ?? 8) * 1000;
const pauseBetweenMailsMs = 250;

type EngineName = 'eventStore' | 'mongodb' | 'redis';
const ways: Readonly<Record<string, { stop(engine: Engine): unknown; resume(engine: Engine): unknown }>> = {
  frozen: { stop: (engine) => engine.freeze(), resume: (engine) => engine.thaw() },
  killed: { stop: (engine) => engine.kill(), resume: (engine) => engine.start() },
};

describeOverSharedEngines('an engine that is away for a while', () => {
  let engines: SharedEngines;
  let sink: CrashSink;
  let fleet: Fleet;
  let api: FleetMember;
  let client: CrashClient;
  const sent: string[] = [];

  beforeAll(async () => {
    [engines, sink] = await Promise.all([startSharedEngines(), startCrashSink()]);
    fleet = createFleet(engines, sink.port);
    api = await fleet.member('api', 'api');
    const others = [
      await fleet.member('projections', 'projections'),
      await fleet.member('delivery', 'delivery', { AFTER_DOT_TIMEOUT_MS: '5000', CLAIM_MARGIN_MS: '5000' }),
    ];
    for (const member of [api, ...others]) member.start();
    await Promise.all([api, ...others].map(({ serves }) => serves()));
    client = crashClient(api.port, key);
  });
  afterAll(async () => {
    client.close();
    await fleet.close();
    sink.close();
    await engines.close();
  });

  const bodyOf = (number: number) => ({
    from: `shop@${senderDomain}`,
    to: `customer${number}@example.net`,
    subject: `Order ${number}`,
    text: 'Thank you.',
  });

  /** One keyed mail after the other until told to stop, each repeated under its key until it was accepted. */
  function sendSteadily() {
    let going = true;
    const done = (async () => {
      while (going) {
        const number = sent.length;
        const request = { path: '/emails', idempotencyKey: `outage/${number}` } as const;
        const ids = await client.send({ ...request, payload: JSON.stringify(bodyOf(number)) }, () => undefined);
        sent.push(...ids);
        await wait(pauseBetweenMailsMs);
      }
    })();
    return async () => {
      going = false;
      await done;
    };
  }

  const post = () =>
    fetch(`http://127.0.0.1:${api.port}/emails`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': 'outage/asked',
      },
      body: JSON.stringify(bodyOf(-1)),
    });

  /** Of the first mails that are missing what each engine holds, and every process's own word. */
  async function whatIsKnown(missing: readonly string[]): Promise<string> {
    const traces = await Promise.all(missing.slice(0, 3).map((id) => tracesOf(engines, id)));
    return [...traces, await fleet.state()].join('\n');
  }

  async function expectNothingLost(): Promise<void> {
    await untilReceived(sink, sent, whatIsKnown);
    const listed = await untilSettled(api.port, sent.length);
    const { accepted, unknowns } = await loggedMailsOf(engines);
    expect(new Set(accepted).size).toBe(accepted.length);
    expect([...listed.keys()].sort()).toEqual([...accepted].sort());
    expect([...listed.values()].filter((state) => state !== 'delivered')).toEqual([]);
    const received = new Map([...(await sink.received())].map(([messageId, times]) => [mailOf(messageId), times]));
    expect([...received].filter(([id, times]) => times > 1 + (unknowns.get(id) ?? 0))).toEqual([]);
  }

  it.each<readonly [EngineName, string]>([
    ['eventStore', 'frozen'],
    ['eventStore', 'killed'],
    ['mongodb', 'frozen'],
    ['mongodb', 'killed'],
    ['redis', 'frozen'],
    ['redis', 'killed'],
  ])(
    '%s %s: nothing is lost, and it goes on by itself',
    async (name, how) => {
      const way = ways[how];
      if (way === undefined) throw new Error('a way that is known');
      const stopSending = sendSteadily();
      await wait(1_000);
      await way.stop(engines[name]);
      const endsAtMs = performance.now() + outageMs;
      try {
        const answer = await post();
        if (name === 'redis') expect(answer.status).toBe(200);
        else {
          expect({ status: answer.status, retryAfter: answer.headers.get('retry-after') }).toEqual({
            status: 503,
            retryAfter: expect.stringMatching(/^[1-9]\d*$/),
          });
          expect(await answer.json()).toMatchObject({ statusCode: 503, name: 'application_error' });
        }
        await wait(endsAtMs - performance.now());
      } finally {
        await way.resume(engines[name]);
      }
      const sentBefore = sent.length;
      await waitFor(
        () => sent.length,
        (count) => count >= sentBefore + 3,
      );
      await stopSending();
      await expectNothingLost();
    },
    300_000,
  );

  it.each(['EVENTSTOREDB_URL', 'MONGODB_URL', 'REDIS_URL'])(
    '%s left out: the start is refused, and names it',
    async (url) => {
      const { [url]: _left, ...others } = engines.environment();
      await expect(startServer({ env: others })).rejects.toThrow(url);
    },
  );

  it.each([
    ['EVENTSTOREDB_URL', 'esdb://127.0.0.1:PORT?tls=false'],
    ['MONGODB_URL', 'mongodb://127.0.0.1:PORT/posthorn'],
  ])('%s that nobody answers at: the start is refused, and says so', async (url, address) => {
    const port = await closedPort();
    const nobody = address.replace('PORT', String(port));
    const start = startServer({ env: { ...engines.environment(), [url]: nobody } });
    await expect(start).rejects.toThrow(`nothing listens at 127.0.0.1:${port}. Start it`);
  });
});

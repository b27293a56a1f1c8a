import { type CrashClient, crashClient } from '../support/crash-client.js';
import { key, mailOf, senderDomain, untilReceived, untilSettled, wait } from '../support/crash-run.js';
import { type CrashSink, startCrashSink } from '../support/crash-sink.js';
import {
  describeOverEventStoreCluster,
  type EventStoreCluster,
  startEventStoreCluster,
} from '../support/eventstore-cluster.js';
import { givenProgram } from '../support/given-programs.mjs';
import { createFleet, type Fleet, type FleetMember, loggedMailsOf } from '../support/fleet.js';
import { tracesOf } from '../support/mail-traces.js';
import { type SharedEngines, startSharedEngines } from '../support/shared-engines.js';
import { waitFor } from '../support/wait-for.js';

const kills = Number(process.env['CLUSTER_KILLS'] ?? 3);
const killEveryMs = Number(process.env['CLUSTER_KILL_SECONDS'] ?? 20) * 1000;
/** So many wait at an election. */
const senders = 20;
/** FerretDB, where it stands in for MongoDB, bears one mail a second. */
const pauseBetweenMailsMs = Number(
  process.env['CLUSTER_PAUSE_MS'] ?? (givenProgram('MONGODB') === undefined ? 20_000 : 200),
);
const mailsThatShowThatItGoesOn = 5;
/** A limit for what hangs. */
const longestMs = 600_000 + kills * killEveryMs;

describeOverEventStoreCluster('Posthorn on an EventStoreDB of three members', () => {
  let engines: SharedEngines;
  let cluster: EventStoreCluster;
  let sink: CrashSink;
  let fleet: Fleet;
  let members: readonly FleetMember[];
  let api: FleetMember;
  let clients: readonly CrashClient[] = [];
  const sent: string[] = [];
  let nextNumber = 0;

  beforeAll(async () => {
    const startCluster = async () => (cluster = await startEventStoreCluster());
    [engines, sink] = await Promise.all([startSharedEngines(startCluster), startCrashSink()]);
    fleet = createFleet(engines, sink.port);
    api = await fleet.member('api', 'api');
    members = [
      api,
      await fleet.member('projections', 'projections'),
      await fleet.member('delivery', 'delivery', {
        AFTER_DOT_TIMEOUT_MS: '5000',
        POSTHORN_TEST_CLAIM_MARGIN_MS: '5000',
      }),
    ];
    for (const member of members) member.start();
    await Promise.all(members.map(({ serves }) => serves()));
    clients = Array.from({ length: senders }, () => crashClient(api.port, key));
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await fleet.close();
    sink.close();
    await engines.close();
  });

  const mail = (number: number) => ({
    from: `shop@${senderDomain}`,
    to: `customer${number}@example.net`,
    subject: `Order ${number}`,
    text: 'Thank you.',
  });

  /** Keyed mails, each repeated under its key until it was accepted; the answer stops it. */
  function sendSteadily(): () => Promise<unknown> {
    let going = true;
    const work = clients.map(async (client, index) => {
      await wait((pauseBetweenMailsMs * index) / senders);
      while (going) {
        const number = nextNumber++;
        const request = { path: '/emails', idempotencyKey: `cluster/${number}` } as const;
        sent.push(...(await client.send({ ...request, payload: JSON.stringify(mail(number)) }, () => undefined)));
        await wait(pauseBetweenMailsMs);
      }
    });
    return () => {
      going = false;
      return Promise.all(work);
    };
  }

  /** Fails too where a process of Posthorn has ended. */
  const orFailure = <Result>(work: Promise<Result>): Promise<Result> =>
    Promise.race([work, ...members.map(({ failure }) => failure)]);

  async function untilMoreAreAccepted(): Promise<void> {
    const before = sent.length;
    await orFailure(
      waitFor(
        async () => sent.length,
        (now) => now >= before + mailsThatShowThatItGoesOn,
      ),
    );
  }

  async function whatIsKnown(missing: readonly string[]): Promise<string> {
    const traces = await Promise.all(missing.slice(0, 3).map((id) => tracesOf(engines, id)));
    return [...traces, await fleet.state()].join('\n');
  }

  async function expectNothingLostNothingTwice(): Promise<void> {
    await orFailure(untilReceived(sink, sent, whatIsKnown));
    const listed = await untilSettled(api.port, sent.length);
    const { accepted, unknowns } = await loggedMailsOf(engines);
    expect([...accepted].sort()).toEqual([...sent].sort());
    expect([...listed.keys()].sort()).toEqual([...sent].sort());
    expect([...listed.values()].filter((state) => state !== 'delivered')).toEqual([]);
    const received = new Map([...(await sink.received())].map(([messageId, times]) => [mailOf(messageId), times]));
    expect([...received].filter(([id, times]) => times > 1 + (unknowns.get(id) ?? 0))).toEqual([]);
  }

  it(
    `its leader killed ${kills} times, every ${killEveryMs / 1000} s: nothing is lost, nothing doubled, no process ends`,
    async () => {
      const stopSending = sendSteadily();
      for (let kill = 0; kill < kills; kill += 1) {
        await untilMoreAreAccepted();
        const leader = await cluster.leader();
        await leader.kill();
        const endsAtMs = performance.now() + killEveryMs;
        await leader.start();
        await untilMoreAreAccepted();
        await wait(endsAtMs - performance.now());
      }
      await stopSending();
      await expectNothingLostNothingTwice();
    },
    longestMs,
  );

  it(
    'its leader deposed while it was frozen: what it ends with is 0, it follows the next one, and nothing is lost',
    async () => {
      const stopSending = sendSteadily();
      await untilMoreAreAccepted();
      const deposed = await cluster.leader();
      deposed.freeze();
      await waitFor(
        () => cluster.leader(),
        ({ port }) => port !== deposed.port,
      );
      await untilMoreAreAccepted();
      deposed.thaw();
      // One that has no tail of its own goes on as a follower without an end.
      await waitFor(
        async () => [await deposed.leader(), (await cluster.leader()).port],
        ([known, leader]) => known === leader,
      );
      expect(deposed.ownEnds.filter(({ code }) => code !== 0)).toEqual([]);
      await untilMoreAreAccepted();
      await stopSending();
      await expectNothingLostNothingTwice();
    },
    longestMs,
  );

  it(
    'its majority lost and found: 503 without one, and it goes on by itself',
    async () => {
      const stopSending = sendSteadily();
      await untilMoreAreAccepted();
      const leader = await cluster.leader();
      const other = cluster.members.find(({ port }) => port !== leader.port);
      const lost = [leader, ...(other === undefined ? [] : [other])];
      await Promise.all(lost.map((member) => member.kill()));
      const number = nextNumber++;
      const request = { idempotencyKey: `cluster/${number}`, payload: JSON.stringify(mail(number)) };
      const answer = await fetch(`http://127.0.0.1:${api.port}/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': request.idempotencyKey,
        },
        body: request.payload,
      });
      expect({ status: answer.status, retryAfter: answer.headers.get('retry-after') }).toEqual({
        status: 503,
        retryAfter: expect.stringMatching(/^[1-9]\d*$/),
      });
      await Promise.all(lost.map((member) => member.start()));
      await cluster.leader();
      await untilMoreAreAccepted();
      await stopSending();
      // The refused one again: it may be in the log already.
      sent.push(...(await clients[0]!.send({ path: '/emails', ...request }, () => undefined)));
      await expectNothingLostNothingTwice();
    },
    longestMs,
  );
});

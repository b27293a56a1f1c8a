import { type CrashClient, crashClient } from '../../support/crash-client.js';
import { crashSeed, crashSummary, expectNothingLostNothingTwice } from '../../support/crash-expectations.js';
import {
  type CrashPlan,
  key,
  mailOf,
  seeded,
  sendAll,
  untilReceived,
  untilSettled,
  wait,
  type WatchedCount,
  watchedCount,
} from '../../support/crash-run.js';
import { type CrashSink, startCrashSink } from '../../support/crash-sink.js';
import { createFleet, type Fleet, type FleetMember, loggedMailsOf } from '../../support/fleet.js';
import { tracesOf } from '../../support/mail-traces.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';

const requests = Number(process.env['DISTRIBUTED_MAILS'] ?? 120);
/** A limit for what hangs. */
const longestMs = 600_000 + requests * 200;

describeOverSharedEngines('many processes on shared engines', () => {
  let engines: SharedEngines;
  let sink: CrashSink;
  let fleet: Fleet;
  const clients: CrashClient[] = [];

  beforeAll(async () => {
    [engines, sink] = await Promise.all([startSharedEngines(), startCrashSink()]);
    fleet = createFleet(engines, sink.port);
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await fleet.close();
    sink.close();
    await engines.close();
  });

  const connect = (api: FleetMember, connections: number): CrashClient[] => {
    const opened = Array.from({ length: connections }, () => crashClient(api.port, key));
    clients.push(...opened);
    return opened;
  };

  it(
    `${requests} keyed mails while each process in turn is killed and Redis is flushed`,
    async () => {
      const seed = crashSeed();
      const plan: CrashPlan = { seed, kind: 'single', requests, connections: 16, kills: 5, killsAtStart: 0 };
      const [api, otherApi, worker, otherWorker, projections] = await Promise.all([
        fleet.member('api-1', 'api'),
        fleet.member('api-2', 'api'),
        fleet.member('delivery-1', 'delivery'),
        fleet.member('delivery-2', 'delivery'),
        fleet.member('projections', 'projections'),
      ]);
      const members = [api, worker, projections, otherApi, otherWorker];
      const failures = members.map(({ failure }) => failure);
      for (const member of members) member.start();
      await Promise.all(members.map(({ serves }) => serves()));

      const progress = watchedCount();
      let unanswered = 0;
      const both = [...connect(api, 8), ...connect(otherApi, 8)];
      const work = Promise.all([
        sendAll(both, plan, progress.add, () => (unanswered += 1)),
        killInTurn(members, plan, progress, () => engines.redis.raw.flushall()),
      ]);
      const [answers, answeredAtKills] = await Promise.race([work, ...failures]);
      const ids = answers.flat();
      const whatIsKnown = async (missing: readonly string[]): Promise<string> => {
        const traces = await Promise.all(missing.map((id) => tracesOf(engines, id)));
        return `${traces.join('\n')}\n${fleet.log()}`;
      };
      await Promise.race([untilReceived(sink, ids, whatIsKnown), ...failures]);
      const listed = await untilSettled(api.port, ids.length);
      // Each key once more, at whichever process: the other one of half of them.
      const repeated = await sendAll(
        connect(otherApi, 8),
        plan,
        () => undefined,
        () => undefined,
      );
      const received = new Map([...(await sink.received())].map(([messageId, times]) => [mailOf(messageId), times]));
      const exits = await Promise.all(members.map(({ stop }) => stop()));
      const logged = await loggedMailsOf(engines);
      const result = {
        ...logged,
        answers,
        repeated,
        answeredAtKills,
        failures: unanswered,
        listed,
        subjects: new Map<string, string>(),
        received,
      };
      process.stdout.write(`${crashSummary(result)}\n`);
      expectNothingLostNothingTwice(plan, result);
      expect(exits).toEqual(members.map(() => 0));
    },
    longestMs,
  );
});

/** Each at its share of the answers and a moment that chance chooses, and Redis at the last share. */
async function killInTurn(
  members: readonly FleetMember[],
  plan: CrashPlan,
  progress: WatchedCount,
  flush: () => Promise<unknown>,
): Promise<readonly number[]> {
  const random = seeded(plan.seed);
  const answeredAtKills: number[] = [];
  const shares = members.length + 2;
  for (const [index, member] of members.entries()) {
    await progress.reaches(Math.floor(((index + 1 - 0.5 * random()) / shares) * plan.requests) + 1);
    await wait(random() * 20);
    answeredAtKills.push(progress.value());
    await member.kill();
    member.start();
    if (index === 2) await flush();
  }
  return answeredAtKills;
}

import { askOverHttp } from '../../support/ask-over-http.js';
import { importedSegment, sendBroadcast, settledProof } from '../../support/broadcast-client.js';
import { key, senderDomain } from '../../support/crash-run.js';
import { type CrashSink, startCrashSink } from '../../support/crash-sink.js';
import { createFleet, type Fleet } from '../../support/fleet.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { waitFor } from '../../support/wait-for.js';

const members = Number(process.env['BROADCAST_MEMBERS'] ?? 300);
const limits = { limitMs: 1_500_000 } as const;

describeOverSharedEngines('a broadcast that two processes deliver', () => {
  let engines: SharedEngines;
  let sink: CrashSink;
  let fleet: Fleet;
  beforeAll(async () => {
    [engines, sink] = await Promise.all([startSharedEngines(), startCrashSink()]);
    fleet = createFleet(engines, sink.port);
  });
  afterAll(async () => {
    await fleet.close();
    sink.close();
    await engines.close();
  });

  it('reaches each member once, or is recorded as unknown, though one of each role is killed', async () => {
    const [api, work, other, first, second] = await Promise.all([
      fleet.member('api', 'api'),
      fleet.member('work', 'projections'),
      fleet.member('other', 'projections'),
      fleet.member('first', 'delivery'),
      fleet.member('second', 'delivery'),
    ]);
    for (const member of [api, work, first, second]) member.start();
    await Promise.all([api, work, first, second].map((member) => member.serves()));
    const ask = askOverHttp(`http://127.0.0.1:${api.port}`, key);
    const segmentId = await importedSegment(ask, members, limits);
    const id = await sendBroadcast(ask, `news@${senderDomain}`, segmentId);
    const received = async () => (await sink.received()).size;
    await waitFor(received, (count) => count >= members / 3, limits);
    // The one that opens the emails, and one that delivers them.
    other.start();
    await other.serves();
    await Promise.all([work.kill(), first.kill()]);
    first.start();
    const { planned, sent, unknown, skipped, failed, missing, maybe_twice } = await settledProof(ask, id, limits);
    expect({ planned, all: sent + unknown, skipped, failed, missing }).toEqual({
      ...{ planned: members, all: members, skipped: {}, failed: 0, missing: 0 },
    });
    const copies = [...(await sink.received()).values()];
    expect(copies.length).toBeGreaterThanOrEqual(sent);
    expect(copies.length).toBeLessThanOrEqual(members);
    expect(copies.filter((times) => times > 1).length).toBeLessThanOrEqual(maybe_twice + unknown);
  });
});

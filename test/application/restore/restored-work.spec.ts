import { createBroadcaster } from '../../../src/application/broadcast/broadcaster.js';
import { loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { followHeldMail } from '../../../src/application/delivery/held-mail.js';
import { decideHeld, type HeldDecisions } from '../../../src/application/restore/decide-held.js';
import { heldList } from '../../../src/application/restore/held-list.js';
import { recordRestore } from '../../../src/application/restore/record-restore.js';
import { handle } from '../../../src/application/shared/handle.js';
import { installation } from '../../../src/domain/installation/installation.js';
import { segment } from '../../../src/domain/segment/segment.js';
import { installationStream, streamName } from '../../../src/domain/shared/stream-name.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { BroadcastStory, jobPorts, segmentId } from '../../support/broadcasting.js';
import { delivering, jobFor, statuses } from '../../support/delivering.js';
import { notes } from '../../support/process-managers.js';
import { readModel } from '../../support/read-model.js';
import { waitFor } from '../../support/wait-for.js';
import { correlationId, teamId, useWorld, world, type World } from '../../support/world.js';

const provenance = {
  context: { teamId: null, actor: { kind: 'cli', id: 'restore' }, correlationId },
  region: null,
} as const;
const undecided = { all: undefined, byId: new Map() };
const nothing: HeldDecisions = {
  broadcasts: undecided,
  imports: undecided,
  confirmations: undecided,
  emails: undecided,
};
const weekMs = 7 * 86_400_000;
const fail = (error: unknown): never => {
  throw error;
};

async function restored(world: World): Promise<void> {
  const created = { installationId: 'i1', firstTeamId: teamId, keyStoreId: 'k1' };
  const command = { type: 'CreateInstallation', installation: created } as const;
  await handle(world.process(), installation, installationStream, command, provenance);
  const of = { backupId: 'b1', takenAt: '2026-03-01T09:00:00.000Z', head: '1' as Position };
  await recordRestore(world.process(), of, provenance);
}

async function decide(world: World, decisions: Partial<HeldDecisions>): Promise<void> {
  const ports = world.process();
  await decideHeld(ports, await heldList(ports, undefined, 'read'), { ...nothing, ...decisions }, provenance);
}

const all = (decision: 'send' | 'cancel') => ({ all: decision, byId: new Map() });
const one = (id: string, decision: 'send' | 'cancel') => ({ all: undefined, byId: new Map([[id, decision]]) });

describe('email of a backup', () => {
  useWorld('example.com');
  let stopping: AbortController;
  beforeEach(async () => {
    stopping = new AbortController();
  });
  afterEach(() => stopping.abort());

  const send = async (address: string, scheduledAt?: string) =>
    idOf(await accepting(world).send(mailTo([address], scheduledAt === undefined ? {} : { scheduledAt })));
  async function worker() {
    const process = delivering(world);
    const options = { signal: stopping.signal, onChange: () => undefined, onLeap: () => undefined, onFailure: fail };
    const held = await followHeldMail(world.process(), options);
    return { ...process, held, ports: Object.assign(process.ports, { held }) };
  }
  const tried = async (by: Awaited<ReturnType<typeof worker>>, id: string) => {
    await by.attempt(await jobFor(world, id, 'one.test'));
    return statuses(world, id);
  };

  it('that waited is not sent, and what is accepted since is', async () => {
    const waited = await send('ada@one.test');
    await restored(world);
    const since = await send('bob@one.test');
    const by = await worker();
    expect(await tried(by, waited)).toEqual(['due']);
    expect(by.held.isKnown({ emailId: waited, generation: 1 })).toBe(true);
    expect(await tried(by, since)).toEqual(['delivered']);
  });

  it('is counted from the log and from the read model alike', async () => {
    const later = new Date(world.clock.now() + weekMs).toISOString();
    const [due, scheduled] = [await send('ada@one.test'), await send('bob@one.test', later)];
    await restored(world);
    await send('cid@one.test');
    const readStore = await readModel(world, pendingProjection);
    const lists = [
      await heldList(world.process(), undefined, 'read'),
      await heldList(world.process(), readStore, 'not-read'),
    ];
    for (const { emails } of lists) {
      expect(emails.map(({ id, scheduledAt }) => [id, scheduledAt])).toEqual([
        [due, null],
        [scheduled, later],
      ]);
    }
  });

  it('goes on or never does, as it is decided: one by one, or all', async () => {
    const [first, second, third] = [await send('ada@one.test'), await send('bob@one.test'), await send('cid@one.test')];
    await restored(world);
    await decide(world, { emails: one(first, 'cancel') });
    await decide(world, { emails: one(second, 'send') });
    const by = await worker();
    expect([await tried(by, second), await tried(by, third)]).toEqual([['delivered'], ['due']]);
    expect(await statuses(world, first)).toEqual(['failed']);
    await decide(world, { emails: all('send') });
    await waitFor(
      () => by.held.isKnown({ emailId: third, generation: 1 }),
      (isKnown) => !isKnown,
    );
    expect(await tried(by, third)).toEqual(['delivered']);
    expect((await heldList(world.process(), undefined, 'read')).emails).toEqual([]);
  });

  it('waits again after another restore', async () => {
    const waited = await send('ada@one.test');
    await restored(world);
    await decide(world, { emails: all('send') });
    await restored(world);
    expect(await tried(await worker(), waited)).toEqual(['due']);
  });

  it('that is scheduled waits where the clock jumps over its time, and no other', async () => {
    const created = { installationId: 'i1', firstTeamId: teamId, keyStoreId: 'k1' };
    const command = { type: 'CreateInstallation', installation: created } as const;
    await handle(world.process(), installation, installationStream, command, provenance);
    const scheduled = await send('ada@one.test', new Date(world.clock.now() + weekMs).toISOString());
    const by = await worker();
    world.clock.setTimeOfDay(world.clock.now() + weekMs + 1_000);
    const now = await send('bob@one.test');
    expect(await tried(by, scheduled)).toEqual(['due']);
    expect(await tried(by, now)).toEqual(['delivered']);
    await waitFor(
      () => world.types(installationStream),
      (types) => types.includes('ClockLeapt'),
    );
    expect(await tried(await worker(), scheduled)).toEqual(['due']);
    expect((await heldList(world.process(), undefined, 'read')).emails).toMatchObject([{ id: scheduled }]);
    await decide(world, { emails: all('send') });
    expect(await tried(await worker(), scheduled)).toEqual(['delivered']);
  });
});

describe('a broadcast of a backup', () => {
  const broadcaster = async (story: BroadcastStory, signal: AbortSignal) => {
    const manager = createBroadcaster(jobPorts(story.world.process()), signal, fail);
    await notes(story.world, manager);
    return manager;
  };
  const acts = async (manager: Awaited<ReturnType<typeof broadcaster>>) => {
    await manager.act();
    await manager.idle();
  };
  const stateOf = async ({ world, id }: BroadcastStory) => (await loadBroadcast(world.process(), id)).state;
  const schedule = async (story: BroadcastStory, inMs: number) => {
    const scheduledAt = new Date(story.world.clock.now() + inMs).toISOString();
    await story.say({ type: 'ScheduleBroadcast', teamId, scheduledAt, content: story.content });
  };

  it('that was scheduled is paused, named, and goes on or is a draft again as it is decided', async () => {
    for (const decision of ['send', 'cancel'] as const) {
      const story = await BroadcastStory.begin();
      await schedule(story, 60_000);
      await restored(story.world);
      expect(await stateOf(story)).toMatchObject({ status: 'scheduled', pausedBecause: 'restored' });
      expect((await heldList(story.world.process(), undefined, 'read')).broadcasts).toMatchObject([
        { id: story.id, name: 'News', status: 'scheduled', recipients: null },
      ]);
      await decide(story.world, { broadcasts: one(story.id, decision) });
      const status = decision === 'send' ? 'scheduled' : 'draft';
      expect(await stateOf(story)).toMatchObject({ status, pausedBecause: null });
    }
  });

  it('that was being sent opens nothing, and its emails that wait are not sent until it is resumed', async () => {
    const story = await BroadcastStory.begin();
    await story.queue();
    await story.freeze(await Promise.all(['ann', 'bob'].map((name) => story.member(`${name}@one.test`))));
    await story.open(0, 0);
    await restored(story.world);
    const stopping = new AbortController();
    await acts(await broadcaster(story, stopping.signal));
    expect(await story.world.streamsWith('EmailAccepted')).toHaveLength(1);
    const emailId = await story.emailId(0, 0);
    const by = delivering(story.world);
    const options = { signal: stopping.signal, onChange: () => undefined, onLeap: () => undefined, onFailure: fail };
    Object.assign(by.ports, { held: await followHeldMail(story.world.process(), options) });
    await by.attempt(await jobFor(story.world, emailId, 'one.test'));
    expect(await statuses(story.world, emailId)).toEqual(['due']);
    const listed = await heldList(story.world.process(), undefined, 'read');
    expect(listed).toMatchObject({ broadcasts: [{ status: 'queued', recipients: 2 }], emails: [] });
    await story.say({ type: 'ResumeBroadcast', teamId });
    await by.attempt(await jobFor(story.world, emailId, 'one.test'));
    expect(await statuses(story.world, emailId)).toEqual(['delivered']);
    stopping.abort();
  });

  it('waits for a person where its time passed long ago, or the clock jumped over it', async () => {
    const late = await BroadcastStory.begin();
    const named = { teamId, name: 'Readers', filter: null, addressHashes: [] };
    const create = { type: 'CreateSegment', segment: named } as const;
    await handle(late.world.process(), segment, streamName('segment', segmentId), create, provenance);
    await schedule(late, 60_000);
    late.world.clock.advance(2 * 3_600_000);
    const stopping = new AbortController();
    await acts(await broadcaster(late, stopping.signal));
    expect(await stateOf(late)).toMatchObject({ status: 'scheduled', pausedBecause: 'time-missed' });
    await late.say({ type: 'ResumeBroadcast', teamId });
    await acts(await broadcaster(late, stopping.signal));
    expect((await stateOf(late))?.pausedBecause).not.toBe('time-missed');

    const leapt = await BroadcastStory.begin();
    await schedule(leapt, weekMs);
    const manager = await broadcaster(leapt, stopping.signal);
    await acts(manager);
    leapt.world.clock.setTimeOfDay(leapt.world.clock.now() + weekMs + 1_000);
    await acts(manager);
    expect(await stateOf(leapt)).toMatchObject({ status: 'scheduled', pausedBecause: 'time-missed' });
    stopping.abort();
  });
});

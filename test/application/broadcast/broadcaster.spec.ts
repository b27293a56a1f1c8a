import { handle } from '../../../src/application/shared/handle.js';
import { categoryOf, type Category, streamName } from '../../../src/domain/shared/stream-name.js';
import { segment } from '../../../src/domain/segment/segment.js';
import { contactsProjection } from '../../../src/projections/contacts/contacts.projection.js';
import { segmentsProjection } from '../../../src/projections/segments/segments.projection.js';
import { readModel } from '../../support/read-model.js';
import { createBroadcaster } from '../../../src/application/broadcast/broadcaster.js';
import { broadcastStream, loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { broadcastId, BroadcastStory, jobPorts, segmentId } from '../../support/broadcasting.js';
import { notes } from '../../support/process-managers.js';
import { waitFor } from '../../support/wait-for.js';
import { context, teamId } from '../../support/world.js';

/** What a process writes of a broadcast, up to the first of its events that is awaited. */
async function untilSaid(story: BroadcastStory, said: readonly string[], ports: Parameters<typeof jobPorts>[1]) {
  const stop = new AbortController();
  const manager = createBroadcaster(jobPorts(story.world.process(), ports), stop.signal, (error) => {
    throw error;
  });
  await notes(story.world, manager);
  await manager.act();
  await waitFor(
    async () => (await story.world.types(broadcastStream(broadcastId))).slice(-said.length),
    (types) => String(types) === String(said),
  );
  return { stop, manager };
}

describe('a broadcast in the middle of which processes end', () => {
  const ends = { quotas: { reserve: () => new Promise(() => undefined) } as never };

  async function twiceEnded(): Promise<BroadcastStory> {
    const story = await BroadcastStory.begin();
    await story.queue();
    await story.freeze([await story.member('ann@one.test')]);
    await untilSaid(story, ['BroadcastFrozen', 'BroadcastBegun'], ends);
    await untilSaid(story, ['BroadcastBegun', 'BroadcastBegun'], ends);
    return story;
  }

  it('is paused where two did, and is tried once more each time that it is resumed', async () => {
    const story = await twiceEnded();
    await untilSaid(story, ['BroadcastBegun', 'BroadcastPaused'], ends);
    await story.say({ type: 'ResumeBroadcast', teamId });
    await untilSaid(story, ['BroadcastResumed', 'BroadcastBegun'], ends);
    await untilSaid(story, ['BroadcastBegun', 'BroadcastPaused'], ends);
    const { state } = await loadBroadcast(story.world.process(), broadcastId);
    expect(state).toMatchObject({ status: 'queued', pausedBecause: 'ended-the-process' });
    expect(await story.world.streamsWith('EmailAccepted')).toEqual([]);
  });

  it('goes on where they stopped in order', async () => {
    const story = await BroadcastStory.begin();
    await story.queue();
    await story.freeze([await story.member('ann@one.test')]);
    for (let round = 0; round < 3; round += 1) {
      const stop = new AbortController();
      const quotas = {
        async reserve() {
          stop.abort();
          throw new Error('stopped');
        },
      } as never;
      const manager = createBroadcaster(jobPorts(story.world.process(), { quotas }), stop.signal, () => undefined);
      await notes(story.world, manager);
      await manager.act();
      await manager.idle();
    }
    const types = await story.world.types(broadcastStream(broadcastId));
    expect(types.slice(-6)).toEqual(Array.from({ length: 3 }, () => ['BroadcastBegun', 'BroadcastLeft']).flat());
  });
});

describe('a broadcast that goes on after a crash', () => {
  it('takes quota for those who have no email yet, and for no other', async () => {
    const story = await BroadcastStory.begin();
    await story.queue();
    await story.freeze(await Promise.all(['ann', 'bob', 'cid'].map((name) => story.member(`${name}@one.test`))));
    await story.open(0, 0, 1);
    const ports = story.world.process();
    const reserved: (readonly [string, number])[] = [];
    const stop = new AbortController();
    const manager = createBroadcaster(
      jobPorts(ports, {
        quotas: {
          async reserve(team: string, recipients: number) {
            reserved.push([team, recipients]);
            return { release: async () => undefined };
          },
        } as never,
      }),
      stop.signal,
      (error) => {
        throw error;
      },
    );
    await notes(story.world, manager);
    await manager.act();
    await waitFor(
      () => story.world.streamsWith('AudienceOpened'),
      ({ length }) => length === 1,
    );
    stop.abort();
    await manager.idle();
    expect(reserved).toEqual([[teamId, 1]]);
  });
});

describe('a broadcast that one process freezes and opens', () => {
  it('reads the stream of each member three times, the last time for who was erased, and of its email never', async () => {
    const members = 20;
    const story = await BroadcastStory.begin();
    for (let each = 0; each < members; each += 1) await story.member(`m${each}@one.test`);
    const { store, ...own } = story.world.process();
    const named = { teamId, name: 'Readers', filter: null, addressHashes: [] };
    const create = { type: 'CreateSegment', segment: named } as const;
    await handle({ ...own, store }, segment, streamName('segment', segmentId), create, { context, region: null });
    await story.queue();
    const readStore = await readModel(story.world, contactsProjection);
    await readModel(story.world, segmentsProjection, readStore);
    const reads = new Map<Category, number>();
    const counting = Object.create(store, {
      readStream: {
        value: async (...asked: Parameters<typeof store.readStream>) => {
          const category = categoryOf(asked[0]);
          reads.set(category, (reads.get(category) ?? 0) + 1);
          return store.readStream(...asked);
        },
      },
    }) as typeof store;
    const stop = new AbortController();
    const ports = jobPorts({ ...own, store: counting }, { readStore });
    const manager = createBroadcaster(ports, stop.signal, (error) => {
      throw error;
    });
    await notes(story.world, manager);
    await manager.act();
    await waitFor(
      () => story.world.streamsWith('AudienceOpened'),
      ({ length }) => length === 1,
    );
    stop.abort();
    await manager.idle();
    expect(await story.world.streamsWith('EmailAccepted')).toHaveLength(members);
    expect(Object.fromEntries(reads)).toMatchObject({ contact: 3 * members });
    expect(reads.get('email') ?? 0).toBe(0);
  });
});

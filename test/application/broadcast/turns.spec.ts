import { Job } from '../../../src/application/broadcast/broadcast-job.js';
import { BegunJobs } from '../../../src/application/shared/begun-jobs.js';
import type { Step } from '../../../src/application/shared/job-loop.js';
import { audienceStream, loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import { fatesIn, proofOf } from '../../../src/application/broadcast/proof.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { broadcastId, BroadcastStory, jobPorts } from '../../support/broadcasting.js';
import { teamId } from '../../support/world.js';

const hourMs = 3_600_000;
const window = {
  ...{ add: () => undefined, room: () => 1_000, holds: () => false },
  ...{ watch: async () => undefined, settle: async () => undefined },
};

let story: BroadcastStory;
/** The streams that were read since it was emptied. */
let read: string[];

beforeEach(async () => {
  story = await BroadcastStory.begin();
  read = [];
});

const inHours = (hours: number) => new Date(story.world.clock.now() + hours * hourMs).toISOString();
const members = (...turns: readonly (string | undefined)[]) =>
  Promise.all(
    turns.map(async (opensAt, index) => {
      const member = await story.member(`r${index}-${opensAt ?? 'now'}@one.test`.replaceAll(/[:.]/g, ''));
      return { ...member, ...(opensAt === undefined ? {} : { opensAt }) };
    }),
  );

/** The broadcast as a process has it that has just begun. */
function begun() {
  const own = story.world.process();
  const ports = jobPorts(own, {
    store: Object.assign(Object.create(own.store) as typeof own.store, {
      readStream: (...asked: Parameters<typeof own.store.readStream>) => {
        read.push(asked[0]);
        return own.store.readStream(...asked);
      },
    }),
  });
  const job = new Job(ports, broadcastId, new BegunJobs());
  return { job, step: () => job.step(window as unknown as OpenWindow) };
}

/** Steps until it has to wait, or is done. */
async function on({ step }: ReturnType<typeof begun>): Promise<Step> {
  for (;;) {
    const said = await step();
    if (said !== 'more') return said;
  }
}

/** By chunk: the numbers of those who have an email. */
async function opened(): Promise<readonly (readonly number[])[]> {
  const found: number[][] = [];
  const ports = story.world.process();
  const { state } = await loadBroadcast(ports, broadcastId);
  if (state === null) throw new Error('there is no broadcast');
  for await (const { chunk, member, emailId } of fatesIn(ports, broadcastId, state)) {
    const chunkMembers = (found[chunk] ??= []);
    if (emailId !== null) chunkMembers.push(member);
  }
  return found;
}

const proof = async () => (await proofOf(story.world.process(), broadcastId))?.proof;
const eventsOf = async (chunk: number) =>
  (await story.world.events(audienceStream(broadcastId, chunk))).map(({ event }) => event.type);

describe('a broadcast with turns', () => {
  it('opens each turn over all chunks when its moment has come, and those that wait are not missing', async () => {
    await story.queue();
    const [soon, later] = [inHours(1), inHours(5)];
    await story.freeze(await members(later, undefined, soon), await members(soon, later));
    const job = begun();
    expect([await on(job), await opened()]).toEqual(['later', [[1], []]]);
    expect(await proof()).toMatchObject({ planned: 5, waiting: 5, missing: 0 });
    story.world.clock.advance(hourMs);
    expect([await on(job), await opened()]).toEqual(['later', [[1, 2], [0]]]);
    story.world.clock.advance(4 * hourMs);
    expect([await on(job), await opened()]).toEqual([
      'done',
      [
        [0, 1, 2],
        [0, 1],
      ],
    ]);
    expect(await eventsOf(0)).toEqual(['AudienceFrozen', 'AudienceTurnOpened', 'AudienceTurnOpened', 'AudienceOpened']);
    expect(await proof()).toMatchObject({ status: 'sent', planned: 5, waiting: 5, missing: 0 });
  });

  it('goes on after a crash where it was, and looks for no email of a turn that was noted', async () => {
    await story.queue();
    const soon = inHours(1);
    await story.freeze(await members(undefined, soon, soon), await members(undefined, soon));
    await on(begun());
    const early = [streamName('email', await story.emailId(0, 0)), streamName('email', await story.emailId(1, 0))];
    story.world.clock.advance(hourMs);
    // It ends between the email of a member and the note of the turn.
    await story.open(0, 1);
    read = [];
    expect(await on(begun())).toBe('done');
    expect(read.filter((stream) => early.includes(stream as never))).toEqual([]);
    expect(await opened()).toEqual([
      [0, 1, 2],
      [0, 1],
    ]);
    expect(await story.world.streamsWith('EmailAccepted')).toHaveLength(5);
  });

  it('keeps to the pace from one turn to the next, also after a restart', async () => {
    await story.queue();
    const soon = new Date(story.world.clock.now() + 90_000).toISOString();
    // The first of the second turn is behind those of the first in the chunk.
    await story.freeze(await members(soon, undefined, undefined));
    await story.say({ type: 'SetPolicy', teamId, changes: { pacePerHour: 60 } });
    await on(begun());
    story.world.clock.advance(60_000);
    await on(begun());
    story.world.clock.advance(30_000);
    expect([await on(begun()), await opened()]).toEqual(['later', [[1, 2]]]);
    story.world.clock.advance(30_000);
    expect([await on(begun()), await opened()]).toEqual(['done', [[0, 1, 2]]]);
  });

  it('is canceled between two turns: who has no email gets none', async () => {
    await story.queue();
    await story.freeze(await members(undefined, inHours(1)));
    const job = begun();
    await on(job);
    await story.say({ type: 'CancelBroadcast', teamId });
    job.job.wake();
    await on(job);
    story.world.clock.advance(hourMs);
    await on(begun());
    expect(await opened()).toEqual([[0]]);
    expect(await proof()).toMatchObject({ skipped: { canceled: 2 }, missing: 0 });
  });

  it('is written as ever where all are opened at once', async () => {
    await story.queue();
    await story.freeze(await members(undefined, undefined));
    await on(begun());
    expect(await eventsOf(0)).toEqual(['AudienceFrozen', 'AudienceOpened']);
  });
});

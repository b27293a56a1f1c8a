import { Job } from '../../../src/application/broadcast/broadcast-job.js';
import { nextTurn } from '../../../src/application/shared/delay.js';
import { BegunJobs } from '../../../src/application/shared/begun-jobs.js';
import { loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import { WarmUpDays } from '../../../src/application/broadcast/warm-up-days.js';
import { idOf } from '../../../src/domain/shared/stream-name.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { broadcastResultsProjection } from '../../../src/projections/broadcast-results/broadcast-results.projection.js';
import { sendingHealthProjection } from '../../../src/projections/sending-health/sending-health.projection.js';
import { broadcastId, BroadcastStory, jobPorts } from '../../support/broadcasting.js';
import { sumsOf } from '../../support/projection-spec.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { teamId } from '../../support/world.js';

const dayMs = 86_400_000;

let story: BroadcastStory;
let readStore: MemoryReadStore;
/** Those to whom something happened. */
let members: object[];

beforeEach(async () => {
  story = await BroadcastStory.begin();
  readStore = new MemoryReadStore();
  members = [];
});

async function sendTo(count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `r${index}@one.test`);
  await story.queue();
  await story.freeze(await Promise.all(names.map((name) => story.member(name))));
}

/** The broadcast as a process has it that has just begun. */
function begun() {
  const own = story.world.process();
  const ports = jobPorts(own, { readStore });
  const jobs = new BegunJobs();
  const job = new Job(ports, broadcastId, jobs);
  const window = new OpenWindow(ports);
  return {
    job,
    /** The first of its work only says that it begins. */
    async step() {
      const wasBegun = jobs.has(broadcastId);
      const first = await job.step(window);
      const said = wasBegun || !jobs.has(broadcastId) ? first : await job.step(window);
      // What a step begins to write is written beside the next.
      await nextTurn();
      return said;
    },
  };
}

const opened = async () => (await story.world.streamsWith('EmailAccepted')).length;
const pausedBecause = async () => (await loadBroadcast(story.world.process(), broadcastId)).state?.pausedBecause;

const positionAt = (number: number): Position => String(number).padStart(20, '0') as Position;

/** So many members to whom an attempt was made. */
async function happened(from: number, count: number, result: 'delivered' | 'bounced_permanent'): Promise<void> {
  const hits = { people: 0, machines: 0 };
  const changes = Array.from({ length: count }, (_, index) => {
    const id = `email-${String(from + index).padStart(6, '0')}`;
    const member = {
      ...{ kind: 'member' as const, id, broadcastId, contactId: id, address: null, sent: true, result, reason: null },
      ...{ group: null, complained: false, opens: hits, clicks: hits, links: [] },
    };
    return { id, position: positionAt(from + index + 1), document: { ...member, tokens: [] } };
  });
  members.push(...changes.map(({ document }) => document));
  const sums = [...sumsOf(broadcastResultsProjection, members)];
  const position = positionAt(from + count);
  const counted = sums.map(([id, document]) => ({ id, position, document }));
  await readStore.apply(shapeOf(broadcastResultsProjection), [...counted, ...changes], position);
}

describe('the pace of a broadcast', () => {
  it('holds across a restart, and another counts at once', async () => {
    await sendTo(5);
    await story.say({ type: 'SetPolicy', teamId, changes: { pacePerHour: 60 } });
    const first = begun();
    expect([await first.step(), await first.step(), await opened()]).toEqual(['more', 'later', 1]);
    story.world.clock.advance(59_000);
    expect([await first.step(), await begun().step(), await opened()]).toEqual(['later', 'later', 1]);
    story.world.clock.advance(1_000);
    const second = begun();
    // The first is there already.
    expect([await second.step(), await second.step(), await second.step()]).toEqual(['more', 'more', 'later']);
    expect(await opened()).toBe(2);
    await story.say({ type: 'SetPolicy', teamId, changes: { pacePerHour: null } });
    second.job.wake();
    expect([await second.step(), await opened()]).toEqual(['more', 5]);
  });
});

describe('a rate that is too high', () => {
  it('pauses the broadcast, and once a person resumed it counts from there', async () => {
    await sendTo(120);
    await happened(0, 94, 'delivered');
    await happened(94, 6, 'bounced_permanent');
    const { job, step } = begun();
    await step();
    expect([await opened(), await pausedBecause()]).toEqual([0, 'bounce-rate']);
    expect(await step()).toBe('later');
    await story.say({ type: 'ResumeBroadcast', teamId });
    job.wake();
    story.world.clock.advance(5_000);
    await step();
    expect([await opened(), await pausedBecause()]).toEqual([10, null]);
    await happened(100, 100, 'bounced_permanent');
    await step();
    expect([await opened(), await pausedBecause()]).toEqual([20, null]);
    story.world.clock.advance(5_000);
    await step();
    expect([await opened(), await pausedBecause()]).toEqual([20, 'bounce-rate']);
  });

  it('does not where the policy allows it', async () => {
    await sendTo(10);
    await story.say({ type: 'SetPolicy', teamId, changes: { mostBounced: 1 } });
    await happened(0, 100, 'bounced_permanent');
    await begun().step();
    expect([await opened(), await pausedBecause()]).toEqual([10, null]);
  });
});

describe('the warm-up of a domain', () => {
  const warmUp = { startPerDay: 4, factor: 2, mostDeferred: 0.5 };

  async function sentOn(daysAgo: number, count: number, deferred: boolean): Promise<void> {
    const [domainId = ''] = (await story.world.streamsWith('DomainCreated')).map(idOf);
    const at = new Date(story.world.clock.now() - daysAgo * dayMs).toISOString();
    const changes = Array.from({ length: count }, (_, index) => {
      const id = `old-${daysAgo}-${index}`;
      const recipient = { group: null, deferred, result: null, deliveredMs: null, tls: null, complained: false };
      const document = { id, teamId, domainId, at, oneClick: null, recipients: [recipient] };
      return { id, position: String(1_000 - daysAgo * 10 + index).padStart(20, '0') as Position, document };
    });
    await readStore.apply(shapeOf(sendingHealthProjection), changes, changes.at(-1)?.position);
  }

  it('lets out what the day has left, and goes on the day after', async () => {
    await sendTo(10);
    await story.say({ type: 'SetPolicy', teamId, changes: { warmUp } });
    await sentOn(0, 1, false);
    const { step } = begun();
    expect([await step(), await step(), await opened()]).toEqual(['more', 'later', 3]);
    // The clock of these worlds begins at 10:00.
    story.world.clock.advance(14 * 3_600_000);
    expect([await step(), await opened()]).toEqual(['more', 7]);
  });

  it('counts every email of the domain, and what receivers deferred', async () => {
    const [domainId = ''] = (await story.world.streamsWith('DomainCreated')).map(idOf);
    const most = async () =>
      (await new WarmUpDays({ ...story.world.process(), readStore }).room({ teamId, domainId, warmUp })).most;
    expect(await most()).toBe(4);
    await sentOn(2, 4, false);
    expect(await most()).toBe(8);
    await sentOn(1, 8, true);
    expect(await most()).toBe(8);
    await sentOn(0, 3, false);
    expect(await most()).toBe(5);
  });
});

it('says what keeps a scheduled one from being sent', async () => {
  const { state } = await loadBroadcast(story.world.process(), broadcastId);
  if (state === null) throw new Error('there is a draft');
  await story.say({
    type: 'ScheduleBroadcast',
    teamId,
    scheduledAt: '2026-03-01T00:00:00.000Z',
    content: state.content,
  });
  await begun().step();
  expect(await pausedBecause()).toBe('segment-deleted');
});

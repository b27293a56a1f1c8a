import { Job } from '../../../src/application/broadcast/broadcast-job.js';
import { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import { BegunJobs } from '../../../src/application/shared/begun-jobs.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { broadcastId, BroadcastStory, jobPorts } from '../../support/broadcasting.js';
import { delivering, jobFor } from '../../support/delivering.js';
import { teamId } from '../../support/world.js';

const gone = 'ann@one.test';

let story: BroadcastStory;
beforeEach(async () => {
  story = await BroadcastStory.begin();
  await story.queue();
  await story.freeze([await story.member(gone), await story.member('bob@one.test')]);
});

/** Once the contacts were read and before the emails are appended. */
function beforeAppend(happens: () => Promise<unknown>): void {
  const { store } = story.world;
  const append = store.appendEach.bind(store);
  store.appendEach = async (appends) => {
    store.appendEach = append;
    await happens();
    return append(appends);
  };
}

/** A process takes the broadcast up, until nothing of it can go on at once. */
async function goesOn(): Promise<void> {
  const ports = jobPorts(story.world.process());
  const [job, window] = [new Job(ports, broadcastId, new BegunJobs()), new OpenWindow(ports)];
  for (let step = await job.step(window); step === 'more'; ) step = await job.step(window);
}

/** As a process leaves it that is killed right after its append. */
const killedAfterAppend = () => story.open(0, 0, 1);

const endOf = async (member: number) => {
  const { world } = story;
  const stream = streamName('email', await story.emailId(0, member));
  const events = (await world.events(stream)).map(({ event }) => event);
  const kids = events.flatMap((event) => (event.type === 'EmailAccepted' ? [event.data.body.kid] : []));
  const opening = await world.store.readStream(stream, { limit: 1 });
  const states = await world.keys.getMany([...new Set([...kids, ...world.codec.kids(opening)])]);
  const says = events.map((event) => (event.type === 'EmailFailed' ? `failed: ${event.data.reason}` : event.type));
  return { says, keys: [...states.values()].map(({ state }) => state) };
};
const erased = { says: ['EmailAccepted', 'failed: erased'], keys: ['destroyed', 'destroyed'] };
const untouched = { says: ['EmailAccepted'], keys: ['present', 'present'] };

describe('who is erased after a broadcast looked at the contact, and before the email is in the log', () => {
  it('has nothing of that email left, and is not sent it', async () => {
    beforeAppend(() => story.erase(gone));
    await goesOn();
    expect([await endOf(0), await endOf(1)]).toEqual([erased, untouched]);
  });

  it('nor where the contact was deleted in this moment, and the person erased after it', async () => {
    beforeAppend(async () => {
      const [member] = (await story.chunk(0)).state.frozen.members;
      await story.deleteContact(member?.contactId ?? '', 'request');
      await story.erase(gone);
    });
    await goesOn();
    expect(await endOf(0)).toEqual(erased);
  });

  it('is looked for again where the process was killed before it looked', async () => {
    beforeAppend(() => story.erase(gone));
    await killedAfterAppend();
    expect(await endOf(0)).toEqual(untouched);
    await goesOn();
    expect([await endOf(0), await endOf(1)]).toEqual([erased, untouched]);
  });

  it.each([
    { type: 'PauseBroadcast', teamId, because: 'person' },
    { type: 'CancelBroadcast', teamId },
  ] as const)('is looked for again, also after $type', async (command) => {
    beforeAppend(() => story.erase(gone));
    await killedAfterAppend();
    await story.say(command);
    await goesOn();
    expect(await endOf(0)).toEqual(erased);
  });

  it('is looked for again where that look failed, and the step is counted once', async () => {
    const { keys } = story.world;
    const destroy = keys.destroy.bind(keys);
    beforeAppend(async () => {
      await story.erase(gone);
      keys.destroy = async () => {
        keys.destroy = destroy;
        throw new Error('the vault is away');
      };
    });
    await expect(goesOn()).rejects.toThrow('the vault is away');
    await goesOn();
    expect([await endOf(0), await endOf(1)]).toEqual([erased, untouched]);
    expect((await story.chunk(0)).state.opened).toEqual({ emails: 2, skipped: [] });
  });

  it('is not sent it where the delivery was sooner than that look', async () => {
    beforeAppend(() => story.erase(gone));
    const { emailIds } = await killedAfterAppend();
    const worker = delivering(story.world);
    for (const emailId of emailIds) await worker.attempt(await jobFor(story.world, emailId, 'one.test'));
    expect(worker.transport.transactions).toHaveLength(1);
    expect((await endOf(0)).says).toEqual(erased.says);
  });
});

it('what is still there of an email is looked at once: nothing is erased twice', async () => {
  await killedAfterAppend();
  await story.erase(gone);
  const before = (await story.world.streamsWith('ErasureRequested')).length;
  await goesOn();
  expect((await story.world.streamsWith('ErasureRequested')).length).toBe(before);
});

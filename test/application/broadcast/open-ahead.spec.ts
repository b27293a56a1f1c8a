import { Job } from '../../../src/application/broadcast/broadcast-job.js';
import { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import { BegunJobs } from '../../../src/application/shared/begun-jobs.js';
import { nextTurn } from '../../../src/application/shared/delay.js';
import { broadcastId, BroadcastStory, jobPorts } from '../../support/broadcasting.js';

/** What one step opens. */
const together = 10;

async function begin(members: number) {
  const story = await BroadcastStory.begin();
  await story.queue();
  const names = Array.from({ length: members }, (_, index) => `r${index}@one.test`);
  await story.freeze(await Promise.all(names.map((name) => story.member(name))));
  const ports = jobPorts(story.world.process());
  const window = new OpenWindow(ports);
  const job = new Job(ports, broadcastId, new BegunJobs());
  const step = () => job.step(window);
  // It only says that it begins.
  await step();
  const opened = async () => (await story.world.streamsWith('EmailAccepted')).length;
  return { store: story.world.store, vault: story.world.keys, step, opened, window };
}

describe('emails of a broadcast', () => {
  it('are prepared while those of the step before are written, and written after them', async () => {
    const { store, step, opened } = await begin(2 * together + 1);
    const [append, read] = [store.appendEach.bind(store), store.readStreams.bind(store)];
    let [release, asked] = [() => undefined as void, 0];
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.appendEach = async (appends) => {
      await released;
      return append(appends);
    };
    store.readStreams = (streams) => {
      asked += 1;
      return read(streams);
    };
    expect([await step(), asked, await opened()]).toEqual(['more', 1, 0]);
    const second = step();
    await nextTurn();
    expect([asked, await opened()]).toEqual([2, 0]);
    release();
    expect([await second, (await opened()) >= together]).toEqual(['more', true]);
    expect([await step(), await opened()]).toEqual(['more', 2 * together + 1]);
  });

  it('are opened by a later step where they could not be written', async () => {
    const { vault, step, opened, window } = await begin(together + 1);
    const whole = window.room();
    const create = vault.createRow.bind(vault);
    vault.createRow = () => Promise.reject(new Error('the disk is full'));
    expect(await step()).toBe('more');
    await nextTurn();
    vault.createRow = create;
    await expect(step()).rejects.toThrow('the vault could not be written');
    expect([await opened(), window.room()]).toEqual([0, whole]);
    for (let steps = 0; steps < 3; steps += 1) await step();
    expect(await opened()).toBe(together + 1);
  });
});

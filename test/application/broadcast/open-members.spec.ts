import { streamName } from '../../../src/domain/shared/stream-name.js';
import { BroadcastStory } from '../../support/broadcasting.js';

let story: BroadcastStory;
beforeEach(async () => {
  story = await BroadcastStory.begin();
  await story.queue();
});

const present = async () => {
  const { created } = story.world.keys;
  const kids = created.flatMap(({ row, anchor }) => (anchor.startsWith('audience-') ? [`${row}.0`, `${row}.1`] : []));
  const states = await story.world.keys.getMany(kids as never);
  return [...states.values()].map(({ state }) => state);
};

/** Prepared, and cut off before anything of it is in the log. */
async function cutOff(...numbers: readonly number[]): Promise<void> {
  const { store } = story.world;
  const append = store.append.bind(store);
  store.append = () => Promise.reject(new Error('killed'));
  await expect(story.open(0, ...numbers)).rejects.toThrow('killed');
  store.append = append;
}

describe('what a crash leaves between preparing an email and its event', () => {
  it('is used by whoever goes on: the keys are made once', async () => {
    await story.freeze([await story.member('ann@one.test')]);
    await cutOff(0);
    await story.open(0, 0);
    expect(await present()).toEqual(['present', 'present']);
    const [opened] = await story.world.events(streamName('email', await story.emailId(0, 0)));
    expect(opened?.event.data).toMatchObject({ recipients: [{ mailbox: { value: { address: 'ann@one.test' } } }] });
  });

  it.each(['erasure', 'request'] as const)('is destroyed where the contact was deleted since: %s', async (because) => {
    const member = await story.member('ann@one.test');
    await story.freeze([member]);
    await cutOff(0);
    await story.deleteContact(member.contactId, because);
    const reason = because === 'erasure' ? 'erased' : 'deleted';
    expect((await story.open(0, 0)).skipped).toEqual([{ member: 0, reason }]);
    expect(await present()).toEqual(['destroyed', 'destroyed']);
  });
});

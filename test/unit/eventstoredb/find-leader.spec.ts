import { findLeader } from '../../../src/infrastructure/event-store/eventstoredb/find-leader.js';
import { type Place, placeName } from '../../../src/infrastructure/event-store/eventstoredb/log-address.js';
import type { Member } from '../../../src/infrastructure/event-store/eventstoredb/members.js';

const [one, two, three] = [1, 2, 3].map((port): Place => ({ host: 'log', port })) as [Place, Place, Place];
const alias: Place = { host: '127.0.0.1', port: 1 };

/** All three, as one that names this leader sees them. */
const naming = (leader: Place | undefined): readonly Member[] =>
  [one, two, three].map((place) => ({ place, leads: place === leader, isReadOnly: false }));

const hangs = new Promise<never>(() => undefined);
const isSilent = () => Promise.reject(new Error('silent'));

/** Who is asked answers so; an answer that is missing has run into its time limit. */
function answering(answers: Readonly<Record<string, () => Promise<readonly Member[]>>>) {
  const asked: string[] = [];
  const ask = (place: Place) => {
    asked.push(placeName(place));
    return (answers[placeName(place)] ?? isSilent)();
  };
  return { asked, ask };
}

describe('the leader of a cluster', () => {
  it('is whom most name and who says so itself, and nobody is waited for then', async () => {
    const { ask } = answering({
      'log:1': () => hangs,
      'log:2': async () => naming(two),
      'log:3': async () => naming(two),
    });
    expect((await findLeader([one, two, three], ask)).leader).toEqual(two);
  });

  it('is none while the others name one that answers no more', async () => {
    const { ask } = answering({ 'log:2': async () => naming(one), 'log:3': async () => naming(one) });
    expect(await findLeader([one, two, three], ask)).toEqual({ leader: undefined, members: naming(one).map(seen) });
  });

  it('is the one that says so itself where another still names the one before', async () => {
    const { ask } = answering({ 'log:2': async () => naming(two), 'log:3': async () => naming(one) });
    expect((await findLeader([one, two, three], ask)).leader).toEqual(two);
  });

  it('is whom most name where two say so themselves, under however many names one of them is asked', async () => {
    const { ask } = answering({
      '127.0.0.1:1': async () => naming(one),
      'log:1': async () => naming(one),
      'log:2': async () => naming(two),
      'log:3': async () => naming(two),
    });
    expect((await findLeader([alias, one, two, three], ask)).leader).toEqual(two);
  });

  it('is found through one name, by asking whom its answer names', async () => {
    const { ask, asked } = answering({ '127.0.0.1:1': async () => naming(three), 'log:3': async () => naming(three) });
    expect((await findLeader([alias], ask)).leader).toEqual(three);
    expect(asked).toEqual(['127.0.0.1:1', 'log:1', 'log:2', 'log:3']);
  });

  it('is none where nobody answers', async () => {
    expect(await findLeader([one, two], isSilent)).toEqual({ leader: undefined, members: [] });
  });
});

/** The member, where several spoke of it as was said last. */
const seen = (member: Member): unknown => expect.objectContaining({ place: member.place });

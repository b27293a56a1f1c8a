import { createBroadcaster } from '../../../src/application/broadcast/broadcaster.js';
import { BroadcastStory, jobPorts } from '../../support/broadcasting.js';
import { notes } from '../../support/process-managers.js';
import { waitFor } from '../../support/wait-for.js';
import { teamId } from '../../support/world.js';

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

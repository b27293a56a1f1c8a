import { jest } from '@jest/globals';
import { usesOf } from '../../src/application/in-use/uses.js';
import { broadcastsProjection } from '../../src/projections/broadcasts/broadcasts.projection.js';
import { broadcastId, BroadcastStory } from '../support/broadcasting.js';
import { readModel } from '../support/read-model.js';
import { idAt } from '../support/recorded-events.js';
import { ownWrites, teamId } from '../support/world.js';

const property = { kind: 'property', id: 'p1', key: 'city' } as const;

/** Drafts that say the same, of which each takes so many bytes. */
async function draftsOf(sizes: readonly number[]) {
  const story = await BroadcastStory.begin('<p>{{{contact.city}}}</p>');
  const store = await readModel(story.world, broadcastsProjection);
  const draft = (await store.get(broadcastsProjection, broadcastId)) as { readonly content: object };
  const documents = sizes.map((sizeBytes, index) => {
    const id = idAt(index);
    return { id, position: '1', document: { ...draft, id, content: { ...draft.content, sizeBytes } } };
  });
  const readStore = {
    list: async ({ name }: { readonly name: string }, { equals }: { readonly equals: object }) => ({
      documents: name === broadcastsProjection.name && 'status' in equals && equals.status === 'draft' ? documents : [],
      hasMore: false,
    }),
  };
  const ports = story.world.process();
  const opened = jest.spyOn(ports.blobs, 'get');
  return { ports: { ...ports, readStore: readStore as never, ownWrites }, opened };
}

it('what names a property is looked for in so much of contents, and no more', async () => {
  const { ports, opened } = await draftsOf([8_000_000, 8_000_000, 8_000_000, 8_000_000]);
  await usesOf(ports, teamId, property);
  expect(opened).toHaveBeenCalledTimes(2);
});

import { changeBroadcast } from '../../../src/application/broadcast/broadcasts.js';
import { loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { versionsIn } from '../../../src/application/broadcast/versions-in.js';
import type { WrittenDocument } from '../../../src/domain/template/content.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';
import { pageHeadOf } from '../../../src/infrastructure/html/page-head.js';
import { readContent } from '../../../src/infrastructure/http/content-reading/read-content.js';
import { broadcastsProjection } from '../../../src/projections/broadcasts/broadcasts.projection.js';
import { broadcastId, BroadcastStory } from '../../support/broadcasting.js';
import { noDiskLimit } from '../../support/no-disk-limit.js';
import { readModel } from '../../support/read-model.js';
import { idAt } from '../../support/recorded-events.js';
import { context, ownWrites } from '../../support/world.js';

const person = { ...context, actor: { kind: 'user', id: idAt(70) } } as const;
const document: WrittenDocument = {
  schema: 'posthorn.broadcast',
  version: 1,
  doc: { type: 'doc', content: [] },
  style: {},
};
const reading = {
  textOf: (html: string) => Promise.resolve(html),
  placesOf: async (html: string) => findPlaces(html),
  headOf: async (html: string) => pageHeadOf(html),
  readContent: (html: string) => Promise.resolve(readContent(html)),
};

it('a save goes on with the version that its writer names, where the same one is written on', async () => {
  const story = await BroadcastStory.begin();
  const readStore = await readModel(story.world, broadcastsProjection);
  const ports = { ...story.world.process(), readStore, ownWrites, disk: noDiskLimit };
  const save = async (html: string, more: object = {}, by: typeof person | typeof context = person, from?: number) => {
    const settings = { html, ...more };
    const written = await changeBroadcast(ports, {
      ...{ context: by, broadcastId, settings, reading },
      revision: from,
    });
    expect(written).not.toHaveProperty('refused');
  };
  await save('<p>a</p>', { document }, person, 1);
  await save('<p>ab</p>', { document }, person, 2);
  await save('<p>abc</p>', { document }, person);
  await save('<p>abcd</p>', { document }, context, 4);
  await save('<p>abcde</p>', { document, subject: 'Other' }, person, 5);
  await save('<p>f</p>', {}, person, 6);
  await save('<p>fg</p>', {}, person, 7);
  const { events } = await loadBroadcast(ports, broadcastId);
  expect(versionsIn(events).map(({ goesOn }) => goesOn)).toEqual([
    false,
    // Html was there before, and a document is now.
    false,
    true,
    // Whatever was there; by a program; another subject; by hand in place of the editor.
    ...[false, false, false, false],
    true,
  ]);
});

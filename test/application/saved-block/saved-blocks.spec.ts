import { jest } from '@jest/globals';
import { ofOldBlocks } from '../../../src/application/broadcast/review-tags.js';
import {
  ChangeSavedBlock,
  CreateSavedBlock,
  DeleteSavedBlock,
} from '../../../src/application/saved-block/saved-blocks.js';
import type { WrittenDocument } from '../../../src/domain/template/content.js';
import { savedBlocksProjection } from '../../../src/projections/saved-blocks/saved-blocks.projection.js';
import { readModel } from '../../support/read-model.js';
import { context, ownWrites, teamId, useWorld, world } from '../../support/world.js';

type Node = WrittenDocument['doc'];
const documentOf = (...content: readonly Node[]): WrittenDocument => ({
  ...{ schema: 'posthorn.broadcast', version: 1 },
  ...{ doc: { type: 'doc', content }, style: {} },
});
const line = (text: string): Node => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const synced = (blockId: string, version: number): Node => ({ type: 'savedBlock', attrs: { blockId, version } });
const inColumns = (...content: readonly Node[]): Node => ({ type: 'columns', content: [{ type: 'column', content }] });

const portsOf = async () => ({
  ...{
    ...world.process(),
    ownWrites,
    disk: { claim: async () => ({ add: async () => undefined, end: () => undefined }) },
  },
  readStore: await readModel(world, savedBlocksProjection),
});
async function create(document = documentOf(line('One'))) {
  const created = CreateSavedBlock.start(await portsOf());
  return created.run({ context, name: 'Header', isSynced: true, document });
}
async function made(): Promise<string> {
  const created = await create();
  if ('refused' in created) throw new Error(created.refused);
  return created.id;
}
async function change(savedBlockId: string, text: string, version?: number) {
  const asked = { context, savedBlockId, name: undefined, document: documentOf(line(text)), version };
  return ChangeSavedBlock.start(await portsOf()).run(asked);
}
const blobs = async () => (await world.vault.entries('blob', '', 100)).length;

describe('a saved block', () => {
  useWorld();

  it('has nothing that follows another, and no footer, in its columns either', async () => {
    for (const inside of [synced('x', 1), { type: 'footer' }]) {
      expect(await create(documentOf(line('One'), inColumns(inside)))).toEqual({ refused: 'unfit-block' });
    }
  });

  it('keeps the blocks that it has and those before them, however often it is changed', async () => {
    const id = await made();
    for (const text of ['Two', 'Three', 'Four', 'Five']) expect(await change(id, text)).toEqual({ id });
    expect(await blobs()).toBe(2);
    // Somebody else began with an older version.
    expect(await change(id, 'Late', 1)).toEqual({ refused: 'changed' });
    expect(await blobs()).toBe(2);
    await DeleteSavedBlock.start(await portsOf()).run({ context, savedBlockId: id });
    expect(await blobs()).toBe(0);
  });

  it('is looked for once, whatever an email says that it follows', async () => {
    const id = await made();
    await change(id, 'Two');
    const others = Array.from({ length: 50 }, (_, index) => synced(`none of ${index}`, 1));
    const ports = await portsOf();
    const read = jest.spyOn(world.store, 'readStream');
    const found = await ofOldBlocks(ports, teamId, { document: documentOf(synced(id, 1), ...others) });
    expect([found.length, read.mock.calls.length]).toEqual([1, 0]);
    expect(await ofOldBlocks(ports, teamId, { document: documentOf(synced(id, 2)) })).toEqual([]);
  });
});

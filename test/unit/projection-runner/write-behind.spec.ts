import type { DocumentShape } from '../../../src/application/ports/read-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { SeenIds } from '../../../src/infrastructure/projection-runner/seen-ids.js';
import { WriteBehind } from '../../../src/infrastructure/projection-runner/write-behind.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { idAt } from '../../support/recorded-events.js';
import { waitFor } from '../../support/wait-for.js';

const { jest } = import.meta;

const notes: DocumentShape = { name: 'notes', version: 1, fields: {}, indexes: [] };
const at = (position: number) => String(position).padStart(20, '0') as Position;
const note = (id: string, position: number) => ({ id, position: at(position), document: { id, position } });

/** Each write waits until it is let through, and each read is noted. */
class HeldReadStore extends MemoryReadStore {
  readonly asked: (readonly string[])[] = [];
  readonly held: { go(): void; fail(error: Error): void }[] = [];

  override getMany<Document extends object>(shape: DocumentShape<Document>, ids: readonly string[]) {
    this.asked.push(ids);
    return super.getMany(shape, ids);
  }

  override async apply(...args: Parameters<MemoryReadStore['apply']>): Promise<void> {
    await new Promise<void>((go, fail) => this.held.push({ go, fail }));
    await super.apply(...args);
  }
}

let readStore: HeldReadStore;
const open = (startsEmpty: boolean, writtenTogether = 1, heldBack = 0) =>
  new WriteBehind({ readStore, shape: notes, startsEmpty, writtenTogether, heldBack });

beforeEach(() => {
  readStore = new HeldReadStore();
});

async function settledBySecondWrite(documents: WriteBehind): Promise<void> {
  const settled = documents.settled();
  await waitFor(
    () => readStore.held.length,
    (count) => count === 2,
  );
  readStore.held[1]?.go();
  await settled;
}

const changesAndCheckpoints = (written: {
  readonly mock: { readonly calls: Parameters<MemoryReadStore['apply']>[] };
}) => written.mock.calls.map(([, all, checkpoint]) => [all, checkpoint]);

describe('documents that are written behind', () => {
  it('read as they will be while they are on their way, and are not read again', async () => {
    const documents = open(true);
    await documents.apply([note('a', 1), { id: 'b', position: at(1), document: undefined }], at(1));
    expect(await documents.getMany(notes, ['a', 'b', 'c'])).toEqual(new Map([['a', note('a', 1)]]));
    expect(await readStore.get(notes, 'a')).toBeUndefined();
    readStore.held[0]?.go();
    await documents.settled();
    expect(await readStore.get(notes, 'a')).toEqual({ id: 'a', position: 1 });
    expect(readStore.asked).toEqual([]);
  });

  it('of several pages are written together, each once, as what was stored before the first of them', async () => {
    const documents = open(true, 3);
    const written = jest.spyOn(readStore, 'apply');
    await documents.apply([{ ...note('a', 1), wasStored: false }, note('b', 1)], at(1));
    await documents.apply([{ ...note('a', 2), wasStored: true }], at(2));
    expect(written).not.toHaveBeenCalled();
    expect((await documents.getMany(notes, ['a'])).get('a')).toMatchObject(note('a', 2));
    await documents.apply([note('c', 3)], at(3));
    readStore.held[0]?.go();
    await documents.apply([note('d', 4)], at(4));
    await settledBySecondWrite(documents);
    expect(changesAndCheckpoints(written)).toEqual([
      [[{ ...note('a', 2), wasStored: false }, note('b', 1), note('c', 3)], at(3)],
      [[note('d', 4)], at(4)],
    ]);
  });

  it('wait for others that change them again; the checkpoint is the page before the first that waits', async () => {
    const documents = open(true, 2, 2);
    const written = jest.spyOn(readStore, 'apply');
    await documents.apply([note('a', 1), note('b', 1)], at(1));
    await documents.apply([note('c', 2)], at(2));
    await documents.apply([note('a', 3), note('d', 3)], at(3));
    await documents.apply([note('b', 4)], at(4));
    readStore.held[0]?.go();
    await settledBySecondWrite(documents);
    expect(changesAndCheckpoints(written)).toEqual([
      [[note('a', 3), note('b', 1)], at(1)],
      [[note('c', 2), note('d', 3), note('b', 4)], at(4)],
    ]);
  });

  it('are one page at a time, in their order', async () => {
    const documents = open(true);
    await documents.apply([note('a', 1)], at(1));
    const second = documents.apply([note('a', 2)], at(2));
    expect(readStore.held).toHaveLength(1);
    readStore.held[0]?.go();
    await second;
    expect(await readStore.checkpoint(notes)).toBe(at(1));
    readStore.held[1]?.go();
    await documents.settled();
    expect(await readStore.checkpoint(notes)).toBe(at(2));
  });

  it('tell the next page, and the end, that they could not be stored', async () => {
    const documents = open(true);
    await documents.apply([note('a', 1)], at(1));
    readStore.held[0]?.fail(new Error('no server'));
    await expect(documents.apply([note('a', 2)], at(2))).rejects.toThrow('no server');
    await expect(documents.settled()).rejects.toThrow('no server');
  });

  it('are read where something was stored before, and where what is kept was forgotten', async () => {
    const full = open(false);
    await full.getMany(notes, ['a']);
    expect(readStore.asked).toEqual([['a']]);
    const documents = open(true);
    await documents.apply([note('a', 1)], at(1));
    readStore.held[0]?.go();
    await documents.settled();
    documents.forget();
    expect((await documents.getMany(notes, ['a', 'b'])).get('a')).toEqual(note('a', 1));
    expect(readStore.asked).toEqual([['a'], ['a']]);
  });

  it('are not read while they are on their way, however many there are', async () => {
    const documents = open(true, 2);
    const many = Array.from({ length: 20_002 }, (_, number) => note(idAt(number + 1), 1));
    await documents.apply(many, at(1));
    await documents.apply([note('last', 2)], at(2));
    expect(await documents.getMany(notes, [idAt(1)])).toEqual(new Map([[idAt(1), note(idAt(1), 1)]]));
    expect(readStore.asked).toEqual([]);
  });

  it('are read again once so many others came that there was no room for them', async () => {
    const documents = open(true);
    const many = Array.from({ length: 20_001 }, (_, number) => note(idAt(number + 1), 1));
    for (const [page, changes] of [many, [note('last', 2)]].entries()) {
      await documents.apply(changes, at(page + 1));
      readStore.held[page]?.go();
      await documents.settled();
    }
    const found = await documents.getMany(notes, [idAt(1), idAt(20_001)]);
    expect(found.size).toBe(2);
    expect(readStore.asked).toEqual([[idAt(1)]]);
  });
});

describe('ids that were seen', () => {
  it('are never forgotten, and few others are taken for them', () => {
    const seen = new SeenIds();
    for (let number = 0; number < 10_000; number += 1) seen.add(idAt(number));
    const mistaken = (from: number) =>
      Array.from({ length: 10_000 }, (_, index) => idAt(from + index)).filter((id) => seen.mayHave(id)).length;
    expect(mistaken(0)).toBe(10_000);
    expect(mistaken(10_000)).toBeLessThan(3);
  });
});

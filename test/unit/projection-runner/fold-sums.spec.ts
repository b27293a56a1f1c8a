import type { Position, Recorded } from '../../../src/domain/shared/recorded.js';
import { foldPage, shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { WriteBehind } from '../../../src/infrastructure/projection-runner/write-behind.js';
import type { AnyProjection } from '../../../src/projections/shared/projection.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';

const position = (number: number) => `${number}`.padStart(16, '0') as Position;

/** Each contact has the color that was said last; the sum counts them by color. */
const colors: AnyProjection = {
  ...{ name: 'colors', version: 1, categories: ['contact'], handles: ['Said'], personal: true, documentsOf: 'contact' },
  ...{ fields: {}, indexes: [] },
  keys: ({ stream }) => [stream.slice('contact-'.length)],
  evolve: (_, { event }, id) => ({ id, color: (event.data as { readonly color: string }).color }),
  sums: {
    of: (document) =>
      'color' in document ? [{ id: 'all', about: { kind: 'sum' }, counts: { [String(document.color)]: 1 } }] : [],
  },
};

let log: { readonly stream: string; readonly type: string; readonly data: object }[];
let readStore: MemoryReadStore;
/** What an erasure finds when it reads a stream again. */
let erasedAs: string | undefined;

beforeEach(() => {
  [log, readStore, erasedAs] = [[], new MemoryReadStore(), undefined];
});

const said = (contact: string, color: string) => {
  log.push({ stream: `contact-${contact}`, type: 'Said', data: { color } });
};

function recordedAt(at: number) {
  const { stream, type, data } = log[at] ?? { stream: '', type: '', data: {} };
  const read = erasedAs === undefined || type !== 'Said' ? data : { color: erasedAs };
  return { stream, type, revision: 0, position: position(at + 1), event: { type, data: read } };
}

// Events are their places in the log; what of the ports a fold asks for.
const ports = {
  codec: {
    decode: (events: readonly { readonly position: string }[]) =>
      events.map((each) => recordedAt(Number(each.position) - 1)) as unknown as Recorded[],
    kids: () => [],
  },
  keys: { getMany: async () => new Map() },
  store: {
    readStream: async (stream: string) => log.flatMap((each, at) => (each.stream === stream ? [recordedAt(at)] : [])),
  },
} as never;

const pageOf = (from: number, until = log.length) => ({
  events: log.slice(from, until).map((_, index) => recordedAt(from + index)) as never,
  position: position(until),
  atEnd: true,
});

async function changesOf(from: number, until?: number) {
  const page = pageOf(from, until);
  return { ...(await foldPage(ports, readStore, colors, page)), position: page.position };
}

async function fold(from: number, until?: number): Promise<void> {
  const { changes, position: reached } = await changesOf(from, until);
  await readStore.apply(shapeOf(colors), changes, reached);
}

const counts = async () => (await readStore.get(shapeOf(colors), 'all')) as unknown;

it('count documents as they are after each page, and leave what nothing is counted of any more', async () => {
  said('a', 'red');
  said('b', 'red');
  said('a', 'blue');
  await fold(0);
  expect(await counts()).toEqual({ kind: 'sum', id: 'all', counts: { blue: 1, red: 1 } });
  said('b', 'blue');
  await fold(3);
  expect(await counts()).toEqual({ kind: 'sum', id: 'all', counts: { blue: 2 } });
});

it('count nothing twice where a crash left sums that are ahead of documents, and documents ahead of the checkpoint', async () => {
  said('a', 'red');
  said('b', 'red');
  const { changes, position: reached } = await changesOf(0);
  // The sum and one of two documents were written, the other and the checkpoint were not.
  const [sum, one] = changes;
  expect(sum).toMatchObject({ id: 'all', isSum: true });
  await readStore.apply(shapeOf(colors), changes.slice(0, 2), undefined);
  expect([one?.id, reached]).toEqual(['a', position(2)]);
  said('a', 'blue');
  await fold(0);
  expect(await counts()).toMatchObject({ counts: { red: 1, blue: 1 } });
});

it('have the position of the last event that changed them, wherever a page ends', async () => {
  said('a', 'red');
  const { changes } = await foldPage(ports, readStore, colors, { ...pageOf(0), position: position(9) });
  expect(changes[0]).toMatchObject({ isSum: true, position: position(1) });
});

it('take back what was counted of what is erased, or retired', async () => {
  said('a', 'red');
  said('b', 'red');
  await fold(0);
  erasedAs = 'none';
  log.push({ stream: 'erasure-1', type: 'ErasureCompleted', data: { streams: ['contact-a'], kids: [] } });
  await fold(2);
  expect(await counts()).toMatchObject({ counts: { red: 1, none: 1 } });
  log.push({ stream: 'retention-1', type: 'StreamRetired', data: { stream: 'contact-b' } });
  await fold(3);
  expect(await counts()).toMatchObject({ counts: { none: 1 } });
  log.push({ stream: 'retention-2', type: 'StreamRetired', data: { stream: 'contact-a' } });
  await fold(4);
  expect(await counts()).toBeUndefined();
});

it('are written with each part of a rebuild, so that what is taken up again counts the rest', async () => {
  said('a', 'red');
  said('b', 'red');
  said('a', 'blue');
  const options = { readStore, shape: shapeOf(colors), startsEmpty: true };
  const documents = new WriteBehind({ ...options, writtenTogether: 1, heldBack: 2 });
  for (const at of [0, 1, 2]) {
    const page = pageOf(at, at + 1);
    const { changes } = await foldPage(ports, documents, colors, page);
    await documents.apply(changes, page.position);
  }
  // What is on its way arrives, and what waits is lost.
  await new Promise((resolve) => setImmediate(resolve));
  const checkpoint = Number((await readStore.checkpoint(shapeOf(colors))) ?? 0);
  expect(checkpoint).toBeLessThan(3);
  expect(await readStore.get(shapeOf(colors), 'a')).toMatchObject({ color: 'blue' });
  await fold(checkpoint);
  expect(await counts()).toMatchObject({ counts: { red: 1, blue: 1 } });
});

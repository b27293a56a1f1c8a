import type {
  AllPage,
  EventFilter,
  EventStore,
  ExpectedRevision,
  StreamAppend,
} from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import type { StreamName } from '../../../src/domain/shared/stream-name.js';
import { write } from './writes.js';

export type OpenStore = () => Promise<{ readonly store: EventStore; close(): Promise<void> }>;

/** The store of each test, and what tests ask of it again and again. */
export type StoreUnderTest = ReturnType<typeof storeOfEachTest>;

/** Opens one before each test of the `describe` that this is called in, and closes it after. */
export function storeOfEachTest(open: OpenStore) {
  let store: EventStore;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const opened = await open();
    store = opened.store;
    close = () => opened.close();
  });
  afterEach(() => close());

  const append = (stream: StreamName, expected: ExpectedRevision, ...types: [string, ...string[]]) =>
    store.append([write(stream, expected, ...types)]);

  const written = async (writes: readonly [StreamAppend, ...StreamAppend[]]) => {
    const result = await store.append(writes);
    if (result.result !== 'written') throw new Error(`not written: ${result.result}`);
    return result;
  };

  const readTypes = async (stream: StreamName) => (await store.readStream(stream)).map(({ type }) => type);

  /** The position before what the test writes, and everything behind it by pages of `limit`. */
  const pagesAfter = async (start: Position | undefined, limit: number, filter?: EventFilter) => {
    const pages: AllPage[] = [];
    let position = start;
    for (;;) {
      const page = await store.readAll({ limit, ...from(position), ...(filter && { filter }) });
      pages.push(page);
      if (page.atEnd) return pages;
      if (page.position === position) throw new Error('a page short of the end has to move the position');
      position = page.position;
    }
  };

  return { store: () => store, append, written, readTypes, pagesAfter };
}

export function from(position: Position | undefined): { after?: Position } {
  return position === undefined ? {} : { after: position };
}

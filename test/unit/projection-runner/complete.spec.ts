import type { Position, Recorded } from '../../../src/domain/shared/recorded.js';
import { foldPage } from '../../../src/infrastructure/projection-runner/fold-page.js';
import type { AnyProjection } from '../../../src/projections/shared/projection.js';

const position = (number: number) => `${number}`.padStart(16, '0') as Position;

it('completes each document of a page once, after all of its events', async () => {
  const completed: object[] = [];
  const projection: AnyProjection = {
    ...{ name: 'sums', version: 1, categories: ['contact'], handles: ['Added'], personal: false },
    ...{ fields: {}, indexes: [] },
    keys: ({ stream }) => [stream],
    evolve: (document, { position }) => ({ last: position, before: document ?? null }),
    complete(document) {
      completed.push(document);
      return { ...document, isComplete: true };
    },
  };
  const events = [1, 2, 3, 4].map((number) => ({
    ...{ stream: `contact-${number % 2}`, revision: number, position: position(number), type: 'Added' },
  }));
  const codec = { decode: () => events as unknown as Recorded[], kids: () => [] };
  // What of the ports a projection without personal data asks for.
  const ports = { codec } as never;
  const page = { events: events as never, position: position(4), atEnd: true };
  const { changes } = await foldPage(ports, { getMany: async () => new Map() }, projection, page);
  expect(completed).toHaveLength(2);
  expect(changes.map(({ document }) => document)).toMatchObject([
    { last: position(3), isComplete: true },
    { last: position(4), isComplete: true },
  ]);
});

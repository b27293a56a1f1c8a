import type { DocumentShape } from '../../src/application/ports/read-store.js';
import { changeSegment, CreateSegment, mostFilterCharacters } from '../../src/application/segment/segments.js';
import type { SegmentFilter } from '../../src/domain/segment/filter.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { segmentsProjection } from '../../src/projections/segments/segments.projection.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { context, ownWrites, teamId, World } from '../support/world.js';

const value = 'x'.repeat(2_000);
const wide: SegmentFilter = {
  type: 'and',
  rules: Array.from({ length: 48 }, () => ({ type: 'rule', field: 'first_name', operator: 'contains', value })),
};
/** Each has some 100,000 characters: there is room for one more. */
const kept = Array.from({ length: 19 }, (_, index) => `0195d6a0-0000-7000-8000-0000000001${10 + index}`);

it('the filters of a team have so many characters together, the one that is changed left out', async () => {
  const process = (await World.create()).process();
  const readStore = new MemoryReadStore();
  const ports = { ...process, readStore, ownWrites };
  const shown = (id: string, filter: SegmentFilter) => ({
    id,
    position: '00000000000000000001' as Position,
    document: { id, teamId, name: 'S', filter, isFiltered: true, createdAt: '2026-01-02T03:04:05.678Z' },
  });
  const shape: DocumentShape = segmentsProjection;
  await readStore.apply(
    shape,
    kept.map((id) => shown(id, wide)),
    undefined,
  );
  const first = await CreateSegment.start(ports).run({ context, name: 'First', filter: wide });
  if ('refused' in first) throw new Error(first.refused);
  await readStore.apply(shape, [shown(first.id, wide)], undefined);

  const refused = {
    refused: 'invalid-filter',
    path: 'filter',
    problem: expect.stringContaining(mostFilterCharacters.toLocaleString('en')) as string,
  };
  expect(await CreateSegment.start(ports).run({ context, name: 'Second', filter: wide })).toEqual(refused);
  expect(await CreateSegment.start(ports).run({ context, name: 'Second', filter: null })).not.toHaveProperty('refused');
  const asked = { context, segmentId: first.id, name: undefined };
  expect(await changeSegment(ports, { ...asked, filter: wide })).not.toHaveProperty('refused');
});

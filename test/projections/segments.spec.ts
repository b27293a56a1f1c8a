import type { SegmentEvent } from '../../src/domain/segment/segment.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { segmentsProjection } from '../../src/projections/segments/segments.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const kid = kidOf(idAt(50), 0);
const filter = { type: 'rule', field: 'email', operator: 'ends_with', value: '@example.com' } as const;
const addressHashes = ['h'];
const list = { name: 'Testers', filter: null, addressHashes: [] };
const events = {
  created: { type: 'SegmentCreated', data: { teamId, ...list } },
  createdWithFilter: { type: 'SegmentCreated', data: { teamId, ...list, filter: plain(kid, filter), addressHashes } },
  renamed: { type: 'SegmentChanged', data: { ...list, name: 'Friends' } },
  refiltered: {
    type: 'SegmentChanged',
    data: { name: 'Staff', filter: plain(kid, { type: 'not', rule: filter }), addressHashes },
  },
  erased: { type: 'SegmentChanged', data: { name: 'Staff', filter: { kid, erased: true }, addressHashes } },
  deleted: { type: 'SegmentDeleted', data: {} },
} satisfies Readonly<Record<string, SegmentEvent>>;
type Name = keyof typeof events;

const logOf = (happenings: readonly (readonly [number, Name])[]) => {
  const log = new RecordedLog();
  for (const [number, name] of happenings) log.add(streamName('segment', idAt(number)), events[name]);
  return log.all;
};
const documentAfter = (...names: readonly Name[]): unknown => {
  const json = foldAll(segmentsProjection, logOf(names.map((name) => [1, name] as const))).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
};

describe('the segments projection', () => {
  const segment = { id: idAt(1), teamId, createdAt: timeAt(1) };

  it('shows a list by its name', () => {
    expect(documentAfter('created')).toEqual({ ...segment, name: 'Testers', filter: null, isFiltered: false });
    expect(documentAfter('created', 'renamed')).toEqual({
      ...segment,
      name: 'Friends',
      filter: null,
      isFiltered: false,
    });
  });

  it('shows the filter of now, and of an erased one only that there is one', () => {
    expect(documentAfter('createdWithFilter')).toMatchObject({ filter, isFiltered: true });
    const not = { type: 'not', rule: filter };
    expect(documentAfter('createdWithFilter', 'refiltered')).toMatchObject({ name: 'Staff', filter: not });
    expect(documentAfter('createdWithFilter', 'erased')).toMatchObject({ filter: null, isFiltered: true });
  });

  it('shows none that is deleted', () => {
    expect(documentAfter('created', 'deleted')).toBeUndefined();
    expect(documentAfter('created', 'deleted', 'renamed')).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    const names = fc.constantFrom(...(Object.keys(events) as Name[]));
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 30 });
    await fc.assert(redeliveryProperty(segmentsProjection, happenings.map(logOf)));
  });
});

import type { SavedBlockEvent } from '../../src/domain/saved-block/saved-block.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { savedBlocksProjection } from '../../src/projections/saved-blocks/saved-blocks.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const ref = (number: number) => ({
  ...{ blobId: idAt(number), kid: kidOf(idAt(90), 0), sizeBytes: 9, digest: 'd'.repeat(64) },
});
const events = {
  created: { type: 'SavedBlockCreated', data: { teamId, name: 'Contact line', isSynced: true, content: ref(91) } },
  changed: { type: 'SavedBlockChanged', data: { name: 'Questions', version: 2, content: ref(92) } },
  deleted: { type: 'SavedBlockDeleted', data: {} },
} satisfies Readonly<Record<string, SavedBlockEvent>>;
type Name = keyof typeof events;
const logOf = (happenings: readonly (readonly [number, Name])[]) => {
  const log = new RecordedLog();
  for (const [number, name] of happenings) log.add(streamName('savedblock', idAt(number)), events[name]);
  return log.all;
};
const documentAfter = (...names: readonly Name[]): unknown => {
  const json = foldAll(savedBlocksProjection, logOf(names.map((name) => [1, name] as const))).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
};

describe('saved blocks', () => {
  it('are listed with their version until they are deleted', () => {
    expect(documentAfter('created', 'changed')).toEqual({
      ...{ id: idAt(1), teamId, name: 'Questions', isSynced: true, version: 2, content: ref(92) },
      ...{ createdAt: timeAt(1), updatedAt: timeAt(2) },
    });
    expect(documentAfter('created', 'deleted')).toBeUndefined();
  });

  it('give the same bytes in any batches and after any restart', async () => {
    const names = fc.constantFrom(...(Object.keys(events) as Name[]));
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 20 });
    await fc.assert(redeliveryProperty(savedBlocksProjection, happenings.map(logOf)));
  });
});

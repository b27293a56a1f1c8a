import type { ImageEvent } from '../../src/domain/image/image.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { imagesProjection } from '../../src/projections/images/images.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId } from '../support/recorded-events.js';

const content = { blobId: idAt(91), kid: kidOf(idAt(90), 0), sizeBytes: 30, digest: 'd'.repeat(64) };
const events = {
  uploaded: { type: 'ImageUploaded', data: { teamId, contentType: 'image/png', bytes: 20, content } },
  deleted: { type: 'ImageDeleted', data: {} },
} satisfies Readonly<Record<string, ImageEvent>>;
type Name = keyof typeof events;
const logOf = (happenings: readonly (readonly [number, Name])[]) => {
  const log = new RecordedLog();
  for (const [number, name] of happenings) log.add(streamName('image', idAt(number)), events[name]);
  return log.all;
};

describe('images', () => {
  it('are listed until they are deleted', () => {
    const documents = foldAll(
      imagesProjection,
      logOf([
        [1, 'uploaded'],
        [2, 'uploaded'],
        [1, 'deleted'],
      ]),
    );
    expect([...documents.keys()]).toEqual([idAt(2)]);
    expect(JSON.parse(documents.get(idAt(2)) ?? '')).toMatchObject({ contentType: 'image/png', bytes: 20, teamId });
  });

  it('give the same bytes in any batches and after any restart', async () => {
    const names = fc.constantFrom(...(Object.keys(events) as Name[]));
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 20 });
    await fc.assert(redeliveryProperty(imagesProjection, happenings.map(logOf)));
  });
});

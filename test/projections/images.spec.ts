import type { ImageEvent } from '../../src/domain/image/image.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { imagesProjection } from '../../src/projections/images/images.projection.js';
import { foldAll, ofStreams } from '../support/projection-spec.js';
import { idAt, teamId } from '../support/recorded-events.js';

const content = { blobId: idAt(91), kid: kidOf(idAt(90), 0), sizeBytes: 30, digest: 'd'.repeat(64) };
const events = {
  uploaded: { type: 'ImageUploaded', data: { teamId, contentType: 'image/png', bytes: 20, content } },
  named: {
    type: 'ImageUploaded',
    data: {
      ...{ teamId, contentType: 'image/jpeg', bytes: 20, content },
      ...{ name: 'horse.jpg', size: { widthPx: 600, heightPx: 400 } },
    },
  },
  deleted: { type: 'ImageDeleted', data: {} },
} satisfies Readonly<Record<string, ImageEvent>>;
const { logOf, documentAfter, redelivery } = ofStreams(imagesProjection, 'image', events);

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

  it('have the name and the size that their upload said, or none', () => {
    expect(documentAfter('named')).toMatchObject({ name: 'horse.jpg', size: { widthPx: 600, heightPx: 400 } });
    expect(documentAfter('uploaded')).toMatchObject({ name: null, size: null });
  });

  it('give the same bytes in any batches and after any restart', redelivery);
});

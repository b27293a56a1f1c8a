import { image, type ImageEvent } from '../../src/domain/image/image.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { specOf } from '../support/decider-spec.js';
import { idAt } from '../support/recorded-events.js';

const content = { blobId: idAt(2), kid: kidOf(idAt(1), 0), sizeBytes: 30, digest: 'd'.repeat(64) };
const uploaded: ImageEvent = {
  type: 'ImageUploaded',
  data: { teamId: 'a', contentType: 'image/gif', bytes: 20, content, name: 'a.gif', size: { widthPx: 3, heightPx: 2 } },
};
const deleted: ImageEvent = { type: 'ImageDeleted', data: {} };
const { given } = specOf(image);
const remove = { type: 'DeleteImage', teamId: 'a' } as const;

describe('an image', () => {
  it('is uploaded once and deleted once, by its team', () => {
    given().when({ type: 'UploadImage', image: uploaded.data }).then(uploaded);
    given(uploaded).when({ type: 'UploadImage', image: uploaded.data }).thenNothing();
    given(uploaded).when(remove).then(deleted);
    given(uploaded)
      .when({ ...remove, teamId: 'b' })
      .thenRefused('not-found');
    given(uploaded, deleted).when(remove).thenRefused('not-found');
    given().when(remove).thenRefused('not-found');
  });
});

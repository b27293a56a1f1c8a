import { savedBlock } from '../../src/domain/saved-block/saved-block.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { specOf } from '../support/decider-spec.js';
import { idAt, teamId } from '../support/recorded-events.js';

const block = specOf(savedBlock);
const ref = (number: number) => ({
  ...{ blobId: idAt(number), kid: kidOf(idAt(90), 0), sizeBytes: 9, digest: 'd'.repeat(64) },
});
const made = { teamId, name: 'Contact line', isSynced: true, content: ref(91) };
const created = { type: 'SavedBlockCreated', data: made } as const;
const version = (number: number, content: number, name = 'Contact line') =>
  ({ type: 'SavedBlockChanged', data: { name, version: number, content: ref(content) } }) as const;
const change = (changed: object, before?: number) =>
  ({ type: 'ChangeSavedBlock', teamId, before, change: changed }) as const;

it('has another version with other blocks, and none with another name', () => {
  block.given().when({ type: 'CreateSavedBlock', block: made }).then(created);
  block
    .given(created)
    .when(change({ content: ref(92) }))
    .then(version(2, 92));
  block
    .given(created, version(2, 92))
    .when(change({ name: 'Questions' }))
    .then(version(2, 92, 'Questions'));
  block
    .given(created)
    .when(change({ name: 'Contact line', content: ref(91) }))
    .thenNothing();
});

it('is not changed where others changed it since', () => {
  const changed = block.given(created, version(2, 92));
  changed.when(change({ content: ref(93) }, 1)).thenRefused('changed');
  changed.when(change({ content: ref(93) }, 2)).then(version(3, 93));
});

it('is not there for another team, nor after it was deleted', () => {
  const away = { type: 'DeleteSavedBlock', teamId } as const;
  block.given(created).when(away).then({ type: 'SavedBlockDeleted', data: {} });
  const gone = block.given(created, { type: 'SavedBlockDeleted', data: {} });
  gone.when(away).thenRefused('not-found');
  gone.when(change({ name: 'Questions' })).thenRefused('not-found');
  block
    .given(created)
    .when({ ...away, teamId: idAt(2) })
    .thenRefused('not-found');
});

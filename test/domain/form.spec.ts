import { form, type FormEvent } from '../../src/domain/form/form.js';
import { plain } from '../../src/domain/shared/personal.js';
import type { Kid } from '../../src/domain/shared/personal.js';
import { specOf } from '../support/decider-spec.js';

const { given } = specOf(form);
const kid = 'key.0' as Kid;
const sender = plain(kid, { name: null, address: 'news@example.com' });
const description = {
  name: 'Footer',
  topics: [{ topicId: 'news', isConfirmed: true }],
  segmentIds: [],
  origins: [],
  redirectUrl: null,
  isEnabled: true,
  texts: {},
  from: sender,
  addressHashes: ['hash'],
};
const created: FormEvent = { type: 'FormCreated', data: { ...description, teamId: 'a', version: 1 } };
const deleted: FormEvent = { type: 'FormDeleted', data: {} };
const changed = (change: object, version: number): FormEvent => ({
  type: 'FormChanged',
  data: { ...description, ...change, version },
});
const change = (change: object, teamId = 'a') => ({ type: 'ChangeForm', teamId, change }) as const;
const remove = { type: 'DeleteForm', teamId: 'a' } as const;
const unsent = { from: null, addressHashes: [] };

describe('a form', () => {
  it('is created as its first version', () => {
    given().when({ type: 'CreateForm', teamId: 'a', form: description }).then(created);
  });

  it('has a version for each change, and none where nothing is different', () => {
    given(created)
      .when(change({ name: 'Footer', from: plain(kid, sender.value) }))
      .thenNothing();
    given(created)
      .when(change({ isEnabled: false }))
      .then(changed({ isEnabled: false }, 2));
    given(created, changed({ isEnabled: false }, 2))
      .when(change({ isEnabled: true }))
      .then(changed({}, 3));
  });

  it('keeps the words of languages that are not named, and none of one whose words are all taken away', () => {
    const words = (title: string | null) => ({ title, text: null, button: null, thanks: null });
    const texts = { en: words('News'), de: words('Neues') };
    given(created, changed({ texts }, 2))
      .when(change({ texts: { de: words('Post') } }))
      .then(changed({ texts: { en: words('News'), de: words('Post') } }, 3));
    given(created, changed({ texts }, 2))
      .when(change({ texts: { de: words(null) } }))
      .then(changed({ texts: { en: words('News') } }, 3));
  });

  it('asks for a confirmation only where it has a sender', () => {
    given()
      .when({ type: 'CreateForm', teamId: 'a', form: { ...description, ...unsent } })
      .thenRefused('no-sender');
    given(created).when(change(unsent)).thenRefused('no-sender');
    const topics = [{ topicId: 'news', isConfirmed: false }];
    given(created)
      .when(change({ ...unsent, topics }))
      .then(changed({ ...unsent, topics }, 2));
  });

  it('is deleted once, and is as one that does not exist to another team', () => {
    given(created).when(remove).then(deleted);
    given(created, deleted).when(remove).thenRefused('not-found');
    given(created)
      .when({ ...remove, teamId: 'b' })
      .thenRefused('not-found');
    given(created)
      .when(change({ name: 'Mine' }, 'b'))
      .thenRefused('not-found');
  });
});

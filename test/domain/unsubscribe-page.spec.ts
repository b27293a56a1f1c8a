import { unsubscribePage } from '../../src/domain/unsubscribe-page/unsubscribe-page.js';
import { specOf } from '../support/decider-spec.js';

const page = specOf(unsubscribePage);
const change = (changed: object) => ({ type: 'ChangeUnsubscribePage', change: changed }) as const;
const usual = { color: null, logo: null, texts: {} };
const version = (number: number, settings: object) => ({
  type: 'UnsubscribePageChanged' as const,
  data: { version: number, settings: { ...usual, ...settings } },
});
const german = { de: { title: 'Hallo', text: null } };
const english = { en: { title: 'Hello', text: null } };

describe('the unsubscribe page of a team', () => {
  it('has a version for each change, whole', () => {
    const green = { color: '#0f766e' };
    page.given().when(change(green)).then(version(1, green));
    page
      .given(version(1, { ...green, texts: german }))
      .when(change({ texts: english }))
      .then(version(2, { ...green, texts: { ...german, ...english } }));
  });

  it('stays as it is where nothing is another', () => {
    page
      .given()
      .when(change({ color: null }))
      .thenNothing();
    page
      .given(version(1, { texts: german }))
      .when(change({ texts: german }))
      .thenNothing();
  });
});

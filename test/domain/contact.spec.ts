import { contact, type ConsentGiven, type ContactCommand, isSubscribedTo } from '../../src/domain/contact/contact.js';
import { contactAddress } from '../../src/domain/contact/contact-address.js';
import type { ConsentMeans, ContactEvent } from '../../src/domain/contact/events.js';
import { noContactFields } from '../../src/domain/shared/contact-fields.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { givenAt, recordedAt, specOf } from '../support/decider-spec.js';

const { given } = specOf(contact);
const kid = kidOf('row', 0);
const described = (firstName: string | null, teamId = 'a') => ({
  teamId,
  addressHash: 'h',
  profile: plain(kid, { email: 'ann@example.com', ...noContactFields, firstName, properties: { city: 'Ulm' } }),
});
const created: ContactEvent = { type: 'ContactCreated', data: described('Ann') };
const by = (means: ConsentMeans) => ({ means, emailId: null, pageVersion: null, importId: null, visitor: null });
const says = (isSubscribed: boolean, topicId: string | null, means: ConsentMeans = 'api-key'): ConsentGiven => ({
  topicId,
  isSubscribed,
  occasion: by(means),
});
const yes = (topicId: string | null, means: ConsentMeans = 'api-key'): ContactEvent => ({
  type: 'ContactSubscribed',
  data: { topicId, occasion: by(means) },
});
const no = (topicId: string | null, means: ConsentMeans = 'api-key'): ContactEvent => ({
  type: 'ContactUnsubscribed',
  data: { topicId, occasion: by(means) },
});
const change = (changes: Omit<Extract<ContactCommand, { type: 'ChangeContact' }>, 'type' | 'teamId'>) =>
  ({ type: 'ChangeContact', teamId: 'a', ...changes }) as const;
const remove: ContactCommand = { type: 'DeleteContact', teamId: 'a', because: 'request' };

describe('a contact', () => {
  it('is created once, with what was said and where it belongs', () => {
    const create: ContactCommand = {
      type: 'CreateContact',
      described: described('Ann'),
      consents: [says(false, null), says(true, 't')],
      joins: ['s'],
    };
    const joined: ContactEvent = { type: 'ContactAddedToSegment', data: { segmentId: 's' } };
    given().when(create).then(created, no(null), yes('t'), joined);
    given(created).when(create).thenRefused('not-found');
  });

  it('is changed where something is different', () => {
    given(created)
      .when(change({ described: described('Ann') }))
      .thenNothing();
    given(created)
      .when(change({ described: described('Bo') }))
      .then({ type: 'ContactChanged', data: described('Bo') });
  });

  it('joins a segment once, and leaves one that it is in', () => {
    const joined: ContactEvent = { type: 'ContactAddedToSegment', data: { segmentId: 's' } };
    const left: ContactEvent = { type: 'ContactRemovedFromSegment', data: { segmentId: 's' } };
    given(created)
      .when(change({ joins: ['s'] }))
      .then(joined);
    given(created, joined)
      .when(change({ joins: ['s'] }))
      .thenNothing();
    given(created, joined)
      .when(change({ leaves: ['s', 'other'] }))
      .then(left);
  });

  it('says yes or no once, by the last word', () => {
    given(created, yes('t'))
      .when(change({ consents: [says(true, 't')] }))
      .thenNothing();
    given(created, yes('t'))
      .when(change({ consents: [says(false, 't', 'one-click')] }))
      .then(no('t', 'one-click'));
    given(created, no(null, 'page'))
      .when(change({ consents: [says(true, null, 'double-opt-in')] }))
      .then(yes(null, 'double-opt-in'));
  });

  it('that never agreed by a file stays subscribed where another yes than that of a file is known', () => {
    const never = change({ consents: [{ ...says(false, null, 'import'), isPresumed: true }] });
    given(created).when(never).then(no(null, 'import'));
    given(created, yes(null, 'import')).when(never).then(no(null, 'import'));
    given(created, yes(null, 'double-opt-in')).when(never).thenNothing();
    given(created, yes(null, 'api-key')).when(never).thenNothing();
    given(created, no(null, 'one-click')).when(never).thenNothing();
  });

  it('is not brought back by an import', () => {
    const imported = change({ consents: [says(true, null, 'import'), says(true, 't', 'import')] });
    given(created, no(null, 'one-click'), no('t')).when(imported).thenNothing();
    given(created).when(imported).then(yes(null, 'import'), yes('t', 'import'));
    given(created, yes('t'))
      .when(change({ consents: [says(false, 't', 'import')] }))
      .then(no('t', 'import'));
  });

  it('keeps what was written or said after an older file', () => {
    const asOf = new Date(Date.parse(givenAt) - 1).toISOString();
    given(created, yes('t'))
      .when(change({ described: described('Bo'), consents: [says(false, 't', 'import')], asOf }))
      .thenNothing();
    given(recordedAt('2026-01-01T00:00:00.000Z', created))
      .when(change({ described: described('Bo'), asOf }))
      .then({ type: 'ContactChanged', data: described('Bo') });
  });

  it('is deleted once, and is another team’s to none', () => {
    given(created)
      .when(remove)
      .then({ type: 'ContactDeleted', data: { because: 'request' } });
    given(created, { type: 'ContactDeleted', data: { because: 'request' } })
      .when(remove)
      .thenRefused('not-found');
    given(created)
      .when({ ...remove, teamId: 'b' })
      .thenRefused('not-found');
    given()
      .when(change({ joins: ['s'] }))
      .thenRefused('not-found');
  });

  it('gets what it agreed to, and of what it never spoke of what the topic says', () => {
    const state = (...events: readonly ContactEvent[]) => {
      const { state: folded } = given(created, ...events);
      if (folded === null || folded === 'deleted') throw new Error('no contact');
      return folded;
    };
    const [open, closed] = [
      { id: 't', isOptOut: false },
      { id: 't', isOptOut: true },
    ];
    expect([isSubscribedTo(state(), null), isSubscribedTo(state(), open), isSubscribedTo(state(), closed)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([isSubscribedTo(state(no('t')), open), isSubscribedTo(state(yes('t')), closed)]).toEqual([false, true]);
    expect(isSubscribedTo(state(yes('t'), no(null)), open)).toBe(false);
  });
});

describe('the address of a contact', () => {
  const { given: withPast } = specOf(contactAddress);
  const taken = (contactId: string) => ({ type: 'ContactAddressTaken', data: { teamId: 'a', contactId } }) as const;
  const take = (contactId: string, insteadOf?: string) =>
    ({ type: 'TakeAddress', teamId: 'a', contactId, insteadOf }) as const;

  it('is one contact’s at a time', () => {
    withPast().when(take('one')).then(taken('one'));
    withPast(taken('one')).when(take('one')).thenNothing();
    withPast(taken('one')).when(take('two')).thenRefused('taken');
    withPast(taken('one')).when(take('two', 'one')).then(taken('two'));
  });

  it('is freed by who has it, and remembers what was said no to', () => {
    const free = { type: 'FreeAddress', contactId: 'one', unsubscribed: [null, 't'] } as const;
    const freed = { type: 'ContactAddressFreed', data: { contactId: 'one', unsubscribed: [null, 't'] } } as const;
    withPast(taken('one')).when(free).then(freed);
    withPast(taken('two')).when(free).thenNothing();
    expect(withPast(taken('one'), freed, taken('two')).state).toEqual({ contactId: 'two', unsubscribed: [null, 't'] });
  });
});

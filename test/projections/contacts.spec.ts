import type { ContactEvent } from '../../src/domain/contact/events.js';
import { noContactFields } from '../../src/domain/shared/contact-fields.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { contactsProjection } from '../../src/projections/contacts/contacts.projection.js';
import { foldAll, ofStreams } from '../support/projection-spec.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const kid = kidOf(idAt(50), 0);
const [topicId, segmentId] = [idAt(60), idAt(61)];
const profile = {
  email: 'Ann.Lee@example.com',
  ...noContactFields,
  firstName: 'Ann',
  properties: { city: 'Ulm', n: 3 },
};
const base = { teamId, addressHash: 'h' };
const occasion = { means: 'api-key', emailId: null, pageVersion: null, importId: null, visitor: null } as const;
const events = {
  created: { type: 'ContactCreated', data: { ...base, profile: plain(kid, profile) } },
  changed: { type: 'ContactChanged', data: { ...base, profile: plain(kid, { ...profile, firstName: 'Bo' }) } },
  erased: { type: 'ContactChanged', data: { ...base, profile: { kid, erased: true } } },
  left: { type: 'ContactUnsubscribed', data: { topicId: null, occasion } },
  back: { type: 'ContactSubscribed', data: { topicId: null, occasion } },
  optedIn: { type: 'ContactSubscribed', data: { topicId, occasion } },
  optedOut: { type: 'ContactUnsubscribed', data: { topicId, occasion } },
  joined: { type: 'ContactAddedToSegment', data: { segmentId } },
  removed: { type: 'ContactRemovedFromSegment', data: { segmentId } },
  deleted: { type: 'ContactDeleted', data: { because: 'request' } },
  byForm: { type: 'ContactSubscribed', data: { topicId, occasion: { ...occasion, means: 'form', formId: idAt(70) } } },
  byOther: { type: 'ContactSubscribed', data: { topicId, occasion: { ...occasion, means: 'form', formId: idAt(72) } } },
  imported: { type: 'ContactCreated', data: { ...base, profile: plain(kid, profile) } },
  again: { type: 'ContactAddedToSegment', data: { segmentId } },
} satisfies Readonly<Record<string, ContactEvent>>;

const { documentAfter, redelivery } = ofStreams(contactsProjection, 'contact', events, {
  imported: { actor: { kind: 'system', id: 'importer' }, correlationId: idAt(71) },
  again: { actor: { kind: 'system', id: 'importer' }, correlationId: idAt(73) },
});

describe('the contacts projection', () => {
  it('shows a contact, found by its address, its names and its properties', () => {
    expect(documentAfter('created')).toEqual({
      id: idAt(1),
      teamId,
      ...profile,
      unsubscribed: false,
      isSubscribed: 1,
      topics: {},
      segments: {},
      joinedBy: 'api',
      forms: {},
      imports: {},
      tokens: [
        '=property:city:ulm',
        '=property:n:3',
        'ann',
        'ann.lee@example.com',
        'example.com',
        'lee@example.com',
        'ulm',
      ],
      createdAt: timeAt(1),
      updatedAt: timeAt(1),
    });
    expect(documentAfter('created', 'changed')).toMatchObject({ firstName: 'Bo', createdAt: timeAt(1) });
  });

  it('shows what was last said, and where it belongs', () => {
    expect(documentAfter('created', 'left', 'optedIn', 'joined')).toMatchObject({
      unsubscribed: true,
      isSubscribed: 0,
      topics: { [topicId]: 'opt_in' },
      segments: { [segmentId]: timeAt(4) },
      tokens: expect.arrayContaining([`=opt_in:${topicId}:`, `=segment:${segmentId}:`]),
    });
    expect(documentAfter('created', 'left', 'optedIn')).not.toMatchObject({
      tokens: expect.arrayContaining([`=subscribed:${topicId}:`]),
    });
    expect(documentAfter('created', 'optedIn')).toMatchObject({
      tokens: expect.arrayContaining([`=subscribed:${topicId}:`]),
    });
    const after = documentAfter('created', 'left', 'back', 'optedIn', 'optedOut', 'joined', 'removed');
    expect(after).toMatchObject({
      ...{ unsubscribed: false, topics: { [topicId]: 'opt_out' }, segments: {} },
      tokens: expect.arrayContaining([`=declined:${topicId}:`]),
    });
  });

  it('shows nobody who was deleted, or whose profile was erased', () => {
    expect(documentAfter('created', 'deleted')).toBeUndefined();
    expect(documentAfter('created', 'erased', 'joined')).toBeUndefined();
  });

  it('knows by what people joined, and finds them by it', () => {
    const [formId, importId] = [idAt(70), idAt(71)];
    const importer = { actor: { kind: 'system', id: 'importer' }, correlationId: importId } as const;
    const byForm = { topicId, occasion: { ...occasion, means: 'form', formId } } as const;
    const log = new RecordedLog();
    log.add(streamName('contact', idAt(1)), events.created, importer);
    log.add(streamName('contact', idAt(1)), { type: 'ContactSubscribed', data: byForm });
    log.add(streamName('contact', idAt(2)), events.created, { actor: { kind: 'system', id: 'recipient' } });
    const found = foldAll(contactsProjection, log.all);
    expect(JSON.parse(found.get(idAt(1)) ?? '')).toMatchObject({
      joinedBy: 'import',
      forms: { [formId]: timeAt(2) },
      imports: { [importId]: timeAt(1) },
      tokens: expect.arrayContaining([`=form:${formId}:`, `=import:${importId}:`]),
    });
    expect(JSON.parse(found.get(idAt(2)) ?? '')).toMatchObject({ joinedBy: 'form', forms: {}, imports: {} });
  });

  it('gives the same bytes in any batches and after any restart', redelivery);
});

import { contactTokens } from '../../src/projections/contacts/contact-tokens.js';
import { changeOneContact } from '../../src/application/contact/manage-contacts.js';
import { loadContact } from '../../src/application/contact/contact-streams.js';
import { personOf } from '../../src/application/contact/read-contacts.js';
import { putContact } from '../../src/application/contact/write-contact.js';
import { exportedContacts } from '../../src/application/export/exported-contacts.js';
import { applyRows } from '../../src/application/import/apply-chunk.js';
import { undoRows } from '../../src/application/import/undo-chunk.js';
import { valuesFor } from '../../src/application/broadcast/broadcast-content.js';
import { contactMessages } from '../../src/application/contact/webhook-messages.js';
import { payloadsIn } from '../../src/application/webhook/messages.js';
import type { ImportCreated } from '../../src/domain/import/events.js';
import { judgeOf } from '../../src/domain/segment/judge.js';
import { readFilter } from '../../src/domain/segment/filter.js';
import { isReservedKey } from '../../src/domain/contact-property/contact-property.js';
import {
  type ContactField,
  eachContactField,
  mergeTagOf,
  noContactFields,
} from '../../src/domain/shared/contact-fields.js';
import { contactStreams } from '../../src/domain/contact/events.js';
import { readBareAddress as readAddress } from '../../src/infrastructure/addresses/mailbox.js';
import { present } from '../../src/infrastructure/http/contacts/contacts.answers.js';
import {
  ChangeContactBody,
  CreateContactBody,
  fieldsIn,
} from '../../src/infrastructure/http/contacts/contacts.bodies.js';
import { readBody, readOrError } from '../../src/infrastructure/http/edge/field.js';
import { personData, personFile } from '../../src/infrastructure/http/readable-file/person-file.js';
import { contactsProjection, foldContact } from '../../src/projections/contacts/contacts.projection.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { recordSettings } from '../support/webhooks.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import fc, { runs } from '../support/properties.js';
import { context, ownWrites, teamId, World } from '../support/world.js';
import { readFile } from './import/reading/read-file.js';

const fields = eachContactField((key, row) => ({ key, mergeTag: mergeTagOf(row), ...row }));
const provenance = { context, region: null };
const occasion = { means: 'api-key', emailId: null, pageVersion: null, importId: null, visitor: null } as const;
const importId = '0195d6a0-0000-7000-8000-0000000000e1';
/** No word for nothing, and no other text of the test. */
const text = fc.stringMatching(/^Q[a-z]{3,12}$/);
const pair = fc.tuple(text, text).filter(([one, other]) => one !== other);
const noContent = {
  ...{ from: null, replyTo: null, subject: null, html: '', isTextDerived: false },
  ...{ variables: [], places: [], forbidden: [] },
};

/** A file as it is read, with its rows. */
function importOf(file: string) {
  const { plan } = readFile(file);
  if (plan === undefined || 'refused' in plan.found) throw new Error('not read');
  const { columns } = plan.found;
  // What is read of it to apply rows.
  const created = { teamId, columns, onConflict: 'upsert', segmentIds: [], topics: [], fileAt } as const;
  return { created: created as unknown as ImportCreated['data'], columns, rows: plan.samples, map: plan.columnMap };
}
const fileAt = '2099-01-01T00:00:00.000Z';
const named = { topicDefaults: new Map(), segments: new Map(), propertyTypes: new Map() };

describe.each(fields)('the field $wireName of a contact', ({ key, wireName, mergeTag, label, columnNames }) => {
  let world: World;
  let count = 0;
  beforeAll(async () => {
    world = await World.create();
  });

  const readStore = new MemoryReadStore();
  const ports = () => {
    return { ...world.process(), readStore, ownWrites, readAddress };
  };
  const others = fields.filter((each) => each.key !== key);
  const othersGiven = Object.fromEntries(others.map((each) => [each.wireName, 'Other']));

  /** A contact that has every field, this one with the value. */
  async function create(value: string) {
    const email = `c${(count += 1)}@example.com`;
    const body = readOrError(readBody(CreateContactBody, { email, ...othersGiven, [wireName]: value }, 'The body'));
    const written = await putContact(ports(), teamId, { fields: fieldsIn(body), consents: [], occasion }, provenance);
    if ('refused' in written) throw new Error(written.refused);
    return { email, id: written.id };
  }
  async function shown(id: string) {
    const document = foldContact((await loadContact(ports(), id)).events);
    if (document === undefined) throw new Error('no contact');
    return document;
  }
  const change = (id: string, sent: object) => {
    const body = readOrError(readBody(ChangeContactBody, sent, 'The body'));
    return changeOneContact(ports(), { context, key: { id }, fields: fieldsIn(body) });
  };
  const valuesOf = (document: Readonly<Record<ContactField, string | null>>) =>
    Object.fromEntries(fields.map((each) => [each.key, document[each.key]]));
  const allWith = (value: string | null) => ({ ...valuesOf(noContactFields), ...namedOther, [key]: value });
  const namedOther = Object.fromEntries(others.map((each) => [each.key, 'Other']));

  it('is created, changed alone and cleared', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([one, other]) => {
        const { id } = await create(one);
        expect(valuesOf(await shown(id))).toEqual(allWith(one));
        expect(await change(id, { [wireName]: other })).toEqual({ id });
        expect(valuesOf(await shown(id))).toEqual(allWith(other));
        await change(id, { [others[0]?.wireName ?? '']: 'Other' });
        expect(valuesOf(await shown(id))).toEqual(allWith(other));
        await change(id, { [wireName]: null });
        expect(valuesOf(await shown(id))).toEqual(allWith(null));
      }),
      { numRuns: runs(20) },
    );
  });

  it('is imported, the last word of all rows, and undone', async () => {
    await fc.assert(
      fc.asyncProperty(
        pair,
        fc.constantFrom(wireName, ...columnNames.join().split(',')),
        async ([one, other], name) => {
          const { email, id } = await create(one);
          const file = `email,${name}\n${email},${one}\n${email},${other}\n${email},\n`;
          const { created, rows, map } = importOf(file);
          // Some words are a given name in one language and all of a name in another.
          fc.pre(map.fullName === undefined);
          expect(map[key]).toBe(name);
          await applyRows(ports(), importId, created, rows, 1);
          expect(valuesOf(await shown(id))).toEqual(allWith(other));
          await undoRows(ports(), importId, created, rows);
          expect(valuesOf(await shown(id))).toEqual(allWith(one));
        },
      ),
      { numRuns: runs(20) },
    );
  });

  it('is in answers, webhooks, exports of the person and merge tags', async () => {
    const { email, id } = await create('Quux');
    const document = await shown(id);
    const { events } = await loadContact(ports(), id);
    expect(present(document)).toMatchObject({ ...othersGiven, [wireName]: 'Quux' });
    const payloads = payloadsIn(contactMessages, { recorded: events[0]!, events }, { recordSettings });
    expect(payloads).toMatchObject([{ type: 'contact.created', data: { [wireName]: 'Quux' } }]);
    const person = {
      ...{ address: email, exportedAt: document.createdAt, contact: document, segments: [], topics: [], consents: [] },
      ...{
        history: [],
        imports: [],
        suppression: null,
        emails: [],
        hasAllEmails: true,
        received: [],
        hasAllReceived: true,
      },
    };
    expect(personData(person).contact).toMatchObject({ [wireName]: 'Quux' });
    expect(personFile(person)).toMatch(new RegExp(`${label}</[a-z]+>\\s*<[a-z]+[^>]*>Quux`));
    const tags = { ...noContent, text: `{{{${mergeTag}}}} {{{contact.${wireName}}}}` };
    expect(valuesFor(tags, document, new Map())).toEqual({ [mergeTag]: 'Quux', [`contact.${wireName}`]: 'Quux' });
    expect(await personOf(ports(), teamId, email)).toMatchObject({ [mergeTag]: 'Quux' });
  });

  it('is found by its words and by filters', async () => {
    const { id } = await create('Quux');
    const document = await shown(id);
    expect(contactTokens(document)).toContain('quux');
    const judged = (value: string) => {
      const read = readFilter({ type: 'rule', field: wireName, operator: 'starts_with', value });
      if ('problem' in read) throw new Error(read.problem);
      return judgeOf(read.filter, named, 0).finds(document);
    };
    expect([judged('quu'), judged('Other')]).toEqual([true, false]);
    expect(isReservedKey(wireName)).toBe(true);
  });

  it('is in a file of all contacts, which an import reads', async () => {
    const { id } = await create('Quux');
    const change = { id, position: '1' as Position, document: await shown(id) };
    await readStore.apply(contactsProjection, [change], '1' as Position);
    const { columns, pages } = await exportedContacts(ports(), teamId, {});
    for await (const rows of pages(readStore)) {
      const file = [columns, ...rows].map((cells) => cells.join(',')).join('\n');
      expect(readFile(file).rows).toMatchObject([{ fields: { [key]: 'Quux' } }]);
    }
    expect.hasAssertions();
  });

  it('is null in events that were stored before it', () => {
    const [created] = contactStreams.events;
    const profile = { kid: 'k', value: { email: 'ann@example.com', properties: {} } };
    const read = created?.data.parse({ teamId, addressHash: 'h', profile });
    expect(read).toMatchObject({ profile: { value: { [key]: null } } });
  });
});

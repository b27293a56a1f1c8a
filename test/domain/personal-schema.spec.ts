import { z } from 'zod';
import { personal, personHash } from '../../src/domain/shared/event.js';
import { kidsOfPerson, unfoundPersonal } from '../../src/domain/shared/personal-schema.js';

const value = (kid: string) => ({ kid, iv: '', ct: '', tag: '' });
const text = personal(z.string());

describe('a personal value in the definition of an event', () => {
  it.each([
    ['beside a hash', z.object({ hash: personHash, text }), []],
    ['beside a list of hashes', z.object({ hashes: z.array(personHash).default([]), text }), []],
    ['with a hash around it', z.object({ hash: personHash.nullable(), all: z.array(z.object({ text })) }), []],
    ['that says how it goes', z.object({ text: personal(z.string(), { erased: 'by age' }).optional() }), []],
    ['alone', z.object({ text }), ['text']],
    ['beside what looks like a hash and is none', z.object({ addressHash: z.string(), text }), ['text']],
    ['with a hash inside of another part', z.object({ of: z.object({ hash: personHash }), text }), ['text']],
    ['in a list', z.object({ list: z.array(z.object({ text: text.nullable() })) }), ['list.text']],
    ['in one of several forms', z.object({ form: z.union([z.string(), z.object({ text })]) }), ['form.1.text']],
    ['described', z.object({ text: text.describe('a copy of the schema') }), ['text']],
    ['in a record', z.object({ by: z.record(z.string(), text) }), ['by.*']],
    ['where data cannot be followed', z.object({ hash: personHash, pair: z.tuple([text]) }), ['pair.0']],
  ])('%s', (_, schema, unfound) => {
    expect(unfoundPersonal(schema)).toEqual(unfound);
  });
});

describe('what of a person is in an event', () => {
  const schema = z.object({
    hashes: z.array(personHash),
    title: text,
    parts: z.array(z.object({ hash: personHash.nullable(), name: text, more: text.nullable() })),
    notes: z.record(z.string(), z.object({ text })),
    form: z.union([z.object({ text }), z.null()]),
  });
  const part = (hash: string | null, kid: string) => ({ hash, name: value(kid), more: null });
  const data = {
    hashes: ['ada', 'bo'],
    title: value('title'),
    parts: [part('ada', 'a'), part('bo', 'b'), part(null, 'c')],
    notes: { one: { text: value('note') } },
    form: { text: value('form') },
  };

  it.each([
    ['ada', ['title', 'a', 'note', 'form']],
    ['bo', ['title', 'b', 'note', 'form']],
    ['cy', []],
  ])('%s: what the nearest hash is beside or around', (person, kids) => {
    expect(kidsOfPerson(schema, data, person)).toEqual(kids);
  });
});

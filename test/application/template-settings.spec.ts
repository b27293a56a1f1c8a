import { expect, it } from '@jest/globals';
import { contentOf, noContent, type TemplateSettings } from '../../src/application/template/template-settings.js';
import type { WrittenDocument } from '../../src/domain/template/content.js';
import { findPlaces } from '../../src/infrastructure/html/find-places.js';

const document = (words: string): WrittenDocument => ({
  schema: 'posthorn.broadcast',
  version: 1,
  doc: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] },
  style: {},
});
const one = document('one');
const other = document('other');
const reading = {
  textOf: (html: string) => Promise.resolve(html),
  placesOf: async (html: string) => findPlaces(html),
};

it.each<[string, TemplateSettings, WrittenDocument | undefined]>([
  ['stays where something else is changed', { subject: 'Other' }, one],
  ['stays with another text', { text: 'Other' }, one],
  ['is replaced with its html', { html: '<p>other</p>', document: other }, other],
  ['goes with html by hand, as of programs that know no documents', { html: '<p>other</p>' }, undefined],
  ['goes where null is given', { document: null }, undefined],
])('the document of a template %s', async (_, settings, expected) => {
  const before = await contentOf(noContent, { html: '<p>one</p>', document: one }, reading);
  expect((await contentOf(before, settings, reading)).document).toEqual(expected);
});

import { isReservedKey } from '../../src/domain/contact-property/contact-property.js';
import { isObjectName } from '../../src/domain/shared/object-names.js';
import { mergeValues } from '../../src/domain/template/merge.js';

it.each([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'isPrototypeOf',
])('is no name for anything of a customer: %s', (name) => {
  expect([isObjectName(name), isReservedKey(name)]).toEqual([true, true]);
  // Also where a template was written before it was refused.
  const variables = [{ key: name, type: 'string', fallback: 'own' } as const];
  const content = { html: `{{{${name}}}}`, subject: null, text: '', variables, places: [] };
  expect(mergeValues(content, {}, {})).toEqual({ values: {} });
});

it('leaves all other names alone', () => {
  expect(['name', 'Constructor_name', 'proto', 'to_string'].filter(isObjectName)).toEqual([]);
});

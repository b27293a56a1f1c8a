import { z } from 'zod';
import { DeleteContactProperty } from '../../../application/in-use/delete-unused.js';
import {
  ChangeContactProperty,
  CreateContactProperty,
  GetContactProperty,
  ListContactProperties,
} from '../../../application/contact-property/contact-properties.js';
import {
  type FallbackValue,
  isReservedKey,
  propertyKeyPattern,
  type PropertyType,
} from '../../../domain/contact-property/contact-property.js';
import type { ContactPropertyDocument } from '../../../projections/contact-properties/contact-properties.projection.js';
import { invalid } from '../edge/errors/api-error.js';
import { Field, type FieldRule, required } from '../edge/field.js';
import { inList, readPage } from '../edge/page.js';
import { oneOf } from '../edge/rules.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import { deletionErrors, deletionRefusals, replacement, usedElsewhere } from '../in-use/in-use.js';
import { allOrPage, type Answer, id as idParameter } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { createdAt, listOf as examplesOf } from '../openapi/shared-examples.js';
import {
  changed,
  deleted,
  id,
  listOf,
  loggedText,
  oneChanged,
  oneDeleted,
  timestamp,
} from '../openapi/shared-schemas.js';

const object = 'contact_property' as const;
const types: readonly PropertyType[] = ['string', 'number'];
const maxTextCharacters = 2_000;

const key: FieldRule<string> = {
  schema: {
    type: 'string',
    pattern: propertyKeyPattern.source,
    'x-logged': true,
    description: 'The key of the property: 1 to 50 letters, digits, and underscores.',
  },
  parse(value, field) {
    if (typeof value !== 'string' || !propertyKeyPattern.test(value)) {
      return { problem: `Invalid \`${field}\` field. It must be 1 to 50 letters, digits and underscores.` };
    }
    return isReservedKey(value)
      ? { problem: `Invalid \`${field}\` field. Each contact has \`${value}\` already.` }
      : { value };
  },
};

const fallbackValue: FieldRule<FallbackValue> = {
  schema: {
    type: ['string', 'number', 'null'],
    maxLength: maxTextCharacters,
    description:
      'The value that is used for contacts without a value. It has the type of the property. Null: no fallback value.',
  },
  isNullable: true,
  parse(value, field) {
    const isText = typeof value === 'string' && value.length <= maxTextCharacters;
    return value === null || isText || (typeof value === 'number' && Number.isFinite(value))
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a string, a number or null.` };
  },
};

class CreatePropertyBody {
  @Field(key, required) key!: string;
  @Field(oneOf(types, { description: 'The type of the values. You cannot change it later.' }), required)
  type!: PropertyType;
  @Field(fallbackValue) fallback_value: FallbackValue | undefined;
}
class ChangePropertyBody {
  @Field(fallbackValue) fallback_value: FallbackValue | undefined;
}

const members = {
  id,
  key: loggedText,
  type: z.enum(['string', 'number']),
  fallback_value: z.union([z.string(), z.number()]).nullable(),
  created_at: timestamp,
};
const one = z.strictObject({ object: z.literal(object), ...members });

function present({ id, key, type, fallbackValue, createdAt }: ContactPropertyDocument): Answer<typeof one> {
  return { object, id, key, type, fallback_value: fallbackValue, created_at: restTimestamp(createdAt) };
}

const propertyId = '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3caa';
const made = { object, id: propertyId };
const request = { key: 'company_name', type: 'string', fallback_value: 'your company' } as const;
const shown = { object, id: propertyId, ...request, created_at: createdAt };

const createProperty = post({
  path: '/contact-properties',
  summary: 'Create a contact property',
  body: CreatePropertyBody,
  status: 201,
  answer: oneChanged(object),
  examples: { created: { summary: 'A property with a fallback value', request, answer: made } },
  runs: CreateContactProperty,
  input: ({ context, body: { key, type, fallback_value = null } }) => ({
    context,
    key,
    type,
    fallbackValue: fallback_value,
  }),
  present: changed(object),
});
const listProperties = get({
  path: '/contact-properties',
  isPageRead: true,
  summary: 'List contact properties, newest first',
  parameters: allOrPage,
  answer: listOf(one),
  examples: { list: { summary: 'A list with one property', answer: examplesOf(shown) } },
  runs: ListContactProperties,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(present),
});
const getProperty = get({
  path: '/contact-properties/{id}',
  isPageRead: true,
  summary: 'Get a contact property',
  answer: one,
  examples: { one: { summary: 'A property with a fallback value', answer: shown } },
  runs: GetContactProperty,
  input: ({ teamId, path }) => ({ teamId, propertyId: path.id }),
  present,
});
const changeProperty = patch({
  path: '/contact-properties/{id}',
  summary: 'Change the fallback value of a contact property',
  description: 'If you omit the value, it does not change. Null removes it.',
  body: ChangePropertyBody,
  answer: oneChanged(object),
  examples: {
    changed: { summary: 'A new fallback value', request: { fallback_value: 'your team' }, answer: made },
  },
  runs: ChangeContactProperty,
  input: ({ context, path, body: { fallback_value } }) => ({
    context,
    propertyId: path.id,
    fallbackValue: fallback_value,
  }),
  present: changed(object),
});
const deleteProperty = remove({
  path: '/contact-properties/{id}',
  summary: 'Delete a contact property',
  description: `Contacts no longer show their values of the property. ${usedElsewhere} The replacement does not change merge tags in the content of broadcasts.`,
  parameters: [idParameter, ...replacement.parameters],
  errors: deletionErrors,
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted property', answer: { ...made, deleted: true } } },
  runs: DeleteContactProperty,
  input: ({ context, path, query }) => ({ context, id: path.id, replaceWith: replacement.read(query).replaceWith }),
  present: deleted(object),
});

export const contactPropertiesHttp = httpPart({
  tag: { name: 'Contact properties', description: 'Custom fields of contacts.' },
  noun: 'Contact property',
  operations: [createProperty, listProperties, getProperty, changeProperty, deleteProperty],
  refusals: {
    'too-many': ({ most }) => invalid(`A team has at most ${most} properties of contacts. Delete one first.`),
    'key-taken': ({ key }) => invalid(`Invalid \`key\` field. There is a property \`${key}\` already.`),
    'wrong-type': () => invalid('Invalid `fallback_value` field. It must be of the type of the property.'),
    exists: () => invalid('Invalid `key` field. There is a property with this key already.'),
    ...deletionRefusals,
  },
});

import type { SaidConsent } from '../../../application/contact/contact-change.js';
import type { ContactKey } from '../../../application/contact/contact-streams.js';
import type { PropertyValue } from '../../../domain/contact/events.js';
import { byContactField, byContactWireName, type ContactWireName } from '../../../domain/shared/contact-fields.js';
import { ApiError } from '../edge/errors/api-error.js';
import { readBareAddress } from '../../addresses/mailbox.js';
import {
  AndFields,
  described,
  Field,
  type FieldRule,
  isEmpty,
  type Problem,
  required,
  withoutEmpty,
} from '../edge/field.js';
import { bareAddress } from '../edge/mailbox.js';
import { orNull, oneOf, textUpTo, trueOrFalse, uuid } from '../edge/rules.js';
import { isUuid } from '../edge/uuid.js';
import { allOrPage } from '../openapi/operation.js';
import { membersOf } from '../../../domain/shared/members.js';

const maxPropertyCharacters = 2_000;
const maxListed = 100;

type SentFields = Readonly<Record<ContactWireName, string | null | undefined>>;
/** What a body may say of each field of a contact. Older clients send an empty text where there is no name. */
const SentFields = class {} as new () => SentFields;
const contactFieldRules = byContactWireName((_key, { maxCharacters }) =>
  described(orNull(textUpTo(maxCharacters)), `At most ${maxCharacters} characters. Null clears the value.`),
);

type Properties = Readonly<Record<string, PropertyValue | null>>;

const properties: FieldRule<Properties> = {
  schema: {
    type: 'object',
    additionalProperties: {
      type: ['string', 'number', 'null'],
      maxLength: maxPropertyCharacters,
      description: 'The value of the property, which has the type of the property.',
    },
    description: 'The values of properties by key. Each value has the type of the property. Null clears a value.',
  },
  parse(value, field): { readonly value: Properties } | Problem {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { problem: `Invalid \`${field}\` field. It must be an object of property keys and values.` };
    }
    for (const [key, each] of Object.entries(membersOf(value))) {
      const isText = typeof each === 'string' && each.length <= maxPropertyCharacters;
      if (isText || (typeof each === 'number' && Number.isFinite(each)) || isEmpty(each)) continue;
      return {
        problem: `Invalid \`${field}.${key}\` field. It must be a string of at most ${maxPropertyCharacters} characters, a number or null.`,
      };
    }
    // What is an empty list or object is left out; the others are what they may be.
    const given = Object.entries(value as Properties).filter(([, each]) => each === null || typeof each !== 'object');
    return { value: Object.fromEntries(given) };
  },
};

/** Clients send objects, the contract says ids: both are read. */
export const segments: FieldRule<readonly string[]> = {
  schema: {
    type: 'array',
    maxItems: maxListed,
    items: {
      anyOf: [uuid.schema, { type: 'object', required: ['id'], properties: { id: uuid.schema } }],
    },
  },
  parse(value, field): { readonly value: readonly string[] } | Problem {
    const ids = listed(value)?.map((each) => (isObject(each) ? each['id'] : each));
    if (ids?.every(isUuid) !== true) {
      return { problem: `Invalid \`${field}\` field. It must be a list of at most ${maxListed} ids of segments.` };
    }
    return { value: [...new Set(ids.map((each) => each.toLowerCase()))] };
  },
};

/** What somebody gets of a topic. */
export const subscriptions = ['opt_in', 'opt_out'] as const;
const subscription = oneOf(subscriptions, {
  description:
    '`opt_in`: the contact is subscribed to the topic. `opt_out`: the contact is unsubscribed from the topic.',
});

export const topics: FieldRule<readonly SaidConsent[]> = {
  schema: {
    type: 'array',
    maxItems: maxListed,
    items: {
      type: 'object',
      required: ['id', 'subscription'],
      properties: { id: uuid.schema, subscription: subscription.schema },
    },
  },
  parse(value, field): { readonly value: readonly SaidConsent[] } | Problem {
    const list = listed(value);
    if (list === undefined) {
      return { problem: `Invalid \`${field}\` field. It must be a list of at most ${maxListed} topics.` };
    }
    const said = new Map<string, SaidConsent>();
    for (const [index, each] of list.entries()) {
      const item = isObject(each) ? each : {};
      const id = uuid.parse(item['id'], `${field}[${index}].id`);
      if ('problem' in id) return id;
      const chosen = subscription.parse(item['subscription'], `${field}[${index}].subscription`);
      if ('problem' in chosen) return chosen;
      said.set(id.value, { topicId: id.value, isSubscribed: chosen.value === 'opt_in' });
    }
    return { value: [...said.values()] };
  },
};

const unsubscribed = described(
  trueOrFalse,
  'Whether the contact is unsubscribed from all marketing. `false` resubscribes a contact that had unsubscribed.',
);

/** POST /contacts */
export class CreateContactBody extends SentFields {
  @AndFields(contactFieldRules) @Field(bareAddress, required) email!: string;
  @Field(unsubscribed) unsubscribed: boolean | undefined;
  @Field(properties) properties: Properties | undefined;
  @Field(described(segments, 'The IDs of the segments to add the contact to.')) segments: readonly string[] | undefined;
  @Field(described(topics, 'The subscriptions of the contact to topics.')) topics: readonly SaidConsent[] | undefined;
  @Field({
    ...uuid,
    schema: {
      ...uuid.schema,
      deprecated: true,
      description: 'The ID of a segment to add the contact to, for older clients. Use `segments` instead.',
    },
  })
  audience_id: string | undefined;
}

/** PATCH /contacts/{id or address} */
export class ChangeContactBody extends SentFields {
  @AndFields(contactFieldRules) @Field(bareAddress) email: string | undefined;
  @Field(unsubscribed) unsubscribed: boolean | undefined;
  @Field(properties) properties: Properties | undefined;
}

/** PATCH /contacts/{id or address}/topics */
export class ChangeContactTopicsBody {
  static readonly bareList = 'topics';
  @Field(described(topics, 'The subscriptions to change.'), required) topics!: readonly SaidConsent[];
}

export function consentsIn({
  unsubscribed,
  topics = [],
}: Pick<CreateContactBody, 'unsubscribed'> & Partial<Pick<CreateContactBody, 'topics'>>): readonly SaidConsent[] {
  return [...(unsubscribed === undefined ? [] : [{ topicId: null, isSubscribed: !unsubscribed }]), ...topics];
}

/** What a body says of the person, as the application names it. */
export function fieldsIn<Email extends string | undefined>(
  body: SentFields & { readonly email: Email; readonly properties: CreateContactBody['properties'] },
) {
  const { email, properties } = body;
  return { email, ...byContactField((_key, { wireName }) => body[wireName]), properties };
}

export const contactParameter = {
  in: 'path',
  name: 'contact',
  required: true,
  schema: { type: 'string' },
  description: 'The ID or the email address of the contact. You can URL-encode the address.',
};

/** The id or the address in a path. */
export function contactIn(path: string): ContactKey {
  if (isUuid(path)) return { id: path.toLowerCase() };
  const read = readBareAddress(path);
  if ('address' in read) return read;
  throw new ApiError(422, 'invalid_parameter', 'The path must name a contact by its id or its email address.');
}

function listed(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length <= maxListed ? withoutEmpty(value) : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const oneErrors = { 404: ['not_found'], 422: ['invalid_parameter'] } as const;
export const changeErrors = { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] } as const;
/** What every operation on one contact has. */
export const ofOne = { parameters: [contactParameter], errors: oneErrors };
/** A list of what one contact has. */
export const pageOfOne = {
  parameters: [contactParameter, ...allOrPage],
  errors: { ...oneErrors, 422: ['invalid_parameter', 'validation_error'] },
} as const;

import type { SuppressionOrigin, SuppressionScope } from '../../../domain/suppression/events.js';
import type { SuppressionFilter, SuppressionKey } from '../../../application/suppression/read-suppressions.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import {
  described,
  type Failure,
  Field,
  type FieldRule,
  isFailure,
  type Problem,
  readBody,
  required,
} from '../edge/field.js';
import { parseMailbox } from '../edge/mailbox.js';
import { isUuid } from '../edge/uuid.js';

const maxOfBatch = 100;

const address: FieldRule<string> = {
  schema: { type: 'string', format: 'email', 'x-logged': 'domains', description: 'The bare address, without a name.' },
  parse(value, field) {
    const mailbox = typeof value === 'string' ? parseMailbox(value) : undefined;
    if (mailbox !== undefined && mailbox.name === null) return { value: mailbox.address };
    return { problem: `Invalid \`${field}\` field. It must be an email address such as \`email@example.com\`.` };
  },
};

export const suppressionScopes: readonly SuppressionScope[] = ['all', 'bulk'];

const scope: FieldRule<SuppressionScope> = {
  schema: {
    type: 'string',
    enum: suppressionScopes,
    default: 'all',
    description: '`bulk`: only email of the bulk class (`X-Posthorn-Class`) is held. An extra of this server.',
  },
  parse(value, field) {
    const found = suppressionScopes.find((known) => known === value);
    return found === undefined
      ? { problem: `Invalid \`${field}\` field. It must be \`all\` or \`bulk\`.` }
      : { value: found };
  },
};

const id: FieldRule<string> = {
  schema: { type: 'string', format: 'uuid', description: 'The id of an entry.' },
  parse(value, field) {
    if (isUuid(value)) return { value: value.toLowerCase() };
    return { problem: `Invalid \`${field}\` field. Each must be a UUID.` };
  },
};

/** 1 to 100, each once. */
function listOf(rule: FieldRule<string>): FieldRule<readonly string[]> {
  return {
    schema: { type: 'array', items: rule.schema, minItems: 1, maxItems: maxOfBatch },
    parse(value, field): { readonly value: readonly string[] } | Problem {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      if (items.length < 1 || items.length > maxOfBatch) {
        return { problem: `Invalid \`${field}\` field. It must be a list of 1 to ${maxOfBatch}.` };
      }
      const read = new Set<string>();
      for (const item of items) {
        const one = rule.parse(item, field);
        if ('problem' in one) return one;
        read.add(one.value);
      }
      return { value: [...read] };
    },
  };
}

/** POST /suppressions */
export class AddSuppressionBody {
  @Field(address, required) email!: string;
  @Field(scope) scope: SuppressionScope | undefined;
}

/** POST /suppressions/batch/add */
export class AddSuppressionsBody {
  @Field(described(listOf(address), 'The addresses to put on the list.'), required) emails!: readonly string[];
  @Field(scope) scope: SuppressionScope | undefined;
}

/** POST /suppressions/batch/remove: one of the two. */
export class RemoveSuppressionsBody {
  @Field(described(listOf(address), 'The addresses to take off; not together with `ids`.'))
  emails: readonly string[] | undefined;
  @Field(described(listOf(id), 'The entries to take off; not together with `emails`.'))
  ids: readonly string[] | undefined;
}

export function readRemoveSuppressionsBody(raw: unknown): readonly SuppressionKey[] | Failure {
  const body = readBody(RemoveSuppressionsBody, raw, 'The request body');
  if (isFailure(body)) return body;
  const { emails, ids } = body;
  if (emails !== undefined && ids === undefined) return emails.map((email) => ({ address: email }));
  if (ids !== undefined && emails === undefined) return ids.map((each) => ({ id: each }));
  return emails === undefined
    ? { name: 'missing_required_field', message: 'Missing `emails` or `ids` field.' }
    : { name: 'validation_error', message: 'The `emails` and `ids` fields exclude each other.' };
}

export const suppressionOrigins: readonly SuppressionOrigin[] = ['bounce', 'complaint', 'manual'];

/** `origin` and `scope` of the query string of GET /suppressions. */
export function readSuppressionFilter(query: unknown): SuppressionFilter {
  const { origin, scope: held } = query as Readonly<Record<string, unknown>>;
  return { origin: oneOf('origin', suppressionOrigins, origin), scope: oneOf('scope', suppressionScopes, held) };
}

function oneOf<Value extends string>(parameter: string, values: readonly Value[], given: unknown): Value | undefined {
  if (given === undefined) return undefined;
  const found = values.find((known) => known === given);
  if (found === undefined) throw invalid(`The \`${parameter}\` parameter must be one of ${values.join(', ')}.`);
  return found;
}

/** The id or the address in a path. */
export function readSuppressionKey(text: string): SuppressionKey {
  const key = suppressionKeyOf(text);
  if (key !== undefined) return key;
  throw new ApiError(422, 'invalid_parameter', 'The path must name a suppression by its id or its email address.');
}

export function suppressionKeyOf(text: string): SuppressionKey | undefined {
  if (isUuid(text)) return { id: text.toLowerCase() };
  const mailbox = parseMailbox(text);
  return mailbox === undefined || mailbox.name !== null ? undefined : { address: mailbox.address };
}

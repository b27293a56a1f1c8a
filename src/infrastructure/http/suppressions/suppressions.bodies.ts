import type { SuppressionKey } from '../../../application/suppression/read-suppressions.js';
import type { SuppressionOrigin, SuppressionScope } from '../../../domain/suppression/events.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import { described, Field, type FieldRule, required } from '../edge/field.js';
import { readBareAddress } from '../../addresses/mailbox.js';
import { bareAddress } from '../edge/mailbox.js';
import { listOf, oneOf } from '../edge/rules.js';
import { isUuid } from '../edge/uuid.js';

export const origins: readonly SuppressionOrigin[] = ['bounce', 'complaint', 'manual'];
export const scopes: readonly SuppressionScope[] = ['all', 'bulk'];
const maxOfBatch = 100;

const scope = oneOf(scopes, {
  default: 'all',
  description:
    '`all`: no email is sent to the address. `bulk`: no email of the class `bulk` (`X-Posthorn-Class`) is sent to it. Posthorn only: other servers of this API do not have it.',
});
const origin = oneOf(origins, {
  default: 'manual',
  description:
    'The reason for the suppression. Set it to keep the reason that another service recorded. Posthorn only: other servers of this API do not have it.',
});
const entryIdRule: FieldRule<string> = {
  schema: { type: 'string', format: 'uuid', description: 'The ID of a suppression.' },
  parse(value, field) {
    if (isUuid(value)) return { value: value.toLowerCase() };
    return { problem: `Invalid \`${field}\` field. Each must be a UUID.` };
  },
};
const several = (rule: FieldRule<string>, description: string) => described(listOf(rule, 1, maxOfBatch), description);

/** POST /suppressions */
export class AddSuppressionBody {
  @Field(bareAddress, required) email!: string;
  @Field(scope) scope: SuppressionScope | undefined;
  @Field(origin) origin: SuppressionOrigin | undefined;
}
/** POST /suppressions/batch/add */
export class AddSuppressionsBody {
  @Field(several(bareAddress, 'The addresses to suppress.'), required) emails!: readonly string[];
  @Field(scope) scope: SuppressionScope | undefined;
  @Field(origin) origin: SuppressionOrigin | undefined;
}
/** POST /suppressions/batch/remove: one of the two. */
export class RemoveSuppressionsBody {
  @Field(several(bareAddress, 'The addresses to remove from the list. Do not combine it with `ids`.'))
  emails: readonly string[] | undefined;
  @Field(several(entryIdRule, 'The IDs of the suppressions to remove. Do not combine it with `emails`.'))
  ids: readonly string[] | undefined;
}

export function keysIn({ emails, ids }: RemoveSuppressionsBody): readonly SuppressionKey[] {
  if (emails !== undefined && ids === undefined) return emails.map((email) => ({ address: email }));
  if (ids !== undefined && emails === undefined) return ids.map((each) => ({ id: each }));
  throw emails === undefined
    ? new ApiError(422, 'missing_required_field', 'Missing `emails` or `ids` field.')
    : invalid('The `emails` and `ids` fields exclude each other.');
}

export const keyParameter = {
  in: 'path',
  name: 'suppression',
  required: true,
  schema: { type: 'string' },
  description: 'The ID of the suppression or its email address, URL-encoded.',
};

/** The id or the address in a path. */
export function keyIn(path: string): SuppressionKey {
  if (isUuid(path)) return { id: path.toLowerCase() };
  const read = readBareAddress(path);
  if ('address' in read) return read;
  throw new ApiError(422, 'invalid_parameter', 'The path must name a suppression by its id or its email address.');
}

import type { Permission } from '../../../domain/api-key/events.js';
import { isUuid } from '../edge/uuid.js';
import { type Failure, Field, type FieldRule, isFailure, readBody, required } from '../edge/field.js';
import { hasControlCharacters, noControlCharacters } from '../emails/body/text.js';

const maxNameCharacters = 50;

const keyName: FieldRule<string> = {
  schema: { type: 'string', minLength: 1, maxLength: maxNameCharacters, description: 'For people to know it by.' },
  parse(value, field) {
    if (typeof value !== 'string') return { problem: `Invalid \`${field}\` field. It must be a string.` };
    if (hasControlCharacters(value)) return noControlCharacters(field);
    const characters = [...value].length;
    if (characters >= 1 && characters <= maxNameCharacters) return { value };
    return { problem: `Invalid \`${field}\` field. It must have 1 to ${maxNameCharacters} characters.` };
  },
};

const permissions: readonly Permission[] = ['full_access', 'sending_access'];

const permission: FieldRule<Permission> = {
  schema: {
    type: 'string',
    enum: permissions,
    default: 'full_access',
    description: 'Everything, or sending only.',
  },
  parse(value, field) {
    const known = permissions.find((candidate) => candidate === value);
    if (known !== undefined) return { value: known };
    return {
      problem: `Invalid \`${field}\` field. It must be \`full_access\` or \`sending_access\`.`,
      name: 'invalid_access',
    };
  },
};

const domainId: FieldRule<string> = {
  schema: { type: 'string', format: 'uuid', description: 'Only with `sending_access`: the one domain to send from.' },
  parse(value, field) {
    return isUuid(value)
      ? { value: value.toLowerCase() }
      : { problem: `Invalid \`${field}\` field. It must be a UUID.` };
  },
};

/** POST /api-keys */
export class CreateApiKeyBody {
  @Field(keyName, required) name!: string;
  @Field(permission) permission: Permission | undefined;
  @Field(domainId) domain_id: string | undefined;
}

/** PATCH /api-keys/{id} */
export class RenameApiKeyBody {
  @Field(keyName, required) name!: string;
}

export function readCreateApiKeyBody(raw: unknown): CreateApiKeyBody | Failure {
  const body = readBody(CreateApiKeyBody, raw, 'The request body');
  if (isFailure(body) || body.domain_id === undefined || body.permission === 'sending_access') return body;
  return {
    name: 'validation_error',
    message: 'Invalid `domain_id` field. Only a key with the `sending_access` permission is restricted to a domain.',
  };
}

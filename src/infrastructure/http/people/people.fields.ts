import type { Role } from '../../../domain/team/events.js';
import { described, type FieldRule } from '../edge/field.js';
import { bareAddress } from '../edge/mailbox.js';
import { oneOf, text } from '../edge/rules.js';
import { hasControlCharacters, noControlCharacters } from '../edge/text.js';
import { isUuid } from '../edge/uuid.js';
import { membersOf } from '../../../domain/shared/members.js';

const maxNameCharacters = 100;
const minPasswordCharacters = 10;
const maxPasswordCharacters = 200;
const maxTokenCharacters = 2_000;
const maxAddressCharacters = 254;

/** A name that people see: of a person, a team, a passkey. */
export const shownName: FieldRule<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: maxNameCharacters,
    description: 'The name that is shown to users.',
  },
  parse(value, field) {
    if (typeof value !== 'string') return { problem: `Invalid \`${field}\` field. It must be a string.` };
    if (hasControlCharacters(value)) return noControlCharacters(field);
    const name = value.trim();
    if (name.length >= 1 && [...name].length <= maxNameCharacters) return { value: name };
    return { problem: `Invalid \`${field}\` field. It must have 1 to ${maxNameCharacters} characters.` };
  },
};

/** One address, without a name. */
export const emailAddress: FieldRule<string> = {
  schema: {
    type: 'string',
    format: 'email',
    maxLength: maxAddressCharacters,
    description: 'An email address without a display name.',
  },
  parse(value, field) {
    return typeof value === 'string' && hasControlCharacters(value)
      ? noControlCharacters(field)
      : bareAddress.parse(value, field);
  },
};

/** A password that is being chosen. Length is what counts (NIST SP 800-63B §3.1.1.2). */
export const newPassword: FieldRule<string> = {
  schema: {
    type: 'string',
    minLength: minPasswordCharacters,
    maxLength: maxPasswordCharacters,
    description: 'The new password.',
  },
  parse(value, field) {
    const characters = typeof value === 'string' ? [...value].length : 0;
    return typeof value === 'string' && characters >= minPasswordCharacters && characters <= maxPasswordCharacters
      ? { value }
      : {
          problem: `Invalid \`${field}\` field. It must have ${minPasswordCharacters} to ${maxPasswordCharacters} characters.`,
        };
  },
};

/** A typed credential or the token of a link: it is compared and never stored. */
export const credential = described(
  text(maxTokenCharacters),
  'The password, code, or token, exactly as entered or as in the link.',
);

const roles: readonly Role[] = ['admin', 'member', 'read-only'];

export const role = oneOf(roles, { description: 'The role of the user in the team.' });

/** What a browser's authenticator answered: a JSON object whose members the library checks. */
export const authenticatorResponse: FieldRule<Readonly<Record<string, unknown>>> = {
  schema: { type: 'object', description: 'The response of `navigator.credentials`, as JSON (WebAuthn Level 3).' },
  parse(value, field) {
    // Any object can be asked for any member.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: membersOf(value) }
      : { problem: `Invalid \`${field}\` field. It must be a JSON object.` };
  },
};

export type PrescribedProvider = { readonly provider: string; readonly domainId: string } | 'none';

/**
 * How people of a domain sign in. Null is an absent field, so that nothing is prescribed any more has a word of its
 * own.
 */
export const prescribedProvider: FieldRule<PrescribedProvider> = {
  schema: {
    oneOf: [
      {
        type: 'object',
        required: ['provider', 'domain_id'],
        properties: {
          provider: {
            type: 'string',
            description: 'The ID of a sign-in provider, from `GET /dashboard-api/sign-in-options`.',
          },
          domain_id: { type: 'string', format: 'uuid', description: 'The ID of a verified domain of the team.' },
        },
      },
      { const: 'none' },
    ],
    description:
      'The provider with which users with an address of this domain must sign in. `none` allows all sign-in methods.',
  },
  parse(value, field) {
    if (value === 'none') return { value };
    // Any object can be asked for any member.
    const given = membersOf(value);
    const { provider, domain_id: domainId } = given;
    return typeof provider === 'string' && isUuid(domainId)
      ? { value: { provider, domainId: domainId.toLowerCase() } }
      : { problem: `Invalid \`${field}\` field. It must have \`provider\` and \`domain_id\`, or be \`none\`.` };
  },
};

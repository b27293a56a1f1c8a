import { isReservedHeader } from '../../../domain/webhook/reserved-headers.js';
import { tags } from '../emails/body/tags.js';
import { described, type FieldRule, isEmpty, withoutEmpty } from '../edge/field.js';
import { isUuid } from '../edge/uuid.js';
import { membersOf } from '../../../domain/shared/members.js';

/* Options of an endpoint that the public contract does not have. */

const maxHeaders = 20;
const maxHeaderCharacters = 1_024;
/** RFC 9110 §5.6.2 and §5.5: a token, and visible ASCII with spaces between. */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/i;
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const maxDomains = 100;
const mostPerSecond = 1_000;

type Headers = readonly (readonly [name: string, value: string])[];

export const headersRule: FieldRule<Headers> = {
  schema: {
    type: 'object',
    maxProperties: maxHeaders,
    additionalProperties: { type: 'string', maxLength: maxHeaderCharacters },
    description: 'Headers to send with each message. Connection and signature headers can’t be set.',
  },
  parse(value, field) {
    const problem = (text: string) => ({ problem: `Invalid \`${field}\` field. ${text}` });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return problem('It must be an object of names and values.');
    }
    const given = Object.entries(membersOf(value));
    if (given.length > maxHeaders) return problem(`It holds at most ${maxHeaders} headers.`);
    const headers: [string, string][] = [];
    const names = new Set<string>();
    for (const [name, text] of given) {
      if (isEmpty(text)) continue;
      if (!headerName.test(name)) return problem('It holds something that is no name of a header.');
      if (isReservedHeader(name)) return problem(`The header ${name} is set by the server.`);
      if (names.has(name.toLowerCase())) return problem(`It holds the header ${name} twice.`);
      if (typeof text !== 'string' || text.length > maxHeaderCharacters || !headerValue.test(text)) {
        return problem(`The value of ${name} must be at most ${maxHeaderCharacters} characters of printable ASCII.`);
      }
      names.add(name.toLowerCase());
      headers.push([name, text]);
    }
    return { value: headers };
  },
};

export const domainIdsRule: FieldRule<readonly string[]> = {
  schema: {
    type: 'array',
    maxItems: maxDomains,
    items: { type: 'string', format: 'uuid' },
    description:
      'The IDs of the domains whose messages are sent: messages about the domains and their email. If empty, messages are sent regardless of the domain.',
  },
  parse(value, field) {
    const ids = Array.isArray(value) ? withoutEmpty(value) : [null];
    if (ids.length > maxDomains || !ids.every(isUuid)) {
      return { problem: `Invalid \`${field}\` field. It must be an array of at most ${maxDomains} ids of domains.` };
    }
    return { value: [...new Set(ids.map((id) => id.toLowerCase()))] };
  },
};

export const tagsRule = described(
  tags,
  'Tags that restrict messages to email with at least one of these tags. If empty, messages are sent regardless of tags.',
);

/** 0 on the wire is null: no limit. */
export const rateRule: FieldRule<number | null> = {
  schema: {
    type: 'integer',
    minimum: 0,
    maximum: mostPerSecond,
    description: 'The maximum number of messages per second. `0` sends them as fast as the endpoint answers.',
  },
  parse(value, field) {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > mostPerSecond) {
      return { problem: `Invalid \`${field}\` field. It must be a whole number from 0 to ${mostPerSecond}.` };
    }
    return { value: value === 0 ? null : value };
  },
};

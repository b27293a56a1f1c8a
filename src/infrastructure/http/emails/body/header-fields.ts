import {
  type RetryClass,
  retryClassOf,
  type TrackChoice,
  trackChoiceOf,
} from '../../../../domain/shared/accepted-email.js';
import { type MailAbout, oneClick } from '../../../../application/submission/mail-about.js';
import { asciiValue } from '../../../header-fields/ascii-value.js';
import { foldedField } from '../../../header-fields/fold.js';
import { grammarOf, repeatedField } from '../../../header-fields/grammar.js';
import { type FieldRule, isEmpty, type Problem } from '../../edge/field.js';
import { hasControlCharacters, noControlCharacters } from '../../edge/text.js';
import { isUuid } from '../../edge/uuid.js';
import { membersOf } from '../../../../domain/shared/members.js';

export interface HeaderFields {
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** From `X-Posthorn-Class`, which is not a header of the mail. */
  readonly retryClass: RetryClass;
  /** From `X-Posthorn-Topic` and `X-Posthorn-Unsubscribe`. */
  readonly about: MailAbout | undefined;
  /** From `X-Posthorn-Tracking`. */
  readonly track: TrackChoice | undefined;
}

const maxFields = 100;
const maxOctets = 64 * 1024;
/** RFC 5322 §2.1.1: a line holds 998 octets, and only white space can be folded. */
const maxUnbrokenOctets = 900;

/** Written by the service itself; a second one would make the mail ambiguous, or forge what it vouches for. */
const ownedNames = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'dkim-signature',
  'return-path',
  'received',
  'sender',
  'authentication-results',
]);
const ownedPrefixes = ['content-', 'resent-', 'arc-'];
const classHeader = 'x-posthorn-class';
const topicHeader = 'x-posthorn-topic';
const unsubscribeHeader = 'x-posthorn-unsubscribe';
const trackingHeader = 'x-posthorn-tracking';

/** `{ "Name": "value" }`: headers that the sender adds. */
export const headerFields: FieldRule<HeaderFields> = {
  schema: {
    type: 'object',
    additionalProperties: { type: 'string' },
    maxProperties: maxFields,
    description:
      'The headers to add. Three headers control delivery and are not sent: `X-Posthorn-Class` (`transactional`, `standard`, or `bulk`) sets how long delivery is retried. `X-Posthorn-Unsubscribe: one-click` adds unsubscribe links (RFC 8058) to an email without a `topic_id`. `X-Posthorn-Tracking` (`none`, `opens`, or `clicks`) limits what is tracked; it cannot track more than the domain does.',
  },
  parse(value, field) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { problem: `Invalid \`${field}\` field. It must be an object of header names and string values.` };
    }
    const entries = Object.entries(membersOf(value));
    if (entries.length > maxFields)
      return { problem: `Invalid \`${field}\` field. It holds at most ${maxFields} headers.` };
    const fields: (readonly [string, string])[] = [];
    let retryClass: RetryClass = 'standard';
    let about: MailAbout | undefined;
    let track: TrackChoice | undefined;
    let octets = 0;
    for (const [name, text] of entries) {
      if (isEmpty(text) && (text !== '' || name.toLowerCase().startsWith('x-posthorn-'))) continue;
      const problem = headerProblem(name, text, field);
      if (problem !== undefined) return problem;
      // `headerProblem` refuses every value that is not a string.
      const headerValue = text as string;
      octets += name.length + Buffer.byteLength(headerValue);
      const known = name.toLowerCase();
      if (known === topicHeader) {
        if (!isUuid(headerValue))
          return { problem: 'Invalid `X-Posthorn-Topic` header. It must be the id of a topic.' };
        about = { topicId: headerValue.toLowerCase() };
        continue;
      }
      if (known === unsubscribeHeader) {
        if (headerValue.toLowerCase() !== oneClick) {
          return { problem: 'Invalid `X-Posthorn-Unsubscribe` header. It must be `one-click`.' };
        }
        about ??= { topicId: null };
        continue;
      }
      if (known === trackingHeader) {
        track = trackChoiceOf(headerValue);
        if (track === undefined) {
          return { problem: 'Invalid `X-Posthorn-Tracking` header. It must be `none`, `opens` or `clicks`.' };
        }
        continue;
      }
      if (known !== classHeader) {
        fields.push([name, headerValue]);
        continue;
      }
      const chosen = retryClassOf(headerValue);
      if (chosen === undefined) {
        return { problem: 'Invalid `X-Posthorn-Class` header. It must be `transactional`, `standard` or `bulk`.' };
      }
      retryClass = chosen;
    }
    if (octets > maxOctets) return { problem: `Invalid \`${field}\` field. All headers together hold at most 64 KiB.` };
    const twice = repeatedField(fields.map(([name]) => name));
    if (twice !== undefined) {
      return { problem: `Invalid \`${field}\` field. An email has at most one \`${twice}\` header.` };
    }
    return { value: { fields, retryClass, about, track } };
  },
};

/**
 * RFC 5322 §2.2: a field name is printable ASCII without a colon. The name is shown only once it is known to be one.
 */
function headerProblem(name: string, value: unknown, field: string): Problem | undefined {
  if (name.length > 200 || !/^[!-9;-~]+$/.test(name)) {
    return { problem: `Invalid \`${field}\` field. A header name is printable ASCII without spaces and colons.` };
  }
  const lowerCase = name.toLowerCase();
  if (ownedNames.has(lowerCase) || ownedPrefixes.some((prefix) => lowerCase.startsWith(prefix))) {
    return { problem: `Invalid \`${field}\` field. The \`${name}\` header is set by the service.` };
  }
  if (typeof value !== 'string') {
    return { problem: `Invalid \`${field}\` field. The value of the \`${name}\` header must be a string.` };
  }
  if (hasControlCharacters(value)) return noControlCharacters(field);
  if (
    value.length > maxUnbrokenOctets &&
    value.split(' ').some((part) => Buffer.byteLength(part) > maxUnbrokenOctets)
  ) {
    return {
      problem: `Invalid \`${field}\` field. The \`${name}\` header has over ${maxUnbrokenOctets} bytes without a space.`,
    };
  }
  return syntaxProblem(name, value, field);
}

/** What is no text must be ASCII by its grammar, or become it (RFC 2047 §5), in lines that fit. */
function syntaxProblem(name: string, value: string, field: string): Problem | undefined {
  const grammar = grammarOf(name);
  if (grammar === 'text') return undefined;
  const written = asciiValue(grammar, value);
  if ('problem' in written) {
    return { problem: `Invalid \`${field}\` field. The \`${name}\` header has ${written.problem}.` };
  }
  if (foldedField(name, grammar, written.value) !== undefined) return undefined;
  return {
    problem: `Invalid \`${field}\` field. The \`${name}\` header has a line of over 998 bytes that cannot be folded.`,
  };
}

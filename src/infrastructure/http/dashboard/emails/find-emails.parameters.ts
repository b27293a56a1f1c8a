import type { EmailFilter } from '../../../../application/email/find-emails.js';
import { kinds } from '../../../../domain/email/judging/judgement.js';
import {
  type EmailKind,
  emailKinds,
  type LastEvent,
  lastEvents,
} from '../../../../projections/emails/emails.document.js';
import { asciiDomain } from '../../../addresses/ascii-domain.js';
import { expectedInstant, parseInstant } from '../../../config/fields/parse.js';
import { invalid } from '../../edge/errors/api-error.js';
import { isUuid } from '../../edge/uuid.js';
import { membersOf } from '../../../../domain/shared/members.js';

const maxSearchCharacters = 256;

/**
 * The filters of the page's list of mails, each absent or one value. `last_event` is what the page before this one
 * asks.
 */
export function readEmailFilter(query: unknown): EmailFilter {
  const given = membersOf(query);
  const { search, status = given['last_event'], from, to, domain, api_key: apiKey, tag, topic } = given;
  const { template, bounce_reason: bounceReason, kind } = given;
  return {
    ...(search === undefined ? {} : { search: readText('search', search, maxSearchCharacters) }),
    ...(status === undefined ? {} : { lastEvent: readStatus(status) }),
    ...(kind === undefined ? {} : { kind: readKind(kind) }),
    ...(from === undefined ? {} : { fromMs: readMoment('from', from) }),
    ...(to === undefined ? {} : { toMs: readMoment('to', to) }),
    ...(domain === undefined ? {} : { domain: readDomain(domain) }),
    ...(apiKey === undefined ? {} : { apiKeyId: readId('api_key', apiKey) }),
    ...(tag === undefined ? {} : { tag: readTag(tag) }),
    ...(topic === undefined ? {} : { topicId: readId('topic', topic) }),
    ...(template === undefined ? {} : { template: readTemplate(template) }),
    ...(bounceReason === undefined ? {} : { bounceReason: readReason(bounceReason) }),
  };
}

function readText(parameter: string, value: unknown, maxCharacters: number): string {
  if (typeof value === 'string' && value.length <= maxCharacters) return value;
  throw invalid(`The \`${parameter}\` parameter must be given once, with at most ${maxCharacters} characters.`);
}

/** In A-labels, lower case, as senders' addresses have it. What is no name is of no mail. */
function readDomain(value: unknown): string {
  const text = readText('domain', value, 253);
  return asciiDomain(text) || text.toLowerCase();
}

function readStatus(value: unknown): LastEvent {
  const found = lastEvents.find((known) => known === value);
  if (found === undefined) throw invalid(`The \`status\` parameter must be one of ${lastEvents.join(', ')}.`);
  return found;
}

function readKind(value: unknown): EmailKind {
  const found = emailKinds.find((known) => known === value);
  if (found === undefined) throw invalid(`The \`kind\` parameter must be one of ${emailKinds.join(', ')}.`);
  return found;
}

function readReason(value: unknown): string {
  if (typeof value === 'string' && Object.hasOwn(kinds, value)) return value;
  throw invalid(`The \`bounce_reason\` parameter must be one of ${Object.keys(kinds).join(', ')}.`);
}

/** In milliseconds since the epoch. */
function readMoment(parameter: string, value: unknown): number {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  if (instant === undefined) throw invalid(`The \`${parameter}\` parameter must be ${expectedInstant}.`);
  return Date.parse(instant);
}

function readId(parameter: string, value: unknown): string {
  if (!isUuid(value)) throw invalid(`The \`${parameter}\` parameter must be a valid UUID.`);
  return value.toLowerCase();
}

/** `id` or `id:version`. */
export function readTemplate(value: unknown): NonNullable<EmailFilter['template']> {
  const [, id, version] = (typeof value === 'string' ? /^([^:]+)(?::([1-9]\d{0,8}))?$/.exec(value) : null) ?? [];
  if (!isUuid(id)) throw invalid('The `template` parameter must be the id of a template, or `id:version`.');
  return { id: id.toLowerCase(), ...(version === undefined ? {} : { version: Number(version) }) };
}

/** `name` or `name:value`; neither of the two can have a colon. */
function readTag(value: unknown): NonNullable<EmailFilter['tag']> {
  const [, name, tagValue] =
    (typeof value === 'string' ? /^([A-Za-z0-9_-]{1,256})(?::([A-Za-z0-9_-]{1,256}))?$/.exec(value) : null) ?? [];
  if (name === undefined) throw invalid('The `tag` parameter must be the name of a tag, or `name:value`.');
  return tagValue === undefined ? { name } : { name, value: tagValue };
}

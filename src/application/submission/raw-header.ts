import {
  type EmailTag,
  isTagText,
  maxTags,
  type RetryClass,
  retryClassOf,
  type TrackChoice,
  trackChoiceOf,
} from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import type { HeaderField, MessageReader } from '../ports/message-reader.js';
import { type TemplateKey, templateKey } from '../template/template-streams.js';
import { type MailAbout, oneClick } from './mail-about.js';
import { membersOf } from '../../domain/shared/members.js';

/** The fields of a message's header that decide how it is accepted and sent. */
export interface RawHeader {
  /** Those that are sent, as they came and in their order. */
  readonly kept: readonly HeaderField[];
  /**
   * Those that count for a repeat: name in lower case, value on one line. None without a key: nothing is compared then.
   */
  readonly compared: readonly (readonly [name: string, value: string])[];
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly hasDate: boolean;
  /** As the sender wrote it; null where it wrote none. */
  readonly messageId: string | null;
  readonly tags: readonly EmailTag[];
  readonly retryClass: RetryClass;
  readonly about: MailAbout | undefined;
  readonly track: TrackChoice | undefined;
  readonly idempotencyKey: string | null;
  /** That the email is composed from; null: it is sent as it came. */
  readonly template: NamedTemplate | null;
}

/** A template by its id or alias, and a value for each variable. What the values must be, the template says. */
export interface NamedTemplate {
  readonly key: TemplateKey;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface HeaderRefused {
  readonly refused: 'from-not-valid' | 'header-not-valid';
  readonly message: string;
}

/** For the service, and never sent. */
const tagNames = ['resend-tag', 'posthorn-tag'];
const keyNames = ['resend-idempotency-key', 'posthorn-idempotency-key'];
const className = 'x-posthorn-class';
const topicName = 'x-posthorn-topic';
const unsubscribeName = 'x-posthorn-unsubscribe';
const trackingName = 'x-posthorn-tracking';
const templateName = 'x-posthorn-template';
const variablesName = 'x-posthorn-variables';
/**
 * Blind copies (RFC 5322 §3.6.3), what the last receiver writes (Return-Path, RFC 5321 §4.4; Authentication-Results,
 * RFC 8601), and what would name another sender or forwarder than the one that the signature is about.
 */
const removed = new Set([
  'bcc',
  'return-path',
  'sender',
  'authentication-results',
  ...tagNames,
  ...keyNames,
  className,
  topicName,
  unsubscribeName,
  trackingName,
  templateName,
  variablesName,
]);
const removedPrefixes = ['resent-', 'arc-'];

function isSent({ name }: HeaderField): boolean {
  const known = name.toLowerCase();
  return !removed.has(known) && !removedPrefixes.some((prefix) => known.startsWith(prefix));
}

/** Written by the service where it composes the message. */
const composed = new Set(['from', 'to', 'cc', 'reply-to', 'subject', 'date', 'message-id', 'mime-version', 'received']);

/** Fields of a message with a template that come from the composer, or are about a content that is not sent. */
export function isComposedHere({ name }: HeaderField): boolean {
  const known = name.toLowerCase();
  return composed.has(known) || known === 'dkim-signature' || known.startsWith('content-');
}

/** All but the tab and the line breaks between fields (RFC 5322 §2.2): programs end a value at them, or hide them. */
const forbiddenOctets = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/;

/** Another at each try of the same mail; of the content, the parts themselves are compared. */
const notCompared = new Set([
  'date',
  'message-id',
  'received',
  'dkim-signature',
  'content-type',
  'content-transfer-encoding',
  ...keyNames,
]);

const maxKeyCharacters = 256;
/** RFC 5322 §2.1.1: what fits a line. */
const maxMessageIdCharacters = 990;

export function readRawHeader(reader: MessageReader, fields: readonly HeaderField[]): RawHeader | HeaderRefused {
  const named = (...names: readonly string[]): readonly HeaderField[] =>
    fields.filter(({ name }) => names.includes(name.toLowerCase()));
  const mailboxes = (name: string): readonly Mailbox[] => named(name).flatMap((field) => reader.mailboxes(field));

  if (fields.some(({ bytes }) => forbiddenOctets.test(bytes.toString('latin1')))) {
    return invalid('A header field must not have control characters');
  }
  const [fromField, ...moreFrom] = named('from');
  const from = fromField === undefined || moreFrom.length > 0 ? undefined : reader.soleMailbox(fromField);
  if (from === undefined) return notOneFrom;
  // Programs differ in which of two they show. One that is not sent may stand there more often.
  const twice = reader.repeated(fields.filter(isSent));
  if (twice !== undefined) return invalid(`The message has more than one ${twice} field`);
  const tags = tagsOf(named(...tagNames).map((field) => reader.value(field)));
  if (tags === undefined) return invalid('A Posthorn-Tag field reads name=value, each 1 to 256 of A-Z a-z 0-9 _ -');
  const classes = named(className).map((field) => retryClassOf(reader.value(field)));
  const [retryClass = 'standard', ...moreClasses] = classes;
  if (classes.includes(undefined) || moreClasses.length > 0) {
    return invalid('X-Posthorn-Class must be transactional, standard or bulk');
  }
  const about = aboutOf(
    named(topicName).map((field) => reader.value(field)),
    named(unsubscribeName).map((field) => reader.value(field)),
  );
  if (about === 'not-valid') {
    return invalid('X-Posthorn-Topic must be the id of a topic, and X-Posthorn-Unsubscribe one-click');
  }
  const [track, ...moreTracks] = named(trackingName).map((field) => trackChoiceOf(reader.value(field)) ?? 'wrong');
  if (track === 'wrong' || moreTracks.length > 0) {
    return invalid('X-Posthorn-Tracking must be none, opens or clicks');
  }
  const template = templateOf(
    named(templateName).map((field) => reader.text(field)),
    named(variablesName).map((field) => reader.text(field)),
  );
  if (typeof template === 'string') return invalid(template);
  const keys = new Set(named(...keyNames).map((field) => reader.value(field)));
  const [idempotencyKey = null] = keys;
  if (keys.size > 1 || (idempotencyKey !== null && !isKey(idempotencyKey))) {
    return invalid(`Posthorn-Idempotency-Key must be one key of 1 to ${maxKeyCharacters} characters`);
  }
  const [messageIdField] = named('message-id');
  const [subject] = named('subject');
  const messageId = messageIdField === undefined ? '' : reader.text(messageIdField);
  return {
    kept: fields.filter(isSent),
    compared: idempotencyKey === null ? [] : comparedOf(reader, fields),
    from,
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    replyTo: mailboxes('reply-to'),
    subject: subject === undefined ? '' : reader.text(subject),
    hasDate: named('date').length > 0,
    messageId: messageId === '' ? null : messageId.slice(0, maxMessageIdCharacters),
    tags,
    retryClass,
    about,
    track,
    idempotencyKey,
    template,
  };
}

/** With the fields that are sent as every receiver takes them, or with SMTPUTF8 (RFC 6531) those that offer it. */
export function repairedHeader(
  reader: MessageReader,
  header: RawHeader,
  { smtpUtf8 }: { readonly smtpUtf8: boolean },
): RawHeader | HeaderRefused {
  const repair = reader.repaired(header.kept, { utf8: smtpUtf8 });
  if ('problem' in repair) return invalid(repair.problem);
  const { fields } = repair;
  if (fields === header.kept) return header;
  const from = fields.find(({ name }) => name.toLowerCase() === 'from');
  // What is signed is who was found to be the sender, and allowed to be.
  const isSame = from !== undefined && reader.soleMailbox(from)?.address === header.from.address;
  return isSame ? { ...header, kept: fields } : notOneFrom;
}

const notOneFrom: HeaderRefused = {
  refused: 'from-not-valid',
  message: 'The message needs one From field with exactly one address',
};

function comparedOf(reader: MessageReader, fields: readonly HeaderField[]): RawHeader['compared'] {
  return fields
    .map((field) => [field.name.toLowerCase(), reader.value(field)] as const)
    .filter(([name]) => !notCompared.has(name));
}

function invalid(message: string): HeaderRefused {
  return { refused: 'header-not-valid', message };
}

function tagsOf(values: readonly string[]): readonly EmailTag[] | undefined {
  const tags = values.map((value): EmailTag => {
    const at = value.indexOf('=');
    return { name: value.slice(0, Math.max(0, at)).trim(), value: value.slice(at + 1).trim() };
  });
  const valid = tags.every(({ name, value }) => isTagText(name) && isTagText(value));
  return valid && tags.length <= maxTags ? tags : undefined;
}

/** Each field at most once. */
function aboutOf(topics: readonly string[], ways: readonly string[]): MailAbout | undefined | 'not-valid' {
  const [topicId = null] = topics.map((topic) => topic.trim().toLowerCase());
  const [way] = ways.map((each) => each.trim().toLowerCase());
  if (topics.length > 1 || ways.length > 1 || (topicId !== null && !uuidPattern.test(topicId))) return 'not-valid';
  if (way !== undefined && way !== oneClick) return 'not-valid';
  return topicId === null && way === undefined ? undefined : { topicId };
}

const maxVariables = 100;

/** Each field at most once. A text says what is wrong. */
function templateOf(names: readonly string[], given: readonly string[]): NamedTemplate | null | string {
  const [name] = names;
  const [text = '{}'] = given;
  if (names.length > 1 || given.length > 1) {
    return 'The message has more than one X-Posthorn-Template or X-Posthorn-Variables field';
  }
  if (name === undefined) return given.length === 0 ? null : 'X-Posthorn-Variables needs X-Posthorn-Template beside it';
  if (name === '') return 'X-Posthorn-Template must be the id or the alias of a template';
  const variables = objectIn(text);
  if (variables === undefined || Object.keys(variables).length > maxVariables) {
    return `X-Posthorn-Variables must be a JSON object with at most ${maxVariables} members`;
  }
  return { key: templateKey(name), variables };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // JSON has no keys but strings.
    return isObject ? membersOf(value) : undefined;
  } catch {
    return undefined;
  }
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function isKey(key: string): boolean {
  return key.length >= 1 && key.length <= maxKeyCharacters;
}

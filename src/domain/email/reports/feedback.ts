import type { Complaint, Feedback } from './report.js';
import { addressOf, statusBlocks } from './status-fields.js';

const known: Readonly<Record<string, Feedback>> = {
  abuse: 'unwanted',
  fraud: 'unwanted',
  virus: 'unwanted',
  other: 'unwanted',
  'not-spam': 'wanted',
  'auth-failure': 'other',
};

/** The fields of a returned header that say which email it was. Names in lower case. */
export type ReturnedHeader = (name: string) => readonly string[];

/**
 * A feedback report (RFC 5965 §3). It has one type, of those that are registered: a new one may mean anything.
 * @returns undefined where it is none
 */
export function feedbackReport(fields: string, returned: ReturnedHeader): Complaint | undefined {
  const [block] = statusBlocks(fields);
  const types = valuesOf(fields, 'feedback-type');
  const [type] = types;
  if (block === undefined || type === undefined || types.length > 1 || !block.has('version')) return undefined;
  const mailFrom = addressOf(block.get('original-mail-from'));
  const traces = returnedEmail(returned);
  return {
    feedback: known[type.toLowerCase()] ?? 'other',
    ...traces,
    returnPaths: [...(mailFrom === null ? [] : [mailFrom]), ...traces.returnPaths],
    recipients: [...addressesIn(valuesOf(fields, 'original-rcpt-to')), ...traces.recipients],
  };
}

/** What the header of a returned email says of where it came from, and to whom it went. */
export function returnedEmail(returned: ReturnedHeader): Omit<Complaint, 'feedback'> {
  return {
    returnPaths: addressesIn(returned('return-path')),
    messageId: /<([^<>\s]{1,998})>/.exec(returned('message-id')[0] ?? '')?.[1] ?? null,
    leaveTokens: returned('list-unsubscribe').flatMap(
      (value) => value.match(/(?<=\/unsubscribe\/)[\w-]{46}(?=>)/g) ?? [],
    ),
    // Outlook.com writes it above the email that it gives back.
    recipients: addressesIn(returned('x-hmxmroriginalrecipient')),
  };
}

/** Each that is one: receivers put `redacted` or a hash in its place. */
function addressesIn(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => addressOf(value) ?? []);
}

/** A field that may stand several times. */
function valuesOf(fields: string, name: string): readonly string[] {
  const found = fields.replace(/\r?\n[ \t]+/g, ' ').matchAll(new RegExp(`^${name}[ \\t]*:(.*)$`, 'gim'));
  return [...found].slice(0, 100).map(([, value = '']) => value.trim());
}

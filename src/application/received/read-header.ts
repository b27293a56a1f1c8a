import type { ReceivedContent } from '../../domain/received/events.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import type { HeaderField, MessageReader } from '../ports/message-reader.js';

/** What of a header is known of a received email. */
export type ReadHeader = Pick<
  ReceivedContent,
  'from' | 'to' | 'cc' | 'replyTo' | 'subject' | 'messageId' | 'references'
> & {
  /** Servers that it has passed (RFC 5321 §4.4). */
  readonly hops: number;
};

/* All of it is one event, which has a limit: a header that says more is whole in the message. */
const mostMailboxes = 200;
const mostReferences = 50;
const mostSubjectCharacters = 2_000;
/** RFC 5322 §2.1.1: what fits a line. */
const mostIdCharacters = 990;

/** The fields of a header as it came: a line that is no field is passed over, as email clients do. */
export function fieldsIn(reader: MessageReader, section: Buffer): readonly HeaderField[] {
  const fields = reader.fields(section);
  if (fields !== undefined) return fields;
  const lines = section.toString('latin1').split(/(?<=\r\n)(?![ \t])/);
  return lines.flatMap((line) => reader.fields(Buffer.from(line, 'latin1')) ?? []);
}

/** Whatever a sender wrote, something is read. */
export function readHeader(reader: MessageReader, fields: readonly HeaderField[]): ReadHeader {
  const named = (name: string): readonly HeaderField[] => fields.filter((field) => field.name.toLowerCase() === name);
  const mailboxes = (name: string): readonly Mailbox[] => {
    const found: Mailbox[] = [];
    for (const field of named(name)) {
      if (found.length >= mostMailboxes) break;
      found.push(...reader.mailboxes(field));
    }
    return found.slice(0, mostMailboxes);
  };
  const text = (name: string): string => {
    const [first] = named(name);
    return first === undefined ? '' : reader.text(first);
  };
  const idsIn = (name: string): readonly string[] => text(name).match(/<[^<>\s]+>/g) ?? [];
  const references = [...new Set([...idsIn('references'), ...idsIn('in-reply-to')])];
  const known = references.filter((id) => id.length <= mostIdCharacters);
  const messageId = text('message-id').slice(0, mostIdCharacters);
  return {
    from: mailboxes('from')[0] ?? null,
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    replyTo: mailboxes('reply-to'),
    subject: text('subject').slice(0, mostSubjectCharacters),
    messageId: messageId === '' ? null : messageId,
    // The first began the thread, the last is what it answers.
    references: known.length > mostReferences ? [...known.slice(0, 1), ...known.slice(1 - mostReferences)] : known,
    hops: named('received').length,
  };
}

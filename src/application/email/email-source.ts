import { query } from '../access/use-case.js';
import { reveal } from '../../domain/shared/personal.js';
import type { RecipientRole } from '../../domain/shared/accepted-email.js';
import type { Attachment, MailComposer } from '../ports/mail-composer.js';
import { openMessage } from '../shared/sealed-message.js';
import { readAttachment } from './attachment-content.js';
import type { GetEmailPorts } from './get-email.js';
import { inLine, type OpenedEmail, openTeamEmail, readBody, type TakeBytes } from './read-email.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/** A mail as the RFC 5322 message that it is sent as, without our signatures. */
export interface GetEmailSource {
  readonly teamId: string;
  readonly emailId: string;
  /** For the message. */
  readonly takeBytes: TakeBytes;
}
/** Undefined when the email is erased or not this team's; `busy` when there was no memory for it. */
export type GetEmailSourceResult = Buffer | 'busy' | undefined;

export type EmailSourcePorts = GetEmailPorts & { readonly composer: MailComposer };

export const GetEmailSource = query({ name: 'GetEmailSource', need: 'read-only', run: getEmailSource });

/** Sealed, open, as base64, and joined. */
const copies = 5;

export async function getEmailSource(
  ports: EmailSourcePorts,
  { teamId, emailId, takeBytes }: GetEmailSource,
): Promise<GetEmailSourceResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  if (found === undefined || found.document.erased) return undefined;
  const { body, attachments } = found.document;
  const bytes = attachments.reduce((sum, { size }) => sum + size, body.sizeBytes);
  const read = await inLine(ports, [found], async () =>
    takeBytes(copies * bytes) ? { source: await sourceOf(ports, found) } : ('busy' as const),
  );
  return read === undefined || read === 'busy' ? 'busy' : read.source;
}

async function sourceOf(ports: EmailSourcePorts, found: OpenedEmail): Promise<Buffer | undefined> {
  const { body, raw } = found.document;
  const key = found.keyRing.get(body.kid);
  if (raw === undefined) return composed(ports, found);
  if (key?.state !== 'present') return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of openMessage(ports, { ...body, plainBytes: raw.sizeBytes }, key.key)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What came over REST is composed whenever it is sent: to the same bytes for the same mail. */
async function composed(ports: EmailSourcePorts, found: OpenedEmail): Promise<Buffer | undefined> {
  const accepted = acceptedIn(found.events)?.event;
  const content = accepted && reveal(accepted.data.content);
  const body = await readBody(ports, found);
  if (accepted === undefined || content === undefined || body === undefined) return undefined;
  const shown = (role: RecipientRole) =>
    accepted.data.recipients.flatMap((recipient) => (recipient.role === role ? (reveal(recipient.mailbox) ?? []) : []));
  const attachments: Attachment[] = [];
  for (const attachment of found.document.attachments) {
    const file = await readAttachment(ports, found, attachment);
    const { filename, contentType, contentId } = attachment;
    if (file !== undefined) attachments.push({ filename, contentType, contentId, content: file });
  }
  const { messageId, scheduledAt, createdAt } = found.document;
  const date = scheduledAt ?? createdAt;
  return ports.composer.compose({
    messageId,
    date,
    content,
    to: shown('to'),
    cc: shown('cc'),
    body,
    attachments,
    signingKeys: [],
  });
}

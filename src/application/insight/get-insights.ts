import type { EmailAccepted, EmailEvent } from '../../domain/email/events.js';
import { findingsOf, type InsightFinding } from '../../domain/insight/rules.js';
import type { BodyReference, EmailContent, RecipientRole } from '../../domain/shared/accepted-email.js';
import { formatMailbox } from '../../domain/shared/mailbox.js';
import { reveal } from '../../domain/shared/personal.js';
import { query } from '../access/use-case.js';
import { readAttachment } from '../email/attachment-content.js';
import type { GetEmailPorts } from '../email/get-email.js';
import { inLine, type OpenedEmail, openTeamEmail, readBody, takeBody, type TakeBytes } from '../email/read-email.js';
import type { HtmlReader } from '../ports/html-reader.js';
import type { EmailBody, MailComposer } from '../ports/mail-composer.js';
import type { Ports } from '../shared/ports.js';
import { openMessage } from '../shared/sealed-message.js';
import { attachedBytes, attachmentFacts } from './attachment-facts.js';
import { gatherFacts, type GatherPorts, type JudgedMail } from './gather-facts.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/** GET /emails/{id}/insights: what its checks say of an email that was accepted. */
export interface GetInsights {
  readonly teamId: string;
  readonly emailId: string;
  /** For the content. */
  readonly takeBytes: TakeBytes;
  readonly readHtml: HtmlReader;
}

/** Undefined when the email is not this team's. `busy`: the memory for it could not be had. */
export type GetInsightsResult = Insights | { readonly refused: 'busy' } | undefined;

export interface Insights {
  /** Its content is gone, so nothing can be said about it. */
  readonly erased: boolean;
  readonly findings: readonly InsightFinding[];
}

export type InsightPorts = GetEmailPorts & GatherPorts & { readonly composer: MailComposer };

export const GetInsights = query({ name: 'GetInsights', need: 'read-only', run: getInsights });

const busy = { refused: 'busy' } as const;
const gone: Insights = { erased: true, findings: [] };

export async function getInsights(
  ports: InsightPorts,
  { teamId, emailId, takeBytes, readHtml }: GetInsights,
): Promise<GetInsightsResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  if (found === undefined) return undefined;
  if (found.document.erased) return gone;
  const read = await inLine(ports, [found], async () =>
    takeBody(found, takeBytes) ? { mail: await judgedMail(ports, found, takeBytes) } : undefined,
  );
  if (read === undefined) return busy;
  if (read.mail === undefined) return gone;
  return { erased: false, findings: findingsOf(await gatherFacts(ports, read.mail, readHtml)) };
}

async function judgedMail(
  ports: InsightPorts,
  found: OpenedEmail,
  takeBytes: TakeBytes,
): Promise<JudgedMail | undefined> {
  const { document } = found;
  const body = await readBody(ports, found);
  const accepted = acceptedOf(found);
  const content = accepted && reveal(accepted.content);
  if (body === undefined || accepted === undefined || content === undefined) return undefined;
  const attempts = attemptsOf(found);
  return {
    teamId: document.teamId ?? '',
    domainId: document.domainId,
    from: content.from,
    headers: await headersOf(ports, found, content),
    body,
    bytes: await bytesOf(ports, found, accepted, body),
    attachments: await attachmentFacts(
      document.attachments.map((attachment) => ({
        ...attachment,
        bytes: attachment.size,
        read: async () => (takeBytes(copies * attachment.size) ? readAttachment(ports, found, attachment) : undefined),
      })),
    ),
    isBulk: accepted.retryClass === 'bulk' || accepted.subscription !== undefined,
    hasOwnUnsubscribeLinks: accepted.subscription?.isLinked === true,
    topicId: accepted.subscription?.topicId ?? null,
    attempts: attempts.flatMap(({ event }) => (event.data.mxSet === catcher ? [] : [{ tls: event.data.tls }])),
    triedAt: attempts.at(-1)?.position,
  };
}

/** An attachment sealed, and open. */
const copies = 2;
/** The receiver that stands for this machine: `mxSetOf`. */
const catcher = 'catcher';

function acceptedOf({ events }: OpenedEmail): EmailAccepted['data'] | undefined {
  return acceptedIn(events)?.event.data;
}

function attemptsOf({ events }: OpenedEmail) {
  return events.flatMap(({ event, position }) => {
    const known = event as EmailEvent;
    return known.type === 'DeliveryAttemptStarted' ? [{ event: known, position }] : [];
  });
}

async function headersOf(
  ports: InsightPorts,
  { document: { body, raw }, keyRing }: OpenedEmail,
  { headers, replyTo }: Pick<EmailContent, 'headers' | 'replyTo'>,
): Promise<JudgedMail['headers']> {
  const key = keyRing.get(body.kid);
  if (raw !== undefined) {
    return key?.state === 'present' ? headerOfRaw(ports, { ...body, plainBytes: raw.sizeBytes }, key.key) : [];
  }
  return withReplyTo(headers, replyTo);
}

export function withReplyTo(headers: JudgedMail['headers'], replyTo: EmailContent['replyTo']): JudgedMail['headers'] {
  return replyTo.length === 0 ? headers : [...headers, ['Reply-To', replyTo.map(formatMailbox).join(', ')]];
}

/** Size of the whole message; attachments are counted without being read. */
async function bytesOf(
  ports: InsightPorts,
  { document: { messageId, createdAt, raw, attachments } }: OpenedEmail,
  { content, recipients }: EmailAccepted['data'],
  body: EmailBody,
): Promise<number> {
  if (raw !== undefined) return raw.sizeBytes;
  const shown = (role: RecipientRole) =>
    recipients.flatMap((recipient) => (recipient.role === role ? (reveal(recipient.mailbox) ?? []) : []));
  const revealed = reveal(content);
  if (revealed === undefined) return 0;
  const message = { messageId, date: createdAt, content: revealed, to: shown('to'), cc: shown('cc'), body };
  return composedBytes(ports, message, attachments);
}

type MessageText = Omit<Parameters<MailComposer['compose']>[0], 'attachments' | 'signingKeys'>;

/** So much of html and of text is composed; what is beyond is taken to be like it. Characters. */
const mostComposed = 1_000_000;

/** Nearly: of a large body a part is composed. */
export async function composedBytes(
  { composer }: Pick<InsightPorts, 'composer'>,
  message: MessageText,
  attachments: readonly { readonly size: number }[],
): Promise<number> {
  const { html = '', text = '' } = message.body;
  const body = { html: html.slice(0, mostComposed), text: text.slice(0, mostComposed) };
  const composed = await composer.compose({ ...message, body, attachments: [], signingKeys: [] });
  const share = (html.length + text.length) / Math.max(1, body.html.length + body.text.length);
  const bytes = Math.round(composed.length * Math.max(1, share));
  return attachments.reduce((sum, { size }) => sum + attachedBytes(size), bytes);
}

/** More of a header is not read. Octets. */
const mostHeaderBytes = 256 * 1024;
const end = Buffer.from('\r\n\r\n');

/** The header fields of a message that came as RFC 5322 text, as people read them; none where they cannot be read. */
async function headerOfRaw(
  ports: Pick<Ports, 'blobs' | 'sealer' | 'reader'>,
  body: Pick<BodyReference, 'blobId' | 'kid'> & { readonly plainBytes: number },
  key: Buffer,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const range = { start: 0, end: Math.min(body.plainBytes, mostHeaderBytes) };
  const chunks: Buffer[] = [];
  for await (const chunk of openMessage(ports, body, key, range)) chunks.push(chunk);
  const beginning = Buffer.concat(chunks);
  const at = beginning.indexOf(end);
  const fields = ports.reader.fields(at === -1 ? beginning : beginning.subarray(0, at + 2));
  return (fields ?? []).map((field) => [field.name, ports.reader.text(field)] as const);
}

import type { MailComposer, MessageToCompose, SigningKey } from '../../application/ports/mail-composer.js';
import { composeWithAttachments } from './attached-parts.js';
import { composeBody } from './body-part.js';
import { addressField, headerField } from './header-field.js';

export interface MailComposerDependencies {
  /** Puts a signature by each key on top of a message. */
  readonly sign: (message: Buffer, keys: readonly SigningKey[], signedAt: Date) => Promise<Buffer>;
}

/**
 * Composes what the sender gave and nothing of ours: no X-Mailer, no Bcc. The signature is as old as the mail's date.
 */
export function createMailComposer({ sign }: MailComposerDependencies): MailComposer {
  return {
    async compose(message) {
      const date = new Date(message.date);
      return sign(await wholeMessage(message, composeHeaders(message, date)), message.signingKeys, date);
    },
  };
}

async function wholeMessage({ body, attachments, messageId }: MessageToCompose, headers: string): Promise<Buffer> {
  const entity = composeBody(body, messageId);
  if (attachments.length === 0) return Buffer.from(headers + entity);
  const readable = { entity, hasHtml: (body.html ?? '') !== '' };
  // Another seed: the two kinds of boundary must not be prefixes of each other.
  const attached = await composeWithAttachments(readable, attachments, `attachments ${messageId}`);
  return Buffer.concat([Buffer.from(headers), ...attached]);
}

/** Everything but the Content-* fields, which come with the body. */
function composeHeaders({ messageId, content, to, cc }: MessageToCompose, date: Date): string {
  const { from, replyTo, subject } = content;
  // At most one Reply-To, RFC 5322 §3.6: the parameter wins over a header of that name.
  const headers = content.headers.filter(([name]) => replyTo.length === 0 || name.toLowerCase() !== 'reply-to');
  return [
    headerField('Date', rfc5322Date(date)),
    addressField('From', [from]),
    ...(to.length > 0 ? [addressField('To', to)] : []),
    ...(cc.length > 0 ? [addressField('Cc', cc)] : []),
    // RFC 5322 §3.6.3 allows none; some receivers do not.
    ...(to.length === 0 && cc.length === 0 ? [headerField('To', 'undisclosed-recipients:;')] : []),
    ...(replyTo.length > 0 ? [addressField('Reply-To', replyTo)] : []),
    headerField('Subject', subject),
    headerField('Message-ID', messageId),
    ...headers.map(([name, value]) => headerField(name, value)),
    headerField('MIME-Version', '1.0'),
  ].join('');
}

/** RFC 5322 §3.3, in UTC. */
function rfc5322Date(time: Date): string {
  return time.toUTCString().replace('GMT', '+0000');
}

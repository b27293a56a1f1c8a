import { z } from 'zod';
import type { DataOf } from '../../shared/event.js';

export const smtpStep = z.enum([
  'dns',
  'connect',
  'greeting',
  'ehlo',
  'starttls',
  'auth',
  'mail',
  'rcpt',
  'data',
  'dot',
]);
/** `dns`: before any connection, what the DNS says of the receiver; its codes are our own. */
export type SmtpStep = z.output<typeof smtpStep>;

const fault = z.enum(['recipient', 'reputation', 'content', 'config', 'remote', 'route', 'unknown']);
/** Whose doing a refusal is. `recipient`: the address. `remote`: the other side, for now. `route`: the way there. */
export type Fault = z.output<typeof fault>;

const suppressWhen = z.enum(['never', 'at-once', 'repeated', 'stays-full']);
/**
 * Whether the address belongs on the suppression list: at once, when another mail gets the same reply, or when several
 * mails over some days found its mailbox full. Only a recipient's own fault ever does.
 */
export type SuppressWhen = z.output<typeof suppressWhen>;

const replyKind = z.enum([
  'no-mailbox',
  'no-domain',
  'inactive',
  'mailbox-full',
  'restricted',
  'too-large',
  'attachment',
  'content',
  'reputation',
  'policy',
  'rate',
  'too-many-recipients',
  'identity',
  'tls-required',
  'config',
  'passing',
  'route',
  'no-reply',
  'unknown',
]);
/** What kind of answer it was, in one word for a person; each kind answers the three questions in its own way. */
export type ReplyKind = z.output<typeof replyKind>;

const bounceType = z.enum(['Permanent', 'Transient', 'Undetermined']);
/** As senders' programs know bounces. */
export type BounceType = z.output<typeof bounceType>;

const bounceSubType = z.enum([
  'General',
  'NoEmail',
  'MailboxFull',
  'MessageTooLarge',
  'ContentRejected',
  'AttachmentRejected',
  'Undetermined',
]);
export type BounceSubType = z.output<typeof bounceSubType>;

export const replyJudgement = z.object({
  /** The version of the rules that judged. */
  rules: z.number(),
  kind: replyKind,
  fault,
  retry: z.boolean(),
  suppress: suppressWhen,
  bounceType,
  bounceSubType,
});
/** What a reply that took nothing means. The raw reply stays beside it, so that later rules can judge it again. */
export type ReplyJudgement = DataOf<typeof replyJudgement>;

/** What a kind says, before the reply's own code has its say. */
export interface KindMeaning {
  readonly fault: Fault;
  /** Tried again although the code is a 5xx: it is about us or about this hour, not about the recipient. */
  readonly retryFinal: boolean;
  readonly suppress: SuppressWhen;
  readonly bounce: readonly [BounceType, BounceSubType];
}

const kind = (
  fault: Fault,
  bounce: KindMeaning['bounce'],
  { retryFinal = false, suppress = 'never' }: Partial<Pick<KindMeaning, 'retryFinal' | 'suppress'>> = {},
): KindMeaning => ({ fault, retryFinal, suppress, bounce });

export const kinds: Readonly<Record<ReplyKind, KindMeaning>> = {
  'no-mailbox': kind('recipient', ['Permanent', 'NoEmail'], { suppress: 'repeated' }),
  'no-domain': kind('recipient', ['Permanent', 'NoEmail'], { suppress: 'repeated' }),
  inactive: kind('recipient', ['Permanent', 'General'], { suppress: 'repeated' }),
  'mailbox-full': kind('recipient', ['Transient', 'MailboxFull'], { suppress: 'stays-full' }),
  // The mailbox exists and takes mail from others: the next sender's may pass.
  restricted: kind('recipient', ['Transient', 'General']),
  'too-large': kind('content', ['Transient', 'MessageTooLarge']),
  attachment: kind('content', ['Transient', 'AttachmentRejected']),
  content: kind('content', ['Transient', 'ContentRejected']),
  reputation: kind('reputation', ['Transient', 'General'], { retryFinal: true }),
  // A bare "not allowed" may be about anything of ours; asking again and again makes it no better.
  policy: kind('reputation', ['Transient', 'General']),
  rate: kind('remote', ['Transient', 'General'], { retryFinal: true }),
  // RFC 5321 §4.5.3.1.10: a limit of one transaction. The next one takes the rest.
  'too-many-recipients': kind('remote', ['Transient', 'General'], { retryFinal: true }),
  // How our own address introduces itself (name, reverse DNS): put right while the mail waits.
  identity: kind('config', ['Transient', 'General'], { retryFinal: true }),
  // It was offered no TLS, or ours broke: the next connection may have it.
  'tls-required': kind('config', ['Transient', 'General'], { retryFinal: true }),
  config: kind('config', ['Transient', 'General']),
  passing: kind('remote', ['Transient', 'General'], { retryFinal: true }),
  route: kind('route', ['Transient', 'General']),
  'no-reply': kind('route', ['Transient', 'General'], { retryFinal: true }),
  unknown: kind('unknown', ['Undetermined', 'Undetermined']),
};

/** `dns`: before any connection, what the DNS says of the receiver; its codes are our own. */
export type SmtpStep = 'dns' | 'connect' | 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot';

/** Whose doing a refusal is. `recipient`: the address. `remote`: the other side, for now. `route`: the way there. */
export type Fault = 'recipient' | 'reputation' | 'content' | 'config' | 'remote' | 'route' | 'unknown';

/**
 * Whether the address belongs on the suppression list: at once, when another mail gets the same reply, or when several mails
 * over some days found its mailbox full. Only a recipient's own fault ever does.
 */
export type SuppressWhen = 'never' | 'at-once' | 'repeated' | 'stays-full';

/** What kind of answer it was, in one word for a person; each kind answers the three questions in its own way. */
export type ReplyKind =
  | 'no-mailbox'
  | 'no-domain'
  | 'inactive'
  | 'mailbox-full'
  | 'restricted'
  | 'too-large'
  | 'attachment'
  | 'content'
  | 'reputation'
  | 'policy'
  | 'rate'
  | 'identity'
  | 'config'
  | 'passing'
  | 'route'
  | 'no-reply'
  | 'unknown';

/** As senders' programs know bounces. */
export type BounceType = 'Permanent' | 'Transient' | 'Undetermined';
export type BounceSubType =
  | 'General'
  | 'NoEmail'
  | 'MailboxFull'
  | 'MessageTooLarge'
  | 'ContentRejected'
  | 'AttachmentRejected'
  | 'Undetermined';

/** What a reply that took nothing means. The raw reply stays beside it, so that later rules can judge it anew. */
export interface ReplyJudgement {
  /** The version of the rules that judged. */
  readonly rules: number;
  readonly kind: ReplyKind;
  readonly fault: Fault;
  readonly retry: boolean;
  readonly suppress: SuppressWhen;
  readonly bounceType: BounceType;
  readonly bounceSubType: BounceSubType;
}

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
  // How our own address introduces itself (name, reverse DNS): put right while the mail waits.
  identity: kind('config', ['Transient', 'General'], { retryFinal: true }),
  config: kind('config', ['Transient', 'General']),
  passing: kind('remote', ['Transient', 'General'], { retryFinal: true }),
  route: kind('route', ['Transient', 'General']),
  'no-reply': kind('route', ['Transient', 'General'], { retryFinal: true }),
  unknown: kind('unknown', ['Undetermined', 'Undetermined']),
};

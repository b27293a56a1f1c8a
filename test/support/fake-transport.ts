import type {
  EnvelopeRecipient,
  MailTransport,
  OutgoingTransaction,
  RecipientReply,
  TransactionResult,
} from '../../src/application/ports/mail-transport.js';
import type { SmtpStep } from '../../src/domain/email/judging/judgement.js';

/** A receiver that answers as a spec says, without a network: it keeps to the port, dot and all. */
export class FakeTransport implements MailTransport {
  /** Whose dot was written, one entry each time. */
  readonly dots: OutgoingTransaction[] = [];
  readonly transactions: OutgoingTransaction[] = [];
  /** RCPT's reply where it is not 250. */
  readonly rcpt = new Map<string, { readonly code: number; readonly text: string }>();
  dot: number | 'no reply' = 250;
  dotText = 'as the receiver says';
  unreachable = false;
  /** It takes so many recipients in a transaction. */
  mostRecipients = Number.POSITIVE_INFINITY;
  /** Refuses a message with such a recipient: at the dot, or before it. Alone it is the recipient's own refusal. */
  unknown: { readonly address: string; readonly at: 'data' | 'dot' } | undefined;
  /** The connection goes away between the claim and the dot. */
  lostBeforeDot = false;
  /** Before the claim is asked for: the data has been sent. */
  afterData: () => Promise<void> = async () => undefined;
  /** After the dot, before its reply. */
  afterDot: () => Promise<void> = async () => undefined;

  async reach({ recipients }: Parameters<MailTransport['reach']>[0]): Promise<TransactionResult | undefined> {
    return this.unreachable ? result(replies(recipients, 'connect', null, 'refused')) : undefined;
  }

  async send(transaction: OutgoingTransaction): Promise<TransactionResult> {
    this.transactions.push(transaction);
    if (this.unreachable) return result(replies(transaction.recipients, 'connect', null, 'refused'));
    const refused = transaction.recipients.filter(({ address }) => this.rcpt.has(address));
    const wanted = transaction.recipients.filter((recipient) => !refused.includes(recipient));
    const accepted = wanted.slice(0, this.mostRecipients);
    const rest = wanted.slice(this.mostRecipients).flatMap((recipient) => recipient.recipients);
    const answers = refused.flatMap((recipient) => {
      const { code = 0, text = '' } = this.rcpt.get(recipient.address) ?? {};
      return replies([recipient], 'rcpt', code, text);
    });
    if (accepted.length === 0) return result(answers);
    const recipients = accepted.flatMap((recipient) => recipient.recipients);
    const refusedAt = accepted.some(({ address }) => address === this.unknown?.address) ? this.unknown?.at : undefined;
    const asOne = (): TransactionResult =>
      accepted.length > 1
        ? { ...result(answers), apart: recipients, ...(rest.length === 0 ? {} : { rest }) }
        : { ...result([...answers, ...replies(accepted, refusedAt ?? 'dot', 550, 'No such user here')]), rest };
    if (refusedAt === 'data') return asOne();
    await this.afterData();
    const claimed = await transaction.beforeDot({ recipients, tls: null }).catch(() => false);
    if (!claimed || this.lostBeforeDot) return { ...result(answers), withheld: recipients };
    this.dots.push(transaction);
    await this.afterDot();
    if (refusedAt === 'dot') return asOne();
    if (this.dot === 'no reply') return { ...result(answers), unknown: replies(accepted, 'dot', null, 'no reply') };
    return { ...result([...answers, ...replies(accepted, 'dot', this.dot, this.dotText)]), rest };
  }

  concurrency(): number {
    return 1;
  }

  async close(): Promise<void> {
    return undefined;
  }
}

function result(answers: readonly RecipientReply[]): TransactionResult {
  return { replies: answers, unknown: [], withheld: [] };
}

function replies(
  recipients: readonly EnvelopeRecipient[],
  step: SmtpStep,
  code: number | null,
  text: string,
): RecipientReply[] {
  return recipients.map((recipient) => ({
    recipients: recipient.recipients,
    step,
    code,
    enhancedCode: null,
    text,
    host: 'mx.example.com',
    sharedBy: recipients.length,
  }));
}

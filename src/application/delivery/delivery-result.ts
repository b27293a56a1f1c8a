import { type ReceiverGroup, receiverGroupOf } from '../../domain/insight/health/receiver-group.js';
import type { EmailEvent, RecordedReply } from '../../domain/email/events.js';
import type { TlsProof } from '../../domain/shared/tls-proof.js';
import type { ReplyKind, SmtpStep } from '../../domain/email/judging/judgement.js';
import { reveal } from '../../domain/shared/personal.js';
import { mxSetOf, type Route } from '../ports/mail-transport.js';
import type { Attempt } from './attempt.js';

/** How an SMTP transaction ended for a recipient, or for all of them. */
export type DeliveryOutcome = 'delivered' | 'deferred' | 'bounced' | 'failed' | 'unknown' | 'abandoned' | 'suppressed';

/** Who took or refused it, in few words: by the hosts of large providers. `none`: no receiver was asked. */
export type Receiver = ReceiverGroup | 'relay' | 'sandbox' | 'none';

/** What became of one recipient in an attempt. No address is in it, and no text of a receiver. */
export interface DeliveryResult {
  readonly emailId: string;
  readonly attemptId: string;
  /** By number. */
  readonly recipient: number;
  readonly outcome: Extract<DeliveryOutcome, 'delivered' | 'deferred' | 'bounced' | 'unknown'>;
  readonly receiver: Receiver;
  /** Shown for large providers and the relay alone: another receiver's may name a person. */
  readonly host: string | null;
  /** As the log calls its set of hosts; null: no receiver was asked. */
  readonly mxSet: string | null;
  readonly step: SmtpStep;
  /** How the connection was protected; null where none got as far as the message. */
  readonly tls: TlsProof | null;
  /** Null without a reply. */
  readonly code: number | null;
  readonly enhancedCode: string | null;
  /** What the reply meant; null where the email was taken. */
  readonly kind: ReplyKind | null;
  /** Since the attempt was begun: look-ups and the wait for a connection are part of it. */
  readonly durationMs: number;
}

/** An attempt, and how its connection was protected; null where none got as far as the message. */
export type AttemptMade = Attempt & { readonly tls: TlsProof | null };

/** `route` null: none was found, or the receiver was not asked. */
export function resultsIn(
  event: EmailEvent,
  { emailId, attemptId, begunAtMs, tls }: Pick<AttemptMade, 'emailId' | 'attemptId' | 'begunAtMs' | 'tls'>,
  route: Route | null,
  nowMs: number,
): readonly DeliveryResult[] {
  const result = (
    outcome: DeliveryResult['outcome'],
    recipient: number,
    { step, code, enhancedCode, detail }: RecordedReply,
    kind: ReplyKind | null,
  ): DeliveryResult => {
    const found = reveal(detail)?.host ?? null;
    const receiver = receiverOf(route, found);
    const host = shownHost(route, found);
    const said = { host, mxSet: route && mxSetOf(route), tls, step, code, enhancedCode, kind };
    return { emailId, attemptId, recipient, outcome, receiver, ...said, durationMs: Math.max(0, nowMs - begunAtMs) };
  };
  switch (event.type) {
    case 'EmailDelivered':
      return [result('delivered', event.data.recipient, event.data.reply, null)];
    case 'DeliveryDeferred':
      return [result('deferred', event.data.recipient, event.data.reply, event.data.judgement?.kind ?? null)];
    case 'EmailBounced':
      return [result('bounced', event.data.recipient, event.data.reply, event.data.judgement?.kind ?? null)];
    case 'DeliveryOutcomeUnknown':
      return event.data.replies.map(({ recipient, reply }) => result('unknown', recipient, reply, null));
    default:
      return [];
  }
}

export function receiverOf(route: Route | null, host: string | null): Receiver {
  if (route === null) return 'none';
  if (route.kind !== 'mx') return route.kind === 'relay' ? 'relay' : 'sandbox';
  return host === null ? 'other' : receiverGroupOf(host);
}

/** @returns null where the name may be a person's. */
export function shownHost(route: Route | null, host: string | null): string | null {
  const receiver = receiverOf(route, host);
  return receiver === 'other' || receiver === 'none' ? null : host;
}

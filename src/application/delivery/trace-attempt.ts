import { spanIdOf, traceOfEmail } from '../../domain/shared/trace.js';
import type { RecipientReply, Route, TransactionResult } from '../ports/mail-transport.js';
import type { Span, SpanAttributes } from '../ports/tracer.js';
import type { Attempt } from './attempt.js';
import type { DeliveryPorts } from './delivery-ports.js';
import { receiverOf, shownHost } from './delivery-result.js';

/** One span for an attempt that has ended, under the span of the email's acceptance. `route` null: none was found. */
export function traceAttempt(
  { tracer, clock }: Pick<DeliveryPorts, 'tracer' | 'clock'>,
  attempt: Attempt,
  route: Route | null,
  result: Pick<TransactionResult, 'replies' | 'unknown' | 'withheld'>,
): void {
  if (tracer === null) return;
  const { emailId, attemptId, begunAtMs, provenance } = attempt;
  const { traceId, isSampled } = traceOfEmail(emailId, provenance.context.traceparent);
  if (!tracer.isSampled({ traceId, parentId: null, isSampled })) return;
  const endMs = clock.now();
  const [first] = [...result.replies.filter(isTaken), ...result.replies, ...result.unknown];
  tracer.record({
    traceId,
    spanId: spanIdOf(attemptId),
    parentId: spanIdOf(emailId),
    name: 'deliver email',
    kind: 'client',
    startMs: begunAtMs,
    endMs,
    attributes: attributesOf(attempt, route, result, first),
    events: first?.conversation === undefined ? [] : stagesOf(first.conversation, endMs),
    error: errorOf(result, first),
  });
}

type Ended = Parameters<typeof traceAttempt>[3];

function isTaken({ step, code }: RecipientReply): boolean {
  return step === 'dot' && code !== null && code < 300;
}

function countOf(replies: readonly RecipientReply[]): number {
  return replies.reduce((sum, { recipients }) => sum + recipients.length, 0);
}

function attributesOf(
  { emailId, attemptId }: Attempt,
  route: Route | null,
  { replies, unknown, withheld }: Ended,
  first: RecipientReply | undefined,
): SpanAttributes {
  const host = shownHost(route, first?.host ?? null);
  return {
    'messaging.system': 'posthorn',
    'messaging.operation.name': 'deliver',
    'messaging.operation.type': 'send',
    'messaging.message.id': emailId,
    'network.protocol.name': 'smtp',
    ...(host === null ? {} : { 'server.address': host }),
    'posthorn.attempt.id': attemptId,
    'posthorn.receiver': receiverOf(route, first?.host ?? null),
    'posthorn.recipients': countOf(replies) + countOf(unknown) + withheld.length,
    'posthorn.recipients.delivered': countOf(replies.filter(isTaken)),
    ...(first === undefined ? {} : { 'posthorn.smtp.step': first.step }),
    ...(first?.code == null ? {} : { 'posthorn.smtp.code': first.code }),
    ...(first?.enhancedCode == null ? {} : { 'posthorn.smtp.enhanced_code': first.enhancedCode }),
  };
}

function errorOf({ replies, unknown, withheld }: Ended, first: RecipientReply | undefined): string | null {
  if (replies.some(isTaken)) return null;
  if (unknown.length > 0) return 'outcome-unknown';
  if (first !== undefined) return first.code === null ? `no-reply-${first.step}` : String(first.code);
  return withheld.length > 0 ? 'withheld' : null;
}

/** Stages by what is said first in each. What follows the words may be an address, and stays out. */
const stages: readonly (readonly [name: string, begins: RegExp])[] = [
  ['connect', /^\* connected to /],
  ['reuse', /^\* over the connection of /],
  ['ehlo', /^> (?:EHLO|HELO) /],
  ['starttls', /^> STARTTLS/],
  ['tls', /^\* TLSv/],
  ['auth', /^> AUTH/],
  ['mail', /^> MAIL /],
  ['rcpt', /^> RCPT /],
  ['data', /^> DATA/],
  ['message', /^\* the message, /],
  ['dot', /^> \.$/],
  ['reply', /^< /],
];

/** The first of each stage, and the last reply. A conversation begins when the last line of it is this long over. */
function stagesOf(conversation: string, endMs: number): Span['events'] {
  const lines = conversation.split('\n').flatMap((line) => {
    const [, at, text = ''] = /^\+(\d+) (.*)$/.exec(line) ?? [];
    return at === undefined ? [] : [{ at: Number(at), text }];
  });
  const beganMs = endMs - (lines.at(-1)?.at ?? 0);
  return stages.flatMap(([name, begins]) => {
    const isOf = ({ text }: { readonly text: string }): boolean => begins.test(text);
    const line = name === 'reply' ? lines.findLast(isOf) : lines.find(isOf);
    return line === undefined ? [] : [{ name, atMs: beganMs + line.at }];
  });
}

import { traceAttempt } from '../../../src/application/delivery/trace-attempt.js';
import type { RecipientReply, Route } from '../../../src/application/ports/mail-transport.js';
import type { Span } from '../../../src/application/ports/tracer.js';
import type { Attempt } from '../../../src/application/delivery/attempt.js';

const emailId = '0195523f-1c00-7abc-8def-0123456789ab';
const attemptId = '0195523f-1d00-7abc-9def-0123456789ab';
const nowMs = 1_772_359_200_500;
const conversation = [
  '+0 * connected to mx1.ada.example [192.0.2.1]:25',
  '+20 < 220 mx1.ada.example',
  '+21 > EHLO mail.example.com',
  '+40 < 250 mx1.ada.example',
  '+41 > STARTTLS',
  '+60 < 220 go ahead',
  '+90 * TLSv1.3, TLS_AES_256_GCM_SHA384, certificate proven',
  '+91 > EHLO mail.example.com',
  '+110 < 250 mx1.ada.example',
  '+111 > MAIL FROM:<news@example.com>',
  '+112 > RCPT TO:<ada@ada.example>',
  '+130 < 250 ok',
  '+131 < 250 ok',
  '+140 > DATA',
  '+150 < 354 go',
  '+151 * the message, 900 bytes',
  '+170 > .',
  '+200 < 250 taken',
].join('\n');

function traced(
  route: Route | null,
  result: Partial<Parameters<typeof traceAttempt>[3]>,
  { traceparent = undefined as string | undefined, isSampled = true } = {},
): readonly Span[] {
  const spans: Span[] = [];
  const tracer = { isSampled: () => isSampled, record: (span: Span) => void spans.push(span) };
  const context = { teamId: 'team', actor: { kind: 'system', id: 'delivery' }, correlationId: 'request', traceparent };
  // What a span is made from.
  const attempt = { emailId, attemptId, begunAtMs: nowMs - 300, provenance: { context, region: null } } as Attempt;
  const clock = { now: () => nowMs, settledNow: () => nowMs, monotonicMs: () => 0 };
  traceAttempt({ tracer, clock }, attempt, route, { replies: [], unknown: [], withheld: [], ...result });
  return spans;
}

const reply = (said: Partial<RecipientReply>): RecipientReply => ({
  recipients: [0],
  step: 'dot',
  code: 250,
  enhancedCode: '2.0.0',
  text: '2.0.0 taken, ada',
  host: 'mx1.ada.example',
  ...said,
});
const mx: Route = { kind: 'mx', mxSet: 'k3j4', hosts: [['mx1.ada.example']] };

describe('the span of an attempt', () => {
  it('has the stages of the conversation at their times, and nothing that names a person', () => {
    const [span] = traced(mx, { replies: [reply({ conversation })] });
    expect(span).toStrictEqual({
      traceId: '0195523f1c007abc8def0123456789ab',
      spanId: '9def0123456789ab',
      parentId: '8def0123456789ab',
      name: 'deliver email',
      kind: 'client',
      startMs: nowMs - 300,
      endMs: nowMs,
      attributes: {
        'messaging.system': 'posthorn',
        'messaging.operation.name': 'deliver',
        'messaging.operation.type': 'send',
        'messaging.message.id': emailId,
        'network.protocol.name': 'smtp',
        'posthorn.attempt.id': attemptId,
        'posthorn.receiver': 'other',
        'posthorn.recipients': 1,
        'posthorn.recipients.delivered': 1,
        'posthorn.smtp.step': 'dot',
        'posthorn.smtp.code': 250,
        'posthorn.smtp.enhanced_code': '2.0.0',
      },
      events: [
        { name: 'connect', atMs: nowMs - 200 },
        { name: 'ehlo', atMs: nowMs - 179 },
        { name: 'starttls', atMs: nowMs - 159 },
        { name: 'tls', atMs: nowMs - 110 },
        { name: 'mail', atMs: nowMs - 89 },
        { name: 'rcpt', atMs: nowMs - 88 },
        { name: 'data', atMs: nowMs - 60 },
        { name: 'message', atMs: nowMs - 49 },
        { name: 'dot', atMs: nowMs - 30 },
        { name: 'reply', atMs: nowMs },
      ],
      error: null,
    });
    expect(JSON.stringify(span)).not.toMatch(/ada|news|192\.0\.2/);
  });

  it("is in the trace of the email's request", () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const [span] = traced(mx, { replies: [reply({})] }, { traceparent });
    expect(span).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentId: '8def0123456789ab' });
  });

  it.each([
    ['refused', mx, { replies: [reply({ step: 'rcpt', code: 550 })] }, '550', 'other'],
    ['not reached', mx, { replies: [reply({ step: 'connect', code: null })] }, 'no-reply-connect', 'other'],
    ['not routed', null, { replies: [reply({ step: 'dns', code: 550 })] }, '550', 'none'],
    ['cut off behind the dot', mx, { unknown: [reply({ code: null })] }, 'outcome-unknown', 'other'],
    ['held back', mx, { withheld: [0] }, 'withheld', 'other'],
    ['taken for one of two', mx, { replies: [reply({ code: 550 }), reply({})] }, null, 'other'],
    ['over the relay', { kind: 'relay' }, { replies: [reply({ host: 'smtp.relay.test' })] }, null, 'relay'],
  ] as const)('of one that was %s says so', (_what, route, result, error, receiver) => {
    const [span] = traced(route, result);
    expect(span).toMatchObject({ error, attributes: { 'posthorn.receiver': receiver } });
  });

  it('names the host of a relay', () => {
    const [span] = traced({ kind: 'relay' }, { replies: [reply({ host: 'smtp.relay.test' })] });
    expect(span?.attributes['server.address']).toBe('smtp.relay.test');
  });

  it('is not made where the trace is not recorded', () => {
    expect(traced(mx, { replies: [reply({})] }, { isSampled: false })).toStrictEqual([]);
  });
});

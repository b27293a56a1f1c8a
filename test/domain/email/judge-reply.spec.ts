import type { SmtpStep } from '../../../src/domain/email/judging/judgement.js';
import { judgeReply, rulesVersion } from '../../../src/domain/email/judging/judge-reply.js';
import { kinds, type ReplyKind } from '../../../src/domain/email/judging/judgement.js';
import { receiverReplies } from '../../support/receiver-replies.js';
import fc from '../../support/properties.js';

/** As receivers write it; the enhanced code is read from the text, as the SMTP client does. */
function judged(code: number, text: string, step: SmtpStep = 'rcpt') {
  const enhancedCode = /^([245]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? null;
  return judgeReply({ step, code, enhancedCode, text });
}

describe('what real receivers mean', () => {
  it.each(receiverReplies)('%i %s: %s', (code, text, kind, retry, suppress) => {
    expect(judged(code, text)).toMatchObject({ rules: rulesVersion, kind, fault: kinds[kind].fault, retry, suppress });
  });

  it.each<[number, string, string, string]>([
    [550, '5.1.1 User unknown', 'Permanent', 'NoEmail'],
    [550, '5.2.1 Mailbox disabled', 'Permanent', 'General'],
    [552, '5.2.2 Mailbox full', 'Transient', 'MailboxFull'],
    [552, '5.3.4 Message too big', 'Transient', 'MessageTooLarge'],
    [554, '5.7.1 Attachment type not allowed', 'Transient', 'AttachmentRejected'],
    [554, '5.6.0 Content rejected', 'Transient', 'ContentRejected'],
    [554, '5.7.1 Policy', 'Transient', 'General'],
    [550, 'no', 'Undetermined', 'Undetermined'],
  ])('%i %s is a bounce of type %s, %s', (code, text, bounceType, bounceSubType) => {
    expect(judged(code, text, 'dot')).toMatchObject({ bounceType, bounceSubType });
  });
});

describe('a refusal before any recipient was named', () => {
  it.each<[SmtpStep, number, string, ReplyKind, boolean]>([
    ['greeting', 554, 'No SMTP service here', 'reputation', true],
    ['greeting', 554, '5.1.1 nobody here', 'reputation', true],
    ['ehlo', 550, 'go away', 'reputation', true],
    ['starttls', 502, 'not implemented', 'passing', true],
    ['auth', 535, '5.7.8 Authentication credentials invalid', 'config', true],
    ['greeting', 521, 'this host accepts no mail', 'no-domain', false],
  ])('%s %i %s: %s', (step, code, text, kind, retry) => {
    expect(judged(code, text, step)).toMatchObject({ kind, retry });
  });

  it('no connection at all is the way there, and tried again', () => {
    const none = { step: 'connect', code: null, enhancedCode: null, text: 'connect ECONNREFUSED' } as const;
    expect(judgeReply(none)).toMatchObject({ kind: 'no-reply', fault: 'route', retry: true, suppress: 'never' });
  });
});

describe('what the DNS says of the way', () => {
  it.each<[number, string, ReplyKind, boolean]>([
    [556, '5.1.10', 'no-domain', false],
    [550, '5.1.2', 'no-domain', false],
    [550, '5.4.6', 'route', false],
    [451, '4.4.3', 'route', true],
  ])('%i %s: %s, and nobody is suppressed for it: no receiver has spoken', (code, enhancedCode, kind, retry) => {
    const reply = { step: 'dns', code, enhancedCode, text: 'our own word on a user unknown' } as const;
    expect(judgeReply(reply)).toMatchObject({ kind, retry, suppress: 'never' });
  });
});

describe('whatever a receiver writes', () => {
  const replies = fc.record({
    step: fc.constantFrom<SmtpStep>(
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
    ),
    code: fc.option(fc.integer({ min: 200, max: 599 })),
    enhancedCode: fc.option(
      fc
        .tuple(fc.constantFrom('4', '5'), fc.nat(9), fc.nat(40))
        .map(([first, subject, detail]) => `${first}.${subject}.${detail}`),
    ),
    text: fc.oneof(fc.string({ maxLength: 200 }), fc.constantFrom(...receiverReplies.map(([, text]) => text))),
  });

  it('a passing refusal is tried again and only a full mailbox is remembered', () => {
    fc.assert(
      fc.property(replies, (reply) => {
        fc.pre(reply.code !== null && reply.code < 500);
        const { retry, suppress } = judgeReply(reply);
        expect(retry).toBe(true);
        expect(['never', 'stays-full']).toContain(suppress);
      }),
    );
  });

  it('only what is the recipient’s fault is ever held against the address', () => {
    fc.assert(
      fc.property(replies, (reply) => {
        const { fault, suppress } = judgeReply(reply);
        if (fault !== 'recipient') expect(suppress).toBe('never');
      }),
    );
  });

  it('what is ours or the moment’s is tried again', () => {
    fc.assert(
      fc.property(replies, (reply) => {
        const { kind, retry } = judgeReply(reply);
        if (kinds[kind].retryFinal) expect(retry).toBe(true);
      }),
    );
  });
});

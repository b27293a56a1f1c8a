import type { SmtpStep } from '../../../src/domain/email/judging/judgement.js';
import { judgeReply, rulesVersion } from '../../../src/domain/email/judging/judge-reply.js';
import { kinds, type ReplyKind } from '../../../src/domain/email/judging/judgement.js';
import { judged, receivers } from '../../support/reply-fixtures.js';
import fc from '../../support/properties.js';

const fixtures = receivers.flatMap(({ replies }) => replies);

describe('what receivers mean', () => {
  it.each(receivers)('$who', ({ replies }) => {
    const wrong = replies.flatMap((reply) => {
      const { right, ...asked } = reply;
      const is = judged(reply);
      return JSON.stringify(is) === JSON.stringify(right) ? [] : [{ ...asked, right, is }];
    });
    expect(wrong).toEqual([]);
  });

  it('is tried on replies of many', () => {
    expect(receivers.length).toBeGreaterThanOrEqual(50);
    expect(fixtures.length).toBeGreaterThanOrEqual(450);
  });

  it.each<[string, string, string]>([
    ['550 5.1.1 User unknown', 'Permanent', 'NoEmail'],
    ['550 5.2.1 Mailbox disabled', 'Permanent', 'General'],
    ['552 5.2.2 Mailbox full', 'Transient', 'MailboxFull'],
    ['552 5.3.4 Message too big', 'Transient', 'MessageTooLarge'],
    ['554 5.7.1 Attachment type not allowed', 'Transient', 'AttachmentRejected'],
    ['554 5.6.0 Content rejected', 'Transient', 'ContentRejected'],
    ['554 5.7.1 Policy', 'Transient', 'General'],
    ['550 no', 'Undetermined', 'Undetermined'],
  ])('%s is a bounce of type %s, %s', (reply, bounceType, bounceSubType) => {
    const [, code = '', text = ''] = /^(\d+) (.*)$/.exec(reply) ?? [];
    const enhancedCode = /^5\.\d\.\d/.exec(text)?.[0] ?? null;
    const judgement = judgeReply({ step: 'dot', code: Number(code), enhancedCode, text, recipients: 1 });
    expect(judgement).toMatchObject({ rules: rulesVersion, bounceType, bounceSubType });
  });
});

describe('a refusal before any recipient was named', () => {
  it.each<[SmtpStep, string, ReplyKind, boolean]>([
    ['greeting', '554 No SMTP service here', 'reputation', true],
    ['ehlo', '550 go away', 'reputation', true],
    ['starttls', '502 not implemented', 'passing', true],
    ['auth', '535 5.7.8 Authentication credentials invalid', 'config', true],
  ])('%s %s: %s', (step, reply, kind, again) => {
    expect(judged({ step, recipients: 1, reply })).toMatchObject({ kind, again });
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
  ])('%i %s: %s, and no address is suppressed for it: no receiver has spoken', (code, enhancedCode, kind, retry) => {
    const reply = { step: 'dns', code, enhancedCode, text: 'our own word on a user unknown', recipients: 1 } as const;
    expect(judgeReply(reply)).toMatchObject({ kind, retry, suppress: 'never' });
  });
});

describe('whatever a receiver writes', () => {
  const beforeAnyRecipient = ['dns', 'connect', 'greeting', 'ehlo', 'starttls', 'auth', 'mail'] as const;
  const step = fc.constantFrom<SmtpStep>(...beforeAnyRecipient, 'rcpt', 'data', 'dot');
  const mailboxCodes = ['5.1.1', '5.1.6', '5.1.10', '5.2.1', '5.2.2'];
  const replies = fc.record({
    step,
    code: fc.option(fc.integer({ min: 200, max: 599 })),
    enhancedCode: fc.option(
      fc.oneof(
        fc.constantFrom(...mailboxCodes),
        fc
          .tuple(fc.constantFrom('4', '5'), fc.nat(9), fc.nat(40))
          .map(([first, subject, detail]) => `${first}.${subject}.${detail}`),
      ),
    ),
    text: fc.oneof(fc.string({ maxLength: 200 }), fc.constantFrom(...fixtures.map(({ reply }) => reply.slice(4)))),
    recipients: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
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

  it('no reply to MAIL, or to anything before it, suppresses an address', () => {
    fc.assert(
      fc.property(replies, fc.constantFrom(...beforeAnyRecipient), (reply, early) => {
        const { fault, suppress } = judgeReply({ ...reply, step: early });
        expect(suppress).toBe('never');
        if (early === 'mail') expect(fault).not.toBe('recipient');
      }),
      { numRuns: 1000 },
    );
  });

  it('nor does one to the message, where it was for several recipients or no code speaks of the mailbox', () => {
    const several = fc.option(fc.integer({ min: 2, max: 100 }), { nil: undefined });
    const late = fc.constantFrom('data', 'dot');
    fc.assert(
      fc.property(replies, several, late, (reply, recipients, at) => {
        expect(judgeReply({ ...reply, step: at, recipients }).suppress).toBe('never');
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(replies, late, (reply, at) => {
        fc.pre(!mailboxCodes.includes(reply.enhancedCode ?? '') && !reply.text.includes('#5.'));
        fc.pre(!['5.7.13', '5.7.17'].includes(reply.enhancedCode ?? '') && !reply.enhancedCode?.startsWith('4'));
        expect(judgeReply({ ...reply, step: at, recipients: 1 }).suppress).toBe('never');
      }),
      { numRuns: 1000 },
    );
  });

  const genuine = fixtures.filter(({ right }) => right.suppress !== 'never');
  const others = [
    ...['your IP is listed', 'sender address', 'envelope sender is in my badmailfrom list', 'MAIL FROM', 'relaying'],
    ...['policy', 'spam', 'reputation', 'DNSBL', 'blacklisted', 'SPF', 'DKIM', 'DMARC', 'your account', 'your domain'],
    ...['rate limited', 'too many messages', 'per hour', 'organization quota', 'authentication required', 'content'],
    ...[
      'Absender',
      'Emetteur',
      'Expéditeur',
      'remitente',
      'remetente',
      'mittente',
      'отправитель',
      '发件人',
      'client host',
    ],
    ...[
      'originator',
      'bad header',
      'BATV',
      'your quota',
      'trop de messages',
      'Sendelimit',
      'Inhalt',
      '垃圾邮件',
      'политика',
    ],
  ];

  it('one that names anybody or anything else is never about the mailbox, whatever stands before it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...genuine), fc.constantFrom(...others), fc.boolean(), ({ reply }, words, isLast) => {
        const lines = reply.split('\n');
        const [code] = /^\d{3}/.exec(reply) ?? [''];
        const extended = isLast ? `${reply} ${words}` : [`${code}-${words}`, ...lines].join('\n');
        expect(judged({ step: 'rcpt', recipients: 1, reply: extended }).suppress).toBe('never');
      }),
      { numRuns: 2000 },
    );
  });
});

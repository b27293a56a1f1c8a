import fc from 'fast-check';
import type { SmtpStep } from '../../../src/domain/email/events.js';
import { judgeReply, rulesVersion } from '../../../src/domain/email/judging/judge-reply.js';
import { kinds, type ReplyKind, type SuppressWhen } from '../../../src/domain/email/judging/judgement.js';

/** As receivers write it; the enhanced code is read from the text, as the SMTP client does. */
function judged(code: number, text: string, step: SmtpStep = 'rcpt') {
  const enhancedCode = /^([245]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? null;
  return judgeReply({ step, code, enhancedCode, text });
}

type Row = readonly [code: number, text: string, kind: ReplyKind, retry: boolean, suppress: SuppressWhen];

const noMailbox: readonly Row[] = [
  [
    550,
    "5.1.1 The email account that you tried to reach does not exist. Please try\n5.1.1 double-checking the recipient's email address for typos or\n5.1.1 unnecessary spaces.",
    'no-mailbox',
    false,
    'at-once',
  ],
  [
    550,
    '5.1.1 <nobody@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    'no-mailbox',
    false,
    'at-once',
  ],
  [
    550,
    '5.1.1 <spamhaus@example.com>: Recipient address rejected: User unknown in relay recipient table',
    'no-mailbox',
    false,
    'at-once',
  ],
  [550, '5.1.1 sorry, no mailbox here by that name. (#5.1.1)', 'no-mailbox', false, 'at-once'],
  [
    550,
    '5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    'no-mailbox',
    false,
    'at-once',
  ],
  [556, '5.1.10 Domain does not accept mail (null MX)', 'no-domain', false, 'at-once'],
  [550, '5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'no-mailbox', false, 'repeated'],
  [550, '5.5.0 Requested action not taken: mailbox unavailable', 'no-mailbox', false, 'repeated'],
  [550, 'Requested action not taken: mailbox unavailable', 'no-mailbox', false, 'repeated'],
  [550, 'No such user here', 'no-mailbox', false, 'repeated'],
  [550, 'Unrouteable address', 'no-mailbox', false, 'repeated'],
  [550, 'Invalid Recipient', 'no-mailbox', false, 'repeated'],
  [550, 'Mailbox not found', 'no-mailbox', false, 'repeated'],
  [551, 'user not local; please try <elsewhere@example.com>', 'no-mailbox', false, 'repeated'],
  [553, 'sorry, that recipient is not listed here', 'no-mailbox', false, 'repeated'],
  [554, "delivery error: dd This user doesn't have an example.com account", 'no-mailbox', false, 'repeated'],
  [550, '5.1.1 Not our Customer', 'no-mailbox', false, 'at-once'],
  [
    550,
    '5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
    'no-mailbox',
    false,
    'at-once',
  ],
  [550, '5.1.0 Address rejected.', 'no-mailbox', false, 'repeated'],
  [550, '5.1.6 Recipient has moved', 'no-mailbox', false, 'repeated'],
  [550, '5.7.17 Mailbox owner has changed', 'no-mailbox', false, 'repeated'],
  [
    450,
    '4.1.1 <nobody@example.com>: Recipient address rejected: unverified address: unknown user',
    'no-mailbox',
    true,
    'never',
  ],
  [550, '5.1.2 Bad destination system address', 'no-domain', false, 'repeated'],
  [521, 'example.com does not accept mail', 'no-domain', false, 'repeated'],
];

const mailbox: readonly Row[] = [
  [550, '5.2.1 The email account that you tried to reach is disabled.', 'inactive', false, 'repeated'],
  [550, '5.2.1 The email account that you tried to reach is inactive.', 'inactive', false, 'repeated'],
  [
    554,
    '30 Sorry, your message cannot be delivered. This mailbox is disabled (554.30).',
    'inactive',
    false,
    'repeated',
  ],
  [550, 'Account has been suspended', 'inactive', false, 'repeated'],
  [550, 'Mailbox is no longer in use', 'inactive', false, 'repeated'],
  [525, '5.7.13 User account disabled', 'inactive', false, 'repeated'],
  [552, "5.2.2 The recipient's inbox is out of storage space and inactive.", 'mailbox-full', false, 'stays-full'],
  [452, '4.2.2 The email account that you tried to reach is over quota.', 'mailbox-full', true, 'stays-full'],
  [552, '5.2.2 user over quota', 'mailbox-full', false, 'stays-full'],
  [552, 'Mailbox quota exceeded', 'mailbox-full', false, 'stays-full'],
  [550, 'Mailbox is full / Blocks limit exceeded', 'mailbox-full', false, 'stays-full'],
  [452, '4.2.2 Mailbox full', 'mailbox-full', true, 'stays-full'],
  [550, '5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required', 'restricted', false, 'never'],
  [550, "5.7.1 sender is on the recipient's block list", 'restricted', false, 'never'],
  [550, '5.7.2 Not allowed to write to this list', 'restricted', false, 'never'],
];

const ours: readonly Row[] = [
  [
    550,
    '5.7.1 [192.0.2.7 19] Our system has detected an unusual rate of\n5.7.1 unsolicited mail originating from your IP address.',
    'reputation',
    true,
    'never',
  ],
  [
    421,
    '4.7.0 [192.0.2.7 15] Our system has detected that this message is suspicious due to the very low reputation of the sending IP address.',
    'reputation',
    true,
    'never',
  ],
  [
    550,
    "5.7.1 Unfortunately, messages from [192.0.2.7] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    'reputation',
    true,
    'never',
  ],
  [550, '5.7.606 Access denied, banned sending IP [192.0.2.7]', 'reputation', true, 'never'],
  [
    421,
    '4.7.0 [TSS04] Messages from 192.0.2.7 temporarily deferred due to unexpected volume or user complaints',
    'reputation',
    true,
    'never',
  ],
  [553, '5.7.1 [BL21] Connections will not be accepted from 192.0.2.7', 'reputation', true, 'never'],
  [
    554,
    '5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org',
    'reputation',
    true,
    'never',
  ],
  [550, '5.1.1 Your IP is listed in our blacklist', 'reputation', true, 'never'],
  [554, 'Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.7', 'reputation', true, 'never'],
  [550, '5.7.1 <nobody@example.com>: Recipient address rejected: ERS-RBL.', 'reputation', true, 'never'],
  [550, '5.2.0 Mail rejete. Mail rejected. OFR_506 [506]', 'reputation', true, 'never'],
  [
    554,
    'IP=192.0.2.7 - A problem occurred. (Ask your postmaster for help or to contact us.)',
    'reputation',
    true,
    'never',
  ],
  [554, '5.7.1 The sending server has a poor reputation', 'reputation', true, 'never'],
  [550, 'Your network is blocked', 'reputation', true, 'never'],
  [550, '5.7.25 The IP address sending this message does not have a PTR record setup', 'identity', true, 'never'],
  [550, 'Client host rejected: cannot find your reverse hostname', 'identity', true, 'never'],
  [504, '5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname', 'identity', true, 'never'],
  [554, '5.7.9 Message not accepted for policy reasons', 'policy', false, 'never'],
  [550, '5.7.1 Message rejected due to local policy', 'policy', false, 'never'],
  [550, '5.7.1 Delivery not authorized', 'policy', false, 'never'],
  [
    550,
    "5.7.26 Unauthenticated email from example.com is not accepted due to domain's DMARC policy.",
    'config',
    false,
    'never',
  ],
  [550, '5.7.509 Access denied, sending domain does not pass DMARC verification', 'config', false, 'never'],
  [550, '5.7.23 SPF validation failed', 'config', false, 'never'],
  [550, '5.1.8 <news@example.com>: Sender address rejected: Domain not found', 'config', false, 'never'],
  [550, 'Sender verify failed', 'config', false, 'never'],
  [530, '5.7.0 Must issue a STARTTLS command first', 'config', false, 'never'],
  [530, '5.7.57 Client was not authenticated to send anonymous mail during MAIL FROM', 'config', false, 'never'],
  [555, 'MAIL FROM/RCPT TO parameters not recognized', 'config', false, 'never'],
];

const content: readonly Row[] = [
  [550, '5.7.1 Our system has detected that this message is likely unsolicited mail.', 'content', false, 'never'],
  [
    552,
    '5.7.0 This message was blocked because its content presents a potential security issue.',
    'attachment',
    false,
    'never',
  ],
  [554, '5.7.1 [CS01] Message rejected due to local policy', 'content', false, 'never'],
  [554, '5.6.0 Message contains a virus', 'content', false, 'never'],
  [550, 'spam detected', 'content', false, 'never'],
  [550, 'Mail content denied', 'content', false, 'never'],
  [554, '5.7.1 Attachment type .exe not allowed', 'attachment', false, 'never'],
  [552, '5.3.4 Message size exceeds fixed limit', 'too-large', false, 'never'],
  [552, '5.2.3 Your message exceeded the maximum message size', 'too-large', false, 'never'],
  [552, 'Message too large', 'too-large', false, 'never'],
];

const passing: readonly Row[] = [
  [
    450,
    '4.2.0 <nobody@example.com>: Recipient address rejected: Greylisted, see the help page',
    'passing',
    true,
    'never',
  ],
  [451, '4.7.1 Greylisting in action, please come back in 00:04:58', 'passing', true, 'never'],
  [550, '5.2.1 The user you are trying to contact is receiving mail too quickly.', 'rate', true, 'never'],
  [451, '4.7.500 Server busy. Please try again later from [192.0.2.7]. (S77719)', 'passing', true, 'never'],
  [452, '4.3.1 Insufficient system resources (UsedVersionBuckets)', 'passing', true, 'never'],
  [452, '4.5.3 Too many recipients', 'rate', true, 'never'],
  [552, '5.5.3 Too many recipients', 'rate', true, 'never'],
  [550, 'Connection frequency limited', 'rate', true, 'never'],
  [421, '4.7.0 Too many concurrent SMTP connections', 'rate', true, 'never'],
  [421, '4.3.2 Service shutting down', 'passing', true, 'never'],
  [451, 'Temporary local problem, please try later', 'passing', true, 'never'],
  [554, 'Temporary failure, please try again later', 'passing', true, 'never'],
  [554, '5.7.1 <nobody@example.com>: Relay access denied', 'route', false, 'never'],
  [550, '5.4.6 Mail loop detected', 'route', false, 'never'],
  [550, '5.4.4 Unable to route', 'route', false, 'never'],
  [550, 'no', 'unknown', false, 'never'],
  [554, '5.0.0 rejected', 'unknown', false, 'never'],
  [554, 'Transaction failed', 'unknown', false, 'never'],
  [599, 'as nobody ever said', 'unknown', false, 'never'],
];

const rows = [...noMailbox, ...mailbox, ...ours, ...content, ...passing];

describe('what real receivers mean', () => {
  it.each(rows)('%i %s: %s', (code, text, kind, retry, suppress) => {
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
    text: fc.oneof(fc.string({ maxLength: 200 }), fc.constantFrom(...rows.map(([, text]) => text))),
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

  it('a long text is judged in no time', () => {
    const text = `${'blocked using your ip '.repeat(40)}${'user '.repeat(200)}`.slice(0, 2000);
    const startedAt = process.hrtime.bigint();
    for (let round = 0; round < 100; round += 1) judged(550, text.replaceAll('blocked', 'b'));
    expect(Number(process.hrtime.bigint() - startedAt) / 1e6).toBeLessThan(2_000);
  });
});

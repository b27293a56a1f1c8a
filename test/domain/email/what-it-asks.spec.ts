import {
  asksForAnotherTransaction,
  asksForTls,
  speaksOfOneMailbox,
} from '../../../src/domain/email/judging/what-it-asks.js';

/** As a receiver writes it: `550 5.7.10 text`. */
function refusal(line: string) {
  const [, code = '', enhancedCode = null, rest = ''] =
    /^(\d{3}) ?((?:[245]\.\d+\.\d+)(?= |$))? ?(.*)$/.exec(line) ?? [];
  return { code: Number(code), enhancedCode, text: [enhancedCode, rest].filter(Boolean).join(' ') };
}

describe('a refusal in clear', () => {
  it.each([
    '530 5.7.0 Must issue a STARTTLS command first',
    '530 Must issue STARTTLS',
    '530',
    '550 5.7.10',
    '550 5.7.10 Encryption needed',
    '550 5.7.1 Must issue a STARTTLS command first',
    '550 5.7.0 TLS required',
    '550 TLS required',
    '523 5.7.10 Encryption Needed',
    '523 Encryption Needed',
    '538 5.7.11 Encryption required for requested authentication mechanism',
    '554 5.7.3 Message rejected: encryption required',
    '554 5.7.1 Session encryption is required',
    '451 4.7.5 TLS required',
    '451 5.7.3 STARTTLS is required to send mail',
    '454 4.7.0 TLS not available due to temporary reason',
    '421 4.7.10 A secure connection is required',
    '550 5.7.1 We do not accept unencrypted mail',
    '550 5.7.1 SSL only',
    '550 Verschlüsselung erforderlich',
    '550 5.7.1 Bitte verwenden Sie eine verschluesselte Verbindung',
    '550 5.7.1 Le chiffrement est obligatoire',
    '550 Se requiere una conexión cifrada (TLS)',
    '550 Требуется шифрование',
    '550 必须使用加密连接',
  ])('asks for TLS: %s', (line) => {
    expect(asksForTls(refusal(line))).toBe(true);
  });

  it.each([
    '550 5.1.1 User unknown',
    '550 5.1.1 <bob@ssl-shop.example>: User unknown',
    '550 5.1.1 bob@tls.example is unknown here',
    '554 5.7.1 Blocked, see https://www.tls.example/why',
    '554 5.7.1 Client host ssl.example.net [192.0.2.1] blocked',
    '530 5.7.0 Authentication required',
    '530 5.7.1 Client was not authenticated',
    '550 5.7.1 Relaying denied',
    '451 4.7.1 Greylisted',
    '250 2.0.0 taken over TLS',
  ])('does not: %s', (line) => {
    expect(asksForTls(refusal(line))).toBe(false);
  });

  it('asks for nothing where there is no reply', () => {
    expect(asksForTls({ code: null, enhancedCode: null, text: 'TLS required' })).toBe(false);
  });
});

describe('a refused recipient', () => {
  it.each([
    '452 4.5.3 Error: too many recipients',
    '452 4.5.3',
    '452 Too many recipients',
    '552 5.5.3 Too many recipients',
    '552 5.5.3',
    '550 5.5.3',
    '550 Too many recipients',
    '451 4.5.3 Too many recipients: Too many recipients',
    '431 Too many recipients.',
    '531 Too many recipients.',
    '452 4.5.3 Recipients belong to multiple regions ATTR38',
    '451 4.3.0 Multiple destination domains per transaction is unsupported. Please try again.',
    '450 4.7.1 Only one recipient at a time please',
    '452 4.3.0 One recipient per message',
  ])('goes in another transaction, whether or not others were accepted: %s', (line) => {
    expect([0, 3].map((accepted) => asksForAnotherTransaction(refusal(line), accepted))).toEqual([true, true]);
  });

  it.each(['552', '452', '552 Requested mail action aborted', '452 Requested action not taken'])(
    'goes in another transaction where others were accepted: %s',
    (line) => {
      expect([0, 1].map((accepted) => asksForAnotherTransaction(refusal(line), accepted))).toEqual([false, true]);
    },
  );

  it.each([
    '550 5.1.1 User unknown',
    '552 5.2.2 Mailbox full',
    '552 Mailbox is full',
    '452 4.2.2 The email account that you tried to reach is over quota',
    '452 4.3.1 Insufficient system storage',
    '552 5.3.4 Message size exceeds fixed limit',
    '450 4.2.0 Greylisted',
    '451 4.7.1 Try again later',
    '421 4.7.0 Too many connections',
    '250 2.1.5 Ok',
  ])('does not: %s', (line) => {
    expect(asksForAnotherTransaction(refusal(line), 5)).toBe(false);
  });
});

describe('a message refused for several recipients', () => {
  it.each([
    '550 5.1.1 <b@example.com>: user unknown',
    '554 5.1.1 No valid recipients',
    '550 No such user here',
    '550 5.2.1 The email account that you tried to reach is disabled',
    '552 5.2.2 Mailbox full',
    '452 4.2.2 The email account that you tried to reach is over quota',
    '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
    '556 Address unavailable.',
  ])('is sent to each of them where it speaks of one mailbox: %s', (line) => {
    expect(speaksOfOneMailbox(refusal(line))).toBe(true);
  });

  it.each([
    '550 5.1.1 User unknown, sender blocked',
    '550 5.7.1 Message rejected as spam',
    '552 5.3.4 Message size exceeds fixed limit',
    '554 5.7.1 <x>: Relay access denied',
    '451 4.7.1 Greylisted, try again later',
    '450 4.2.0 Greylisted',
    '452 4.3.1 Insufficient system storage',
    '550 5.7.26 Unauthenticated email is not accepted due to the DMARC policy',
    '554 Transaction failed',
    '421 4.3.2 Closing',
    '250 2.0.0 Ok',
  ])('is judged for all of them where it does not: %s', (line) => {
    expect(speaksOfOneMailbox(refusal(line))).toBe(false);
  });
});

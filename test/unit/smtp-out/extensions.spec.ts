import { noExtensions, parseExtensions } from '../../../src/infrastructure/smtp-out/extensions.js';

const offered = (...lines: string[]) => parseExtensions({ code: 250, enhancedCode: null, lines });

describe('what a receiver offers', () => {
  it('is nothing when it only greets, whatever it is called', () => {
    expect(offered('PIPELINING.example.com')).toEqual(noExtensions);
    expect(offered('PIPELINING')).toEqual(noExtensions);
  });

  it('is read whatever its case', () => {
    expect(
      offered('mx', 'pipelining', 'Size 1000', '8bitmime', 'SMTPUTF8', 'StartTLS', 'auth login plain', 'XUNKNOWN 1'),
    ).toEqual({
      pipelining: true,
      eightBitMime: true,
      smtpUtf8: true,
      dsn: false,
      startTls: true,
      maxSizeBytes: 1000,
      authMechanisms: ['LOGIN', 'PLAIN'],
      limits: { mails: null, recipients: null, recipientDomains: null },
    });
  });

  it.each([
    ['LIMITS RCPTMAX=20', { mails: null, recipients: 20, recipientDomains: null }],
    ['limits mailmax=5 rcptmax=1 rcptdomainmax=2', { mails: 5, recipients: 1, recipientDomains: 2 }],
    ['LIMITS RCPTMAX=0 MAILMAX=many OTHER=3', { mails: null, recipients: null, recipientDomains: null }],
  ])('knows the limits of %s (RFC 9422)', (line, limits) => {
    expect(offered('mx', line).limits).toEqual(limits);
  });

  it.each([
    ['SIZE', 0],
    ['SIZE 0', 0],
    ['SIZE 35882577', 35_882_577],
    ['SIZE many', 0],
  ])('knows the limit of %s', (line, maxSizeBytes) => {
    expect(offered('mx', line).maxSizeBytes).toBe(maxSizeBytes);
  });

  it('takes both spellings of AUTH together', () => {
    expect(offered('mx', 'AUTH PLAIN', 'AUTH=PLAIN LOGIN').authMechanisms).toEqual(['PLAIN', 'LOGIN']);
  });
});

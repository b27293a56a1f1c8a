import { noExtensions } from '../../../src/infrastructure/smtp-out/extensions.js';
import { planEnvelope } from '../../../src/infrastructure/smtp-out/envelope.js';

const all = { ...noExtensions, eightBitMime: true, smtpUtf8: true, dsn: true, maxSizeBytes: 0 };
const stream = { sizeBytes: 5_000_000, eightBit: true, utf8: false, chunks: () => (async function* () {})() };
const mail = {
  reversePath: 'bounce@example.com',
  recipients: [
    {
      recipients: [0],
      address: 'ada@one.test',
      dsn: { notify: ['SUCCESS', 'FAILURE'], orcpt: 'rfc822;ada+2Bx@one.test' },
    },
    { recipients: [1], address: 'bo@one.test', dsn: { notify: ['NEVER'], orcpt: null } },
  ],
  dsn: { ret: 'HDRS', envid: 'QQ314159' },
  message: Buffer.from('Subject: x\r\n\r\nHi\r\n'),
} as const;

describe('the commands of a transaction', () => {
  it('ask for notifications as the sender did, where the receiver offers them', () => {
    expect(planEnvelope(mail, all, 'mx')).toMatchObject({
      mail: 'MAIL FROM:<bounce@example.com> SIZE=18 RET=HDRS ENVID=QQ314159',
      rcpt: [
        'RCPT TO:<ada@one.test> NOTIFY=SUCCESS,FAILURE ORCPT=rfc822;ada+2Bx@one.test',
        'RCPT TO:<bo@one.test> NOTIFY=NEVER',
      ],
    });
    expect(planEnvelope(mail, { ...all, dsn: false }, 'mx')).toMatchObject({
      mail: 'MAIL FROM:<bounce@example.com> SIZE=18',
      rcpt: ['RCPT TO:<ada@one.test>', 'RCPT TO:<bo@one.test>'],
    });
  });

  it('carry nothing of a parameter that could be another command', () => {
    const [recipient] = mail.recipients;
    const dsn = { notify: ['NEVER\r\nDATA'], orcpt: 'rfc822;a b' };
    const forged = { ...mail, recipients: [{ ...recipient, dsn }], dsn: { ret: null, envid: 'x\r\nRSET' } };
    expect(planEnvelope(forged, all, 'mx')).toMatchObject({
      mail: 'MAIL FROM:<bounce@example.com> SIZE=18',
      rcpt: ['RCPT TO:<ada@one.test>'],
    });
  });

  it('announce 8-bit content of a message that is not held, and its size', () => {
    expect(planEnvelope({ ...mail, message: stream }, { ...all, dsn: false }, 'mx').mail).toBe(
      'MAIL FROM:<bounce@example.com> SIZE=5000000 BODY=8BITMIME',
    );
  });

  it.each([
    ['a stream', stream],
    ['a buffer', Buffer.from('Subject: x\r\n\r\nGrüße\r\n')],
  ])('are none where the receiver takes no 8-bit content: %s', (_what, message) => {
    const { recipients, refused } = planEnvelope({ ...mail, message }, noExtensions, 'mx');
    expect(recipients).toEqual([]);
    expect(refused).toMatchObject([
      { recipients: [0], code: 554, enhancedCode: '5.6.3' },
      { recipients: [1], code: 554, enhancedCode: '5.6.3' },
    ]);
  });

  it('are none for header fields in UTF-8 where the receiver does not know them', () => {
    const message = { ...stream, utf8: true };
    expect(planEnvelope({ ...mail, message }, { ...all, smtpUtf8: false }, 'mx').refused).toMatchObject([
      { code: 553, enhancedCode: '5.6.7' },
      { code: 553, enhancedCode: '5.6.7' },
    ]);
    expect(planEnvelope({ ...mail, message }, { ...all, dsn: false }, 'mx').mail).toMatch(/ BODY=8BITMIME SMTPUTF8$/);
  });
});

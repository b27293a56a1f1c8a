import { size } from '../../support/properties.js';
import { readMessage, shownCharacters } from '../../../src/infrastructure/catcher/read-message.js';

const read = (...lines: readonly string[]) => readMessage(Buffer.from(lines.join('\r\n')));

describe('a captured message, read for the page', () => {
  it('does not show the text of an attached email as its own', async () => {
    const { read: shown } = await read(
      ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'See the email.'],
      ...['--b', 'Content-Type: message/rfc822', '', 'Subject: Old', '', 'What it says.', '--b--', ''],
    );
    expect(shown.text?.trim()).toBe('See the email.');
  });

  it('has subject, html and headers as an email client shows them', async () => {
    const message = await read(
      'From: Sender <sender@posthorn.test>',
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Grüße</p>',
      '',
    );
    expect(message).toEqual({
      read: {
        subject: 'Grüße',
        html: expect.stringContaining('<p>Grüße</p>'),
        text: null,
        headers: [
          { name: 'From', value: 'Sender <sender@posthorn.test>' },
          { name: 'Subject', value: expect.any(String) },
          { name: 'Content-Type', value: 'text/html; charset=utf-8' },
        ],
      },
      isCut: false,
    });
  });

  it('in windows-1252 has its quotes', async () => {
    const head = 'Content-Type: text/plain; charset=windows-1252\r\n\r\n';
    const { read: shown } = await readMessage(Buffer.from(`${head}Don\x92t`, 'latin1'));
    expect(shown.text).toContain('Don’t');
  });

  it('is cut where a text or its headers are long', async () => {
    const long = 'x'.repeat(shownCharacters);
    const text = await read('Subject: a', '', `${long}yz`);
    expect(text).toMatchObject({ isCut: true, read: { text: long } });
    const headers = await read('Subject: a', `X-Long: ${long}`, 'X-After: b', '', 'text');
    expect(headers).toMatchObject({ isCut: true, read: { headers: [{ name: 'Subject', value: 'a' }] } });
  });

  it.each(['\n', '\r\n'])('is read up to so many lines, however short they are: %j', async (end) => {
    const message = await readMessage(Buffer.from(`Subject: a${end}${end}${`b${end}`.repeat(size(200_000))}`));
    expect(message).toMatchObject({ isCut: true, read: { subject: 'a' } });
    expect(message.read.text?.length).toBeLessThan(50_000);
    const whole = await readMessage(Buffer.from(`Subject: a${end}${end}${`b${end}`.repeat(19_000)}`));
    expect(whole).toMatchObject({ isCut: false, read: { text: 'b\n'.repeat(19_000) } });
  });
});

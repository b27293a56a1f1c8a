import PostalMime from 'postal-mime';
import { openRaw, openReceived } from '../../../src/application/received/open-received.js';
import type { MailAuthentication } from '../../../src/application/ports/mail-authentication.js';
import { getReceived } from '../../../src/application/received/read-received.js';
import { receiving } from '../../support/receiving.js';
import { lines } from '../../support/submitting.js';
import { teamId, useWorld, world } from '../../support/world.js';

const picture = 'iVBORw0KGgo=';
const full = lines(
  ...[
    'Received: from a.test by b.test; Sun, 29 Nov 2026 10:00:00 +0000',
    'From: =?utf-8?q?Ann_M=C3=BCller?= <ann@example.net>',
  ],
  ...['To: Support <support@example.com>, other@example.org', 'Cc: cy@example.org', 'Reply-To: reply@example.net'],
  ...['Subject: =?utf-8?b?V2hlcmUgaXMgaXQ/?=', 'Message-ID: <42@mail.example.net>', 'In-Reply-To: <41@example.com>'],
  ...['References: <40@example.com>', ' <41@example.com>', 'MIME-Version: 1.0'],
  ...['Content-Type: multipart/mixed; boundary=m', '', 'preamble', '--m'],
  ...['Content-Type: multipart/related; boundary=r', '', '--r', 'Content-Type: text/html; charset=iso-8859-1'],
  ...['Content-Transfer-Encoding: quoted-printable', '', '<p>caf=E9 <img src=3D"cid:logo@x"></p>', '--r'],
  ...['Content-Type: image/png', 'Content-ID: <logo@x>', 'Content-Disposition: inline; filename=logo.png'],
  ...['Content-Transfer-Encoding: base64', '', picture, '--r--', '--m', 'Content-Type: text/plain; name="a.txt"'],
  ...['Content-Disposition: attachment; filename="a.txt"', '', 'Order 42', '--m--'],
);

describe('an email that comes in', () => {
  useWorld();
  const read = async (html: 'data_uri' | 'cid' = 'data_uri') => {
    const [receivedId = ''] = await receiving(world).ids();
    const wanted = { teamId, receivedId, wantsPictures: html === 'data_uri', takeBytes: () => true };
    const found = await getReceived(world.process(), wanted);
    if (found === undefined || 'refused' in found) throw new Error('it is not there');
    return found;
  };
  const raw = async () => {
    const [receivedId = ''] = await receiving(world).ids();
    const opened = await openReceived(world.process(), receivedId);
    const chunks: Buffer[] = [];
    for await (const chunk of (opened && openRaw(world.process(), opened)) ?? []) chunks.push(chunk);
    return Buffer.concat(chunks).toString('latin1');
  };

  it.each([1, 7, 100_000])('is read as a mail program reads it, in chunks of %d bytes', async (chunkBytes) => {
    expect(await receiving(world).take(full, {}, chunkBytes)).toEqual({ taken: 'received' });
    const { document, body, headers, pictures } = await read();
    const program = await PostalMime.parse(full);
    expect(document).toMatchObject({
      from: `${program.from?.name} <${program.from?.address}>`,
      to: ['Support <support@example.com>', 'other@example.org'],
      cc: ['cy@example.org'],
      replyTo: ['reply@example.net'],
      receivedFor: ['support@example.com'],
      subject: program.subject,
      messageId: program.messageId,
      references: ['<40@example.com>', '<41@example.com>'],
      attachments: [
        { filename: 'logo.png', contentType: 'image/png', contentId: 'logo@x', disposition: 'inline', contentBytes: 8 },
        { filename: 'a.txt', contentType: 'text/plain', contentId: null, disposition: 'attachment', contentBytes: 8 },
      ],
    });
    expect(body?.html?.trim()).toBe(program.html?.trim());
    expect(pictures).toMatchObject([{ contentId: 'logo@x', content: Buffer.from(picture, 'base64') }]);
    expect(headers.get('in-reply-to')).toBe('<41@example.com>');
    expect(headers.get('received')?.split('\n')).toHaveLength(2);
  });

  it('is kept to the byte, below what this server says of how it came', async () => {
    await receiving(world).take(full);
    expect(await raw()).toMatch(
      /^Return-Path: <ann@example\.net>\r\nReceived: from mail\.example\.net \(\[192\.0\.2\.7\]\)\r\n by mx\.example\.com /,
    );
    expect((await raw()).endsWith(`\r\n${full}`)).toBe(true);
  });

  it.each([
    ['no header', lines('', 'Hello'), { subject: '', from: 'ann@example.net', messageId: null }],
    ['nothing at all', '', { subject: '', attachments: [] }],
    [
      'a line that is no field',
      lines('>From me', 'Subject: Hi', 'no field', 'To: x@example.com', '', 'Hello'),
      { subject: 'Hi' },
    ],
    ['a sender that is none', lines('From: me', 'Subject: Hi', '', 'x'), { from: 'ann@example.net' }],
    ['octets of no charset', Buffer.from('Subject: caf\xe9\r\n\r\n\xff\xfe', 'latin1'), { subject: 'café' }],
    ['a multipart without its boundary', lines('Content-Type: multipart/mixed', '', 'Hello'), { attachments: [] }],
    [
      'another email in it',
      lines('Content-Type: message/rfc822', '', 'Subject: Inner', '', 'x'),
      { attachments: [{ contentType: 'message/rfc822' }] },
    ],
  ])('is taken with %s', async (_what, message, expected) => {
    expect(await receiving(world).take(message)).toEqual({ taken: 'received' });
    expect((await read()).document).toMatchObject(expected);
  });

  it('is read with thousands of recipients, parts and levels', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `a${index}@example.org`).join(',\r\n ');
    const deep = Array.from({ length: 300 }, (_, index) => [
      `Content-Type: multipart/mixed; boundary=b${index}`,
      '',
      `--b${index}`,
    ]);
    const parts = Array.from({ length: 3_000 }, (_, index) => [
      '--p',
      `Content-Disposition: attachment; filename=f${index}`,
      '',
      'x',
    ]);
    const header = [`To: ${many}`, `Subject: ${'"\\'.repeat(40_000)}`, `References: ${'<i@example.org> '.repeat(3)}`];
    expect(await receiving(world).take(lines(...header, ...deep.flat(), '', 'x'), {}, 8_192)).toEqual({
      taken: 'received',
    });
    const wide = lines(...header, 'Content-Type: multipart/mixed; boundary=p', '', ...parts.flat(), '--p--');
    expect(await receiving(world).take(wide, {}, 8_192)).toEqual({ taken: 'received' });
  });

  it.each([
    ['header-too-large', `X: ${'y'.repeat(300_000)}\r\n\r\n`],
    ['header-too-large', `${'a\r\n'.repeat(10_001)}\r\n`],
    ['mail-loop', lines(...Array.from({ length: 101 }, () => 'Received: from a.test by b.test'), '', 'x')],
  ])('is refused: %s', async (refused, message) => {
    expect(await receiving(world).take(message)).toEqual({ refused });
    expect([await receiving(world).ids(), world.blobs.stored]).toEqual([[], []]);
  });

  it('is refused while the disk is full', async () => {
    expect(await receiving(world, { cannotStore: () => true }).take(full)).toEqual({ refused: 'disk-full' });
  });

  it('keeps what it proves, which is found in the message as it came', async () => {
    const seen: Buffer[] = [];
    const verdicts = { spf: 'pass', dkim: 'fail', dmarc: 'pass', arc: 'none' } as const;
    const passed = { spf: 'example.net', dkim: [], dmarc: 'example.net' };
    const begin: MailAuthentication['begin'] = (arrival, header) => {
      expect(arrival).toEqual({ helo: 'mail.example.net', address: '192.0.2.7', sender: 'ann@example.net' });
      seen.push(header);
      return {
        write: async (bytes) => void seen.push(bytes),
        end: () => Promise.resolve({ verdicts, passed }),
        cancel: () => undefined,
      };
    };
    await receiving(world, { authentication: { begin } }).take(full, {}, 7);
    expect((await read()).document).toMatchObject({ verdicts, passed });
    expect(Buffer.concat(seen).toString('latin1')).toBe(full);
  });

  it('is taken once, however often its server sends it; for other addresses it is another', async () => {
    expect(await receiving(world).take(full)).toEqual({ taken: 'received' });
    expect(await receiving(world).take(full, {}, 5)).toEqual({ taken: 'known' });
    expect(await receiving(world).take(full, { recipients: ['sales@example.com'] })).toEqual({ taken: 'received' });
    expect(await receiving(world).take(full.replace('Order 42', 'Order 43'))).toEqual({ taken: 'received' });
    expect(await receiving(world).ids()).toHaveLength(3);
  });

  it.each(['lost', 'late'] as const)('is acknowledged where the answer of the log was %s once', async (fault) => {
    world.store.plan('EmailReceived', [fault]);
    expect(await receiving(world).take(full)).toEqual({ taken: 'received' });
    expect(await receiving(world).take(full)).toEqual({ taken: 'known' });
  });

  it('is not acknowledged where log or vault cannot be written, and is taken when it comes again', async () => {
    world.keys.broken = true;
    await expect(receiving(world).take(full)).rejects.toThrow('could not be stored');
    world.keys.broken = false;
    expect(await receiving(world).take(full)).toEqual({ taken: 'received' });
  });

  it('is there where the engine was cut off between its streams', async () => {
    world.store.plan('EmailReceived', ['anchor-only']);
    expect(await receiving(world).take(full)).toEqual({ taken: 'received' });
    expect((await read()).document.subject).toBe('Where is it?');
  });

  it('is not taken where it is cut off', async () => {
    async function* cut(): AsyncGenerator<Buffer> {
      yield Buffer.from(full.slice(0, 700));
      throw new Error('the connection is gone');
    }
    await expect(receiving(world).take('', { message: cut() })).rejects.toThrow('the connection is gone');
    expect([await receiving(world).ids(), world.blobs.stored]).toEqual([[], []]);
  });
});

import { downloadAttachment, listAttachments } from '../../../src/application/email/attachments.js';
import { getEmail } from '../../../src/application/email/get-email.js';
import { eraseEmails } from '../../../src/application/erasure/erase-emails.js';
import { erasePerson } from '../../../src/application/erasure/erase-person.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { delivering, jobFor, statuses } from '../../support/delivering.js';
import { acceptedId, inChunks, lines, sentMessage, sessionId, submitting } from '../../support/submitting.js';
import { context, correlationId, teamId, useWorld, world } from '../../support/world.js';

const header = [
  'From: News <news@example.com>',
  'To: Ada <ada@one.test>',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Date: Mon, 02 Mar 2026 08:00:00 +0000',
  'Message-ID: <sender-made@example.com>',
];
const plainText = lines(...header, '', 'Hello Ada', '.a line with a dot');
const multipart = lines(
  ...header,
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'nobody reads this',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=FC=DFe=',
  ' aus K=F6ln',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('<p>Grüße</p>').toString('base64'),
  '--inner--',
  '--outer',
  'Content-Type: application/pdf; name="report.pdf"',
  'Content-Disposition: attachment; filename="report.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('a confidential report').toString('base64'),
  '--outer--',
);

describe('a message that came over SMTP', () => {
  useWorld('example.com');

  async function acceptedOf(emailId: string): Promise<EmailAccepted['data']> {
    const [opened] = await world.events(streamName('email', emailId));
    return (opened?.event as EmailAccepted).data;
  }

  const sent = (...asked: readonly [emailId: string, domain?: string]) => sentMessage(world, ...asked);

  async function shown(emailId: string) {
    const found = await getEmail(world.process(), { teamId, emailId, takeBytes: () => true });
    if (found !== undefined && 'refused' in found) throw new Error('refused');
    return found;
  }

  it('is sent as it came: under our trace and signature, byte for byte', async () => {
    const emailId = acceptedId(await submitting(world).submit({ text: plainText }));
    const { text } = await sent(emailId);
    const date = new Date(world.clock.now()).toUTCString().replace('GMT', '+0000');
    const trace = `Received: from mail.posthorn.test\r\n\tby mail.posthorn.test with ESMTPSA id ${emailId};\r\n\t${date}\r\n`;
    expect(text).toBe(`DKIM-Signature: v=1\r\n${trace}${plainText}`);
    expect(await statuses(world, emailId)).toEqual(['delivered']);
  });

  it.each([
    ['app-1.example.com', '192.0.2.7', 'app-1.example.com ([192.0.2.7])'],
    ['localhost', '::ffff:192.0.2.7', 'localhost ([192.0.2.7])'],
    ['app.example.com', '2001:db8::7', 'app.example.com ([IPv6:2001:db8::7])'],
    ['[127.0.0.1]', '192.0.2.7', '[192.0.2.7] ([192.0.2.7])'],
    ['my_container', '192.0.2.7', '[192.0.2.7] ([192.0.2.7])'],
    ['by evil.example; x', '192.0.2.7', '[192.0.2.7] ([192.0.2.7])'],
    [`${'a'.repeat(250)}.example`, '192.0.2.7', '[192.0.2.7] ([192.0.2.7])'],
    ['', '192.0.2.7', '[192.0.2.7] ([192.0.2.7])'],
  ])('names a client that calls itself %j only where that is wanted', async (helo, address, named) => {
    const client = { helo, address };
    const traced = acceptedId(await submitting(world, { tracesClient: true }).submit({ text: plainText, client }));
    expect((await sent(traced)).text).toContain(`\r\nReceived: from ${named}\r\n\tby mail.posthorn.test with ESMTPSA`);
    const hidden = acceptedId(await submitting(world).submit({ text: plainText, client }));
    expect((await sent(hidden)).text).not.toContain(address.slice(-9));
  });

  it('names the session as the one who did it', async () => {
    const emailId = acceptedId(await submitting(world).submit({ text: plainText }));
    const [opened] = await world.events(streamName('email', emailId));
    expect(opened?.metadata).toMatchObject({ teamId, correlationId, actor: { kind: 'smtp-session', id: sessionId } });
  });

  it('goes to a local part in quotes as it must be written, once', async () => {
    const to = ['"john doe"@one.test', '"ada"@one.test', 'ada@one.test', '"john\\ doe"@one.test'];
    const emailId = acceptedId(await submitting(world).submit({ text: plainText, to }));
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    const addresses = worker.transport.dots.flatMap(({ recipients }) => recipients.map(({ address }) => address));
    expect(addresses.sort()).toEqual(['"john doe"@one.test', 'ada@one.test']);
    const ports = world.process();
    const hashes = (await acceptedOf(emailId)).recipients.map(({ addressHash: hash }) => hash);
    expect(hashes).toContain(addressHash(ports.hash, 'ada@one.test'));
    expect(hashes).toContain(addressHash(ports.hash, '"john doe"@one.test'));
  });

  it('goes to whom the envelope names, and shows each where the header has them', async () => {
    const text = lines(
      'From: news@example.com',
      'To: "Lovelace, Ada" <Ada@One.test>, Absent <absent@one.test>',
      'Cc: Team: bo@one.test, cy@two.test;',
      'Bcc: secret@one.test',
      '',
      'Hi',
    );
    const to = ['cy@two.test', 'secret@one.test', 'ada@one.test', 'ada@one.test'];
    const emailId = acceptedId(await submitting(world).submit({ text, to }));
    const { recipients } = await acceptedOf(emailId);
    expect(recipients.map(({ role, mailbox }) => [role, 'value' in mailbox ? mailbox.value : undefined])).toEqual([
      ['to', { name: 'Lovelace, Ada', address: 'ada@one.test' }],
      ['cc', { name: null, address: 'cy@two.test' }],
      ['bcc', { name: null, address: 'secret@one.test' }],
    ]);
    expect((await sent(emailId)).text).not.toContain('secret@one.test');
  });

  it('loses the fields that are for the service, and those that speak for others', async () => {
    const text = lines(
      'Return-Path: <old@example.com>',
      'Posthorn-Tag: campaign=spring',
      'resend-tag: kind=letter',
      'X-Posthorn-Class: Bulk',
      'SENDER: ceo@bank.test',
      'Resent-From: ceo@bank.test',
      'authentication-results: mx.one.test; dkim=pass',
      'ARC-Seal: i=1; cv=none',
      ...header,
      'Resend-Idempotency-Key: once',
      'X-Mine: stays',
      '\tfolded',
      '',
      'Hi',
    );
    const emailId = acceptedId(await submitting(world).submit({ text }));
    const accepted = await acceptedOf(emailId);
    expect(accepted.retryClass).toBe('bulk');
    expect(accepted.content).toMatchObject({
      value: {
        subject: 'Grüße',
        tags: [
          { name: 'campaign', value: 'spring' },
          { name: 'kind', value: 'letter' },
        ],
      },
    });
    const { text: received } = await sent(emailId);
    const ours = /^DKIM-Signature: v=1\r\nReceived: from \S+\r\n\tby [^;]+;\r\n\t[^\r]+\r\n/;
    expect(received.replace(ours, '')).toBe(lines(...header, 'X-Mine: stays', '\tfolded', '', 'Hi'));
  });

  it('keeps its own Message-ID, and has ours and a Date where it brought none', async () => {
    const own = acceptedId(await submitting(world).submit({ text: plainText }));
    expect((await shown(own))?.email.messageId).toBe('<sender-made@example.com>');
    expect(JSON.stringify(await world.store.readAll({ limit: 100 }))).not.toContain('sender-made');
    const bare = lines('From: news@example.com', '', 'Hi');
    const given = acceptedId(await submitting(world).submit({ text: bare }));
    const messageId = `<${given}@example.com>`;
    expect((await shown(given))?.email.messageId).toBe(messageId);
    const { text } = await sent(given);
    expect(text).toContain(`\r\nMessage-ID: ${messageId}\r\n`);
    expect(text).toMatch(/\r\nDate: .* \+0000\r\n/);
    expect(text.endsWith('\r\n\r\nHi\r\n')).toBe(true);
  });

  it('lies in the vault as ciphertext only', async () => {
    acceptedId(await submitting(world).submit({ text: plainText }));
    expect(world.blobs.blobs.size).toBe(1);
    for (const { bytes } of world.blobs.blobs.values()) expect(bytes.includes('Hello')).toBe(false);
  });

  it('shows its text, its html and what is attached', async () => {
    const emailId = acceptedId(await submitting(world).submit({ text: multipart }));
    const found = await shown(emailId);
    expect(found?.body).toEqual({ text: 'Grüße aus Köln', html: '<p>Grüße</p>' });
    expect(found?.email).toMatchObject({
      subject: 'Grüße',
      from: 'News <news@example.com>',
      to: ['Ada <ada@one.test>'],
    });
    const ports = world.process();
    const list = await listAttachments(ports, { teamId, emailId, page: { limit: 20 } });
    if (list === undefined || 'refused' in list) throw new Error('no list');
    expect(list.documents.map(({ attachment }) => attachment)).toMatchObject([
      { filename: 'report.pdf', contentType: 'application/pdf', size: 21 },
    ]);
    const [linked] = list.documents;
    const found2 = await downloadAttachment(ports, {
      emailId,
      attachmentId: linked!.attachment.id,
      link: linked!.link,
      takeBytes: () => true,
      count: async () => undefined,
    });
    if (found2 === undefined || 'refused' in found2) throw new Error('no content');
    const content: Buffer[] = [];
    for await (const chunk of found2.content as AsyncIterable<Buffer>) content.push(chunk);
    expect(Buffer.concat(content).toString()).toBe('a confidential report');
  });

  it('of several megabytes is sent as a stream, the same bytes', async () => {
    const body = lines(...Array.from({ length: 60_000 }, (_, index) => `.line ${index} of a long letter that goes on`));
    const text = `${lines(...header)}\r\n${body}`;
    const emailId = acceptedId(
      await submitting(world).submit({ text: inChunks(Buffer.from(text), 70_001), envelope: { eightBitMime: true } }),
    );
    const received = await sent(emailId);
    expect(received.streamed).toBe(true);
    expect(received.text.slice(received.text.indexOf('From: News')) === text).toBe(true);
    expect((await shown(emailId))?.body?.text === body).toBe(true);
  });

  it('whose bytes were altered in the vault, or cut off, is held', async () => {
    const body = lines(
      ...Array.from({ length: 30_000 }, (_, index) => `line ${index} of a long letter that goes on and on`),
    );
    const emailId = acceptedId(await submitting(world).submit({ text: `${plainText}${body}` }));
    const [blob] = world.blobs.blobs.values();
    world.blobs.blobs.set(blob!.id, { ...blob!, bytes: blob!.bytes.subarray(0, 1024 * 1024) });
    await expect(sent(emailId)).rejects.toThrow();
    const swapped = Buffer.concat([blob!.bytes.subarray(1024 * 1024), blob!.bytes.subarray(0, 1024 * 1024)]);
    world.blobs.blobs.set(blob!.id, { ...blob!, bytes: swapped });
    await expect(sent(emailId)).rejects.toThrow();
    expect(await statuses(world, emailId)).toEqual(['due']);
  });

  it('passes on what was asked about notifications', async () => {
    const emailId = acceptedId(
      await submitting(world).submit({
        text: plainText,
        envelope: {
          recipients: [{ address: 'ada@one.test', notify: ['SUCCESS', 'FAILURE'], orcpt: 'rfc822;ada@one.test' }],
          ret: 'HDRS',
          envid: 'QQ314159',
        },
      }),
    );
    const { transaction } = await sent(emailId);
    expect(transaction.dsn).toEqual({ ret: 'HDRS', envid: 'QQ314159' });
    expect(transaction.recipients[0]?.dsn).toEqual({ notify: ['SUCCESS', 'FAILURE'], orcpt: 'rfc822;ada@one.test' });
    expect(JSON.stringify(await world.store.readAll({ limit: 100 }))).not.toContain('QQ314159');
  });

  it('is erased whole with its id, and with anybody whom its header names', async () => {
    const emailId = acceptedId(await submitting(world).submit({ text: multipart }));
    const erasing = { ...world.process(), blobs: world.blobs, keys: world.keys };
    await eraseEmails(erasing, [emailId], context);
    expect(world.blobs.blobs.size).toBe(0);
    expect(await shown(emailId)).toMatchObject({ body: undefined, email: { erased: true, attachments: [] } });

    const two = ['ada@one.test', 'bo@one.test'];
    const other = acceptedId(await submitting(world).submit({ text: plainText, to: two }));
    await erasePerson(erasing, addressHash(world.process().hash, 'ada@one.test'), context);
    expect(world.blobs.blobs.size).toBe(0);
    expect(await shown(other)).toMatchObject({ body: undefined, email: { erased: true } });
  });
});

import { EventLogUnavailable } from '../../../src/application/ports/event-store.js';
import { Quotas } from '../../../src/application/usage/quotas.js';
import { createInProcessQuotaCounter } from '../../../src/infrastructure/quota-counter/in-process-quota-counter.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { acceptedId, lines, type Submitted, submitting } from '../../support/submitting.js';
import { principal, useWorld, world } from '../../support/world.js';

const header = [
  'From: News <news@example.com>',
  'To: Ada <ada@one.test>',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'Date: Mon, 02 Mar 2026 08:00:00 +0000',
  'Message-ID: <sender-made@example.com>',
];
const plainText = lines(...header, '', 'Hello Ada', '.a line with a dot');

useWorld('example.com');

describe('a message that came over SMTP is refused', () => {
  const refusalOf = async (text: string, options: Pick<Submitted, 'to' | 'envelope'> = {}) => {
    const result = await submitting(world).submit({ text, ...options });
    expect(await world.streamsWith('EmailAccepted')).toEqual([]);
    expect(world.blobs.blobs.size).toBe(0);
    return result.kind === 'refused' ? result.refusal : result.kind;
  };

  it('on a full disk', async () => {
    const result = await submitting(world, { cannotStore: true }).submit({ text: plainText });
    expect(result).toMatchObject({ kind: 'refused', refusal: 'disk-full' });
    expect(await world.streamsWith('EmailAccepted')).toEqual([]);
  });

  it.each([
    ['no From', lines('To: ada@one.test', '', 'Hi')],
    ['two From fields', lines('From: news@example.com', 'From: news@example.com', '', 'Hi')],
    ['two senders', lines('From: news@example.com, other@example.com', '', 'Hi')],
    ['a group', lines('From: All: news@example.com;', '', 'Hi')],
    ['an address in its name as well', lines('From: x@bank.test, <news@example.com>', '', 'Hi')],
    ['two addresses in one', lines('From: x@bank.test news@example.com', '', 'Hi')],
    ['an address in an unquoted name', lines('From: ceo@bank.test <news@example.com>', '', 'Hi')],
    ['a comment in its address', lines('From: news@(bank.test)example.com', '', 'Hi')],
    ['an empty header', lines('', 'Hi')],
    ['nothing at all', ''],
  ])('with %s', async (_what, text) => {
    expect(await refusalOf(text)).toBe('from-not-valid');
  });

  it.each([
    ['', []],
    [' under an idempotency key', ['Posthorn-Idempotency-Key: once']],
  ])('where no event has room for its addresses and Subject%s: a retry never helps', async (_how, fields) => {
    const recipients = Array.from({ length: 1_000 }, (_, number) => ({
      address: `${number}@one.test`,
      orcpt: `rfc822;${'n'.repeat(480)}`,
    }));
    const subject = `Subject:${' many words'.repeat(22_000)}`;
    const text = lines('From: news@example.com', subject, ...fields, '', 'Hi');
    expect(await refusalOf(text, { envelope: { recipients } })).toBe('details-too-large');
    const fewer = { recipients: recipients.slice(0, 500) };
    expect((await submitting(world).submit({ text, envelope: fewer })).kind).toBe('accepted');
  });

  it.each<readonly [string, string]>([
    ['no header', lines('Hello world', '', 'Hi')],
    ['a wrong tag', lines('From: news@example.com', 'Posthorn-Tag: no value', '', 'Hi')],
    ['a wrong class', lines('From: news@example.com', 'X-Posthorn-Class: fast', '', 'Hi')],
    ['two keys', lines('From: news@example.com', 'Posthorn-Idempotency-Key: a', 'Resend-Idempotency-Key: b', '', 'Hi')],
    ['NUL in a field', lines('From: news@example.com', 'Subject: a\0b', '', 'Hi')],
    ['a control character in a field', lines('From: news@example.com', 'X-Note: \u001b[2J', '', 'Hi')],
    ...[
      'Subject: a',
      'To: ada@one.test',
      'Cc: ada@one.test',
      'Date: x',
      'Message-ID: <x@a.test>',
      'Reply-To: a@one.test',
      'In-Reply-To: <x@a.test>',
      'References: <x@a.test>',
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: 7bit',
      'MIME-Version: 1.0',
    ].map((field) => [`two ${field}`, lines('From: news@example.com', field, field.toLowerCase(), '', 'Hi')] as const),
    ['an empty key', lines('From: news@example.com', 'Posthorn-Idempotency-Key:', '', 'Hi')],
  ])('with %s', async (_what, text) => {
    expect(await refusalOf(text)).toBe('header-not-valid');
  });

  it.each([
    ['Content-Type: text/html\r\ncontent-type: text/plain', 'The message has more than one Content-Type field'],
    ['To: jürgen@one.test', 'The To field has an address with characters outside ASCII before its @'],
    ['In-Reply-To: <ü@one.test>', 'The In-Reply-To field has an identifier with characters outside ASCII'],
    [`X-Json: ${'x'.repeat(1_000)}`, 'The X-Json field has a line of over 998 octets that cannot be folded'],
  ])('by the name of its field: %.40s', async (field, message) => {
    const result = await submitting(world).submit({ text: lines('From: news@example.com', field, '', 'Hi') });
    expect(result).toEqual({ kind: 'refused', refusal: 'header-not-valid', message });
  });

  it('with a header over 256 KiB, and is read to its end', async () => {
    let read = 0;
    async function* message(): AsyncGenerator<Buffer> {
      for (; read < 400; read += 1) yield Buffer.from(`X-Field-${read}: ${'x'.repeat(900)}\r\n`);
    }
    expect(await submitting(world).submit({ text: message() })).toMatchObject({ refusal: 'header-too-large' });
    expect(read).toBe(400);
  });

  it('with a header of more than 10,000 lines, however short they are', async () => {
    const text = (lines: number) => `From: news@example.com\r\n${'X:\r\n'.repeat(lines - 1)}\r\nHi\r\n`;
    expect(await submitting(world).submit({ text: text(10_001) })).toMatchObject({ refusal: 'header-too-large' });
    acceptedId(await submitting(world).submit({ text: text(10_000) }));
  });

  it('from a domain that is not the team’s, or not the key’s', async () => {
    expect(await refusalOf(lines('From: a@elsewhere.test', '', 'Hi'))).toBe('domain-not-verified');
    const restricted = { ...principal, permission: 'sending_access', domainId: 'another' } as const;
    const result = await submitting(world, { principal: restricted }).submit({ text: plainText });
    expect(result).toMatchObject({ kind: 'refused', refusal: 'domain-not-allowed-for-key' });
  });

  it('from a sandbox domain to others than its test addresses', async () => {
    await world.addDomain('posthorn.test', 'sandbox');
    const sandboxed = submitting(world, { captureMode: false, sandboxDomains: ['posthorn.test'] });
    const text = lines('From: a@posthorn.test', '', 'Hi');
    expect(await sandboxed.submit({ text })).toMatchObject({ refusal: 'sandbox-recipient' });
    acceptedId(await sandboxed.submit({ text, to: ['delivered@posthorn.test'] }));
  });

  it('to what is no address', async () => {
    expect(await refusalOf(plainText, { to: ['ada'] })).toBe('recipient-not-valid');
  });

  it('over 41,943,040 octets, and nothing of it stays', async () => {
    async function* message(): AsyncGenerator<Buffer> {
      yield Buffer.from(plainText);
      for (let megabytes = 0; megabytes < 40; megabytes += 1) yield Buffer.alloc(1024 * 1024, 'x');
    }
    expect(await submitting(world).submit({ text: message() })).toMatchObject({ refusal: 'message-too-large' });
    expect(world.blobs.blobs.size).toBe(0);
  });

  it('while the vault cannot be written', async () => {
    world.keys.broken = true;
    const result = await submitting(world).submit({ text: plainText });
    expect(result).toMatchObject({ kind: 'refused', refusal: 'unavailable' });
    expect(await world.streamsWith('EmailAccepted')).toEqual([]);
  });

  it('while the log cannot be read, and is read to its end', async () => {
    const process = submitting(world);
    world.store.readStream = () => Promise.reject(new EventLogUnavailable('no answer'));
    let read = 0;
    async function* message(): AsyncGenerator<Buffer> {
      yield Buffer.from(plainText);
      for (; read < 10; read += 1) yield Buffer.from('more\r\n');
    }
    expect(await process.submit({ text: message() })).toMatchObject({ kind: 'refused', refusal: 'unavailable' });
    expect(read).toBe(10);
  });

  it('over a quota', async () => {
    const quotas = new Quotas({
      quotaCounter: createInProcessQuotaCounter(),
      quotaLimits: { daily: 3, monthly: null },
      store: world.store,
      readStore: new MemoryReadStore(),
      whenProcessed: async () => true,
      clock: world.clock,
      onFailure: (error) => {
        throw error;
      },
    });
    const process = submitting(world, { quotas });
    const keyedText = lines('Posthorn-Idempotency-Key: k', ...header, '', 'Hi');
    const to = ['ada@one.test', 'bo@one.test'];
    const first = acceptedId(await process.submit({ text: keyedText, to }));
    expect(await process.submit({ text: keyedText, to })).toEqual({ kind: 'accepted', emailId: first });
    expect(await process.submit({ text: plainText, to })).toMatchObject({ refusal: 'daily-quota-exceeded' });
    acceptedId(await process.submit({ text: plainText }));
  });

  it('where its client goes away in the middle, and nothing was accepted', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from(plainText);
      throw new RangeError('the client has gone');
    }
    await expect(submitting(world).submit({ text: broken() })).rejects.toThrow(RangeError);
    expect(await world.streamsWith('EmailAccepted')).toEqual([]);
    expect(world.blobs.blobs.size).toBe(0);
  });
});

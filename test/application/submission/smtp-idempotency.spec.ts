import { acceptedId, lines, sentMessage, submitting } from '../../support/submitting.js';
import { useWorld, world } from '../../support/world.js';

useWorld('example.com');

describe('a message with an idempotency key that came over SMTP', () => {
  const keyed = (boundary: string, changes: { readonly date?: string; readonly text?: string } = {}) =>
    lines(
      'Received: from laptop by somewhere',
      'From: news@example.com',
      'To: ada@one.test',
      `Date: ${changes.date ?? 'Mon, 02 Mar 2026 08:00:00 +0000'}`,
      `Message-ID: <${boundary}@example.com>`,
      'Posthorn-Idempotency-Key: order-17',
      `Content-Type: multipart/mixed; boundary=${boundary}`,
      '',
      `--${boundary}`,
      '',
      changes.text ?? 'Hello',
      `--${boundary}`,
      'Content-Type: application/octet-stream; name=a.bin',
      'Content-Transfer-Encoding: base64',
      '',
      'AAECAw==',
      `--${boundary}--`,
    );

  it('is taken once, whatever clients change on a retry', async () => {
    const process = submitting(world);
    const first = acceptedId(await process.submit({ text: keyed('one') }));
    const again = keyed('two', { date: 'Mon, 02 Mar 2026 08:05:00 +0000' }).replace(
      'Received: from laptop',
      'Received: from desk',
    );
    expect(acceptedId(await process.submit({ text: again }))).toBe(first);
    const reencoded = again.replace('AAECAw==', 'AAEC\r\nAw==');
    expect(acceptedId(await process.submit({ text: reencoded }))).toBe(first);
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(1);
    expect(world.blobs.blobs.size).toBe(1);
    expect((await sentMessage(world, first)).text).not.toContain('order-17');
  });

  it.each([
    ['text', () => ({ text: keyed('one', { text: 'Another' }) })],
    ['subject', () => ({ text: `Subject: New\r\n${keyed('one')}` })],
    ['attachment', () => ({ text: keyed('one').replace('AAECAw==', 'AAECBA==') })],
    ['recipient', () => ({ text: keyed('one'), to: ['bo@one.test'] })],
  ])('is refused with another %s', async (_what, other) => {
    const process = submitting(world);
    acceptedId(await process.submit({ text: keyed('one') }));
    expect(await process.submit(other())).toMatchObject({ refusal: 'idempotency-conflict' });
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(1);
  });

  it('can be tried again after a refusal', async () => {
    const text = keyed('one').replace('news@example.com', 'news@late.test');
    expect(await submitting(world).submit({ text })).toMatchObject({ refusal: 'domain-not-verified' });
    await world.addDomain('late.test');
    acceptedId(await submitting(world).submit({ text }));
  });
});

import { createHash } from 'node:crypto';
import { idempotentPayload } from '../../../src/infrastructure/http/emails/body/idempotent-payload.js';
import { turnsDuring } from '../../support/turns.js';

describe('what a request is compared by under its idempotency key', () => {
  it.each(['x', 'ü', '✓', '😀', '.😀', '\ud83d\ud83d\ude00'])(
    'has the SHA-256 of a long text in its place, wherever a slice may end: %s',
    async (unit) => {
      const html = `.${unit.repeat(600_000)}`;
      const sha256 = createHash('sha256').update(Buffer.from(html)).digest('hex');
      expect(await idempotentPayload({ html, text: 'short' })).toEqual({ html: { sha256 }, text: 'short' });
    },
  );

  it('is made in many turns of the event loop', async () => {
    expect(await turnsDuring(() => idempotentPayload({ html: 'x'.repeat(8_000_000) }))).toBeGreaterThan(20);
  });

  it('is made one mail after the other, of a batch', async () => {
    const batch = Array.from({ length: 20 }, () => ({ html: 'x'.repeat(400_000) }));
    expect(await turnsDuring(() => idempotentPayload(batch))).toBeGreaterThan(20 * 5);
  });

  it('has nothing in the place of what is no text, no content and in no large mail', async () => {
    const small = { subject: 'Hi', tags: [{ name: 'a', value: 'b' }] };
    const attached = { attachments: [{ filename: 'a.txt', content: 'aGk=' }], headers: { content: 'aGk=' } };
    const sha256 = createHash('sha256').update('hi').digest('hex');
    expect(await idempotentPayload([small, attached])).toEqual([
      small,
      { attachments: [{ filename: 'a.txt', content: { sha256 } }], headers: { content: 'aGk=' } },
    ]);
  });
});

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
});

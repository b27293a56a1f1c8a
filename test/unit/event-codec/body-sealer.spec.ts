import { createHash } from 'node:crypto';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { bodySealer } from '../../../src/infrastructure/event-codec/sealing.js';

const kid = kidOf('0195523f-1c00-7000-8000-000000000040', 0);
const key = Buffer.alloc(32, 1);

describe('a body under its mail’s key', () => {
  it.each([{ html: '<p>Grüße ✓</p>', text: 'Grüße ✓' }, { text: '' }, { html: '<p></p>' }, {}])(
    'comes back: %j',
    (body) => {
      expect(bodySealer.open(kid, key, bodySealer.seal(kid, key, body).bytes)).toEqual(body);
    },
  );

  it('is stored without a trace of its text, with the digest of what is stored', () => {
    const { bytes, digest } = bodySealer.seal(kid, key, { text: 'a private text' });
    expect(bytes.includes('private')).toBe(false);
    expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('opens with its own key, under its own kid, unaltered only', () => {
    const { bytes } = bodySealer.seal(kid, key, { text: 'a private text' });
    expect(() => bodySealer.open(kid, Buffer.alloc(32, 2), bytes)).toThrow();
    expect(() => bodySealer.open(kidOf('0195523f-1c00-7000-8000-000000000040', 1), key, bytes)).toThrow();
    expect(() => bodySealer.open(kid, key, bytes.subarray(0, -1))).toThrow();
  });
});

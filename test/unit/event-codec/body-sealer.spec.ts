import { createHash } from 'node:crypto';
import type { EmailBody } from '../../../src/application/ports/mail-composer.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { unpack } from '../../../src/infrastructure/crypto/aes-gcm.js';
import { bodySealer } from '../../../src/infrastructure/event-codec/sealing.js';
import { size } from '../../support/properties.js';
import { turnsDuring } from '../../support/turns.js';

const kid = kidOf('0195523f-1c00-7000-8000-000000000040', 0);
const key = Buffer.alloc(32, 1);

/** Escapes, characters of two to four bytes and lone surrogates, wherever a slice may end. */
const awkward = ['"', '\\', '\n', '\u0001', 'ü', '✓', '😀', '\ud83d', '\ud83d\ud83d\ude00', 'x'];
const long = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

describe('a large body under its mail’s key', () => {
  it.each<[string, EmailBody]>([
    ...awkward.map((unit): [string, EmailBody] => [
      unit,
      { html: `.${long(unit, size(600_000))}`, text: long(`${unit}.`, size(600_000)) },
    ]),
    ['all of them', { html: long(awkward.join(''), size(1_200_000)) }],
    ['nothing', {}],
    ['empty', { html: '', text: '' }],
  ])('is sealed as a small one is, and opens: %s', async (_what, body) => {
    const { bytes, digest } = await bodySealer.sealLarge(kid, key, body);
    expect(unpack(key, kid, bytes).equals(Buffer.from(JSON.stringify(body)))).toBe(true);
    expect(await bodySealer.openLarge(kid, key, bytes)).toEqual(body);
    expect(await bodySealer.openLarge(kid, key, bodySealer.seal(kid, key, body).bytes)).toEqual(body);
    expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it.each<[string, EmailBody]>([
    ...awkward.map((unit): [string, EmailBody] => [
      unit,
      { html: `.${long(unit, 500_000)}`, text: long(`${unit}.`, 300_000) },
    ]),
    ['text first', { text: long('","html":"', 400_000), html: '\\' }],
    ['short', { html: '","text":"', text: '"}' }],
    ['nothing', {}],
    ['empty', { html: '', text: '' }],
  ])('opens in part, and without its end: %s', async (_what, body) => {
    const { bytes } = bodySealer.seal(kid, key, body);
    for (const maxBytes of [250_000, 250_001, 250_002, 250_003, 10_000_000]) {
      const { body: begun, isCut } = await bodySealer.openBeginning(kid, key, bytes, maxBytes);
      expect(isCut).toBe(Object.values(body).some((text) => Buffer.byteLength(JSON.stringify(text)) - 2 > maxBytes));
      expect(Object.keys(begun).sort()).toEqual(Object.keys(body).sort());
      for (const name of ['html', 'text'] as const) {
        const [whole = '', part = ''] = [body[name], begun[name]];
        expect(whole.startsWith(part)).toBe(true);
        const partBytes = Buffer.byteLength(JSON.stringify(part)) - 2;
        expect(part === whole || (partBytes <= maxBytes && partBytes > maxBytes - 8)).toBe(true);
      }
    }
  });

  it('is sealed in pieces as it is in one', async () => {
    const pieces = [...awkward.filter((unit) => !unit.includes('\ud83d')), long('"', 200_000), '', long('ü', 200_000)];
    const { bytes } = await bodySealer.sealPieces(kid, key, pieces);
    expect(unpack(key, kid, bytes).equals(Buffer.from(JSON.stringify({ text: pieces.join('') })))).toBe(true);
  });

  it('is sealed and opened in many turns of the event loop', async () => {
    const body = { html: long('x', size(8_000_000)), text: long('\\n', size(8_000_000)) };
    expect(await turnsDuring(() => bodySealer.sealLarge(kid, key, body))).toBeGreaterThan(50);
    const { bytes } = bodySealer.seal(kid, key, body);
    expect(await turnsDuring(() => bodySealer.openLarge(kid, key, bytes))).toBeGreaterThan(50);
  });

  it('opens unaltered only', async () => {
    const { bytes } = await bodySealer.sealLarge(kid, key, { html: long('x', 600_000) });
    await expect(bodySealer.openLarge(kid, Buffer.alloc(32, 2), bytes)).rejects.toThrow();
    await expect(bodySealer.openLarge(kid, key, bytes.subarray(0, -1))).rejects.toThrow();
    await expect(bodySealer.openBeginning(kid, key, bytes.subarray(0, -1), 1_000)).rejects.toThrow();
    await expect(bodySealer.openBeginning(kid, key, bytes.subarray(0, 9), 1_000)).rejects.toThrow();
  });
});

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

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from '../../support/properties.js';
import { readToken, sealToken, type TrackToken } from '../../../src/application/tracking/track-token.js';
import { trackingSealer } from '../../../src/infrastructure/crypto/tracking-sealer.js';

const teamKey = randomBytes(32);
const host = 'links.example.com';
const emailId = '019ab000-0000-7000-8000-000000000001';
const hitKey = randomBytes(16);
const click: TrackToken = { emailId, recipient: 3, hitKey, click: { link: 7, target: 'https://a.example/?q=ä&x=1' } };
const open: TrackToken = { emailId, recipient: null, hitKey };

describe('a token', () => {
  it.each([
    ['of a click', click],
    ['of an open', open],
  ])('%s says what it was made of, and is the same each time', (_name, token) => {
    const sealed = sealToken(trackingSealer, teamKey, host, token);
    expect(readToken(trackingSealer, teamKey, host, sealed)).toEqual(token);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(sealToken(trackingSealer, teamKey, host, token)).toBe(sealed);
  });

  it('opens with its team’s key and at its host alone', () => {
    const sealed = sealToken(trackingSealer, teamKey, host, click);
    expect(readToken(trackingSealer, randomBytes(32), host, sealed)).toBeUndefined();
    expect(readToken(trackingSealer, teamKey, 'links.example.org', sealed)).toBeUndefined();
  });

  it('shows nothing of its target and its mail', () => {
    const sealed = Buffer.from(sealToken(trackingSealer, teamKey, host, click), 'base64url');
    expect(sealed.includes('a.example')).toBe(false);
    expect(sealed.includes(Buffer.from(emailId.replaceAll('-', ''), 'hex'))).toBe(false);
  });

  it('that was made up or changed anywhere is none', () => {
    const sealed = sealToken(trackingSealer, teamKey, host, click);
    const changed = fc.tuple(fc.nat(sealed.length - 1), fc.string({ minLength: 1, maxLength: 2 }));
    const texts = fc.oneof(
      changed.map(([at, text]) => sealed.slice(0, at) + text + sealed.slice(at + 1)),
      fc.nat(sealed.length - 1).map((end) => sealed.slice(0, end)),
      fc.string(),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== sealed);
        expect(readToken(trackingSealer, teamKey, host, text)).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what came in by it', () => {
  it('is sealed with a key that follows from the mail’s', () => {
    const dataKey = randomBytes(32);
    const sealed = trackingSealer.sealHit(trackingSealer.hitKey(dataKey), '{"ip":"192.0.2.1"}');
    expect(trackingSealer.openHit(trackingSealer.hitKey(dataKey), sealed)).toBe('{"ip":"192.0.2.1"}');
    expect(trackingSealer.openHit(trackingSealer.hitKey(randomBytes(32)), sealed)).toBeUndefined();
    expect(trackingSealer.openHit(trackingSealer.hitKey(dataKey), 'AAAA')).toBeUndefined();
  });
});

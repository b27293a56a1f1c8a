import { createHash, randomBytes } from 'node:crypto';
import { readToken, sealToken, type TrackToken } from '../../src/application/tracking/track-token.js';
import { trackingSealer } from '../../src/infrastructure/crypto/tracking-sealer.js';
import { seeded } from '../support/crash-run.js';

const tokens = 1_000_000;
const seed = Number(process.env['TOKEN_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const host = 'links.example.com';

it(`a million tokens that were made up or changed lead nowhere (TOKEN_SEED=${seed})`, () => {
  const random = seeded(seed);
  const number = (below: number): number => Math.floor(random() * below);
  const teamKey = createHash('sha256').update('team').digest();
  const otherKey = createHash('sha256').update('another team').digest();
  const token = (link: number): TrackToken => ({
    emailId: '019ab000-0000-7000-8000-000000000001',
    recipient: link % 3 === 0 ? null : link,
    hitKey: randomBytes(16),
    click: { link, target: `https://www.example.com/p/${link}?q=${'x'.repeat(link % 50)}` },
  });
  const genuine = Array.from({ length: 50 }, (_, link) => sealToken(trackingSealer, teamKey, host, token(link)));
  const foreign = Array.from({ length: 50 }, (_, link) => sealToken(trackingSealer, otherKey, host, token(link)));
  const known = new Set(genuine);
  const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
  const one = (of: readonly string[]): string => of[number(of.length)] ?? '';
  const makers = [
    () => randomBytes(number(400)).toString('base64url'),
    () => one(foreign),
    function flipped() {
      const bytes = bytesOf(one(genuine));
      const at = number(bytes.length);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << number(8)), at);
      return bytes.toString('base64url');
    },
    () => one(genuine).slice(0, -1 - number(60)),
    () => one(genuine) + one(genuine).slice(0, 1 + number(60)),
    function spliced() {
      const [head, tail] = [bytesOf(one(genuine)), bytesOf(one(genuine))];
      const at = 1 + number(27);
      return Buffer.concat([head.subarray(0, at), tail.subarray(at)]).toString('base64url');
    },
    () => `${one(genuine)}${['=', '/', '+', ' ', '%00', '..'][number(6)] ?? ''}`,
  ];
  const read: string[] = [];
  for (let made = 0; made < tokens; made += 1) {
    const text = makers[made % makers.length]?.() ?? '';
    if (!known.has(text) && readToken(trackingSealer, teamKey, host, text) !== undefined) read.push(text);
  }
  expect(read).toEqual([]);
  // They themselves do lead somewhere.
  expect(genuine.filter((text) => readToken(trackingSealer, teamKey, host, text) === undefined)).toEqual([]);
});

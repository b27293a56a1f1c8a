import { maskAddresses } from '../../../src/infrastructure/addresses/mask-addresses.js';
import { redactBody } from '../../../src/infrastructure/http/edge/request-log/redact-body.js';
import fc from '../../support/properties.js';

describe('addresses in a text', () => {
  it.each([
    ['ann@example.com', '[address]@example.com'],
    ['Write to ann@example.com, now.', 'Write to [address]@example.com, now.'],
    ['Ann <ann.b+c@mail.example.com>', 'Ann <[address]@mail.example.com>'],
    ["o'brien&sons/1@example.com", '[address]@example.com'],
    ['"ann b"@example.com', '[address]@example.com'],
    ['to=ann%2Bx%40example.com', '[address]%40example.com'],
    ['jörg@münchen.example', '[address]@münchen.example'],
    ['ann＠example.com', '[address]＠example.com'],
    ['a@b@example.com', '[address]@[address]@example.com'],
    ['ann@example.com;bob@example.org', '[address]@example.com;[address]@example.org'],
    ['ann@[127.0.0.1]', '[address]@[127.0.0.1]'],
    ['mailto:ann@example.com', 'mailto:[address]@example.com'],
    ['like `ann@example.com`', 'like `[address]@example.com`'],
    ['no address', 'no address'],
    ['@', '[address]@'],
  ])('%s', (text, masked) => {
    expect(maskAddresses(text)).toBe(masked);
  });

  it('of any text leaves no local part', () => {
    const word = fc.stringMatching(/^[a-z]{4,8}$/);
    const noise = fc.stringMatching(/^[ <>,;:"@%40a-c]{0,12}$/);
    fc.assert(
      fc.property(noise, word, noise, (before, local, after) => {
        expect(maskAddresses(`${before} ${local}@example.com${after}`)).not.toContain(local);
      }),
    );
  });
});

describe('a logged body', () => {
  const plain = (body: unknown) => redactBody(body, 'plain').body;
  const mail = (body: unknown) => redactBody(body, 'mail').body;

  it.each<[string, unknown, unknown]>([
    ['a token', { id: 'x', token: 're_secret' }, { id: 'x', token: '[redacted]' }],
    ['a signed link', { url: 'https://example.com/?signature=1' }, { url: '[redacted]' }],
    ['a secret in a list', { keys: [{ token: 're_a' }] }, { keys: [{ token: '[redacted]' }] }],
    ['an address anywhere', { a: { b: ['ann@example.com'] } }, { a: { b: ['[address]@example.com'] } }],
    ['an address as a name', { 'ann@example.com': 1 }, { '[address]@example.com': 1 }],
    ['an array', [1, 'two', null, true], { items: [1, 'two', null, true] }],
    ['no object', 'text', null],
    ['nothing', undefined, null],
    ['a hostile name', JSON.parse('{"__proto__":{"a":"b"}}'), JSON.parse('{"__proto__":{"a":"b"}}')],
  ])('%s', (_what, body, redacted) => {
    expect(plain(body)).toEqual(redacted);
  });

  it.each<[string, unknown, unknown]>([
    [
      'what was to be said',
      { subject: 'Plan', html: '<b>', text: 'a b' },
      { subject: '[4 characters]', html: '[3 characters]', text: '[3 characters]' },
    ],
    ['who was to say it', { from: 'Ann <ann@example.com>' }, { from: '[address]@example.com' }],
    [
      'several receivers in one text',
      { to: 'Ann <a@example.com>, b@example.org' },
      { to: '[address]@example.com, [address]@example.org' },
    ],
    ['a receiver that is no address', { to: ['Ann Example'] }, { to: ['[11 characters]'] }],
    [
      'headers and tags',
      { headers: { 'X-Id': 'ann' }, tags: [{ name: 'who', value: 'ann' }] },
      { headers: { 'X-Id': '[3 characters]' }, tags: [{ name: '[3 characters]', value: '[3 characters]' }] },
    ],
    [
      'attachments',
      { attachments: [{ filename: 'ann.pdf', content: 'AAAA', content_type: 'application/pdf' }] },
      { attachments: [{ filename: '[7 characters]', content: '[redacted]', content_type: 'application/pdf' }] },
    ],
    ['bytes as numbers', { attachments: [{ content: [1, 2, 3] }] }, { attachments: [{ content: '[redacted]' }] }],
    [
      'a field of ours or not',
      { nickname: 'Ann', scheduled_at: 'in 1 min', count: 3 },
      { nickname: '[3 characters]', scheduled_at: 'in 1 min', count: 3 },
    ],
  ])('of a mail: %s', (_what, body, redacted) => {
    expect(mail(body)).toEqual(redacted);
  });

  it('is cut at 64 KiB', () => {
    for (const body of [
      { long: 'ä'.repeat(200_000) },
      { long: '\u0001'.repeat(200_000) },
      Array.from({ length: 50_000 }, (_, index) => ({ index })),
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`name ${index}`, index])),
    ]) {
      const kept = redactBody(body, 'plain');
      expect(Buffer.byteLength(JSON.stringify(kept.body))).toBeLessThanOrEqual(66_000);
      expect(kept.bytes).toBeGreaterThan(60_000);
    }
  });

  it('does not part an address from its domain where it is cut', () => {
    for (let pad = 65_100; pad < 65_500; pad += 7) {
      const text = JSON.stringify(plain({ long: `${'a '.repeat(pad / 2)}someone@example.com` }));
      expect(text).not.toMatch(/s?omeo/);
    }
  });
});

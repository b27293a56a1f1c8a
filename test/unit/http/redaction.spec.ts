import { maskAddresses } from '../../../src/infrastructure/addresses/mask-addresses.js';
import { operations } from '../../../src/programs/server/edge.js';
import { alternativesOf } from '../../../src/infrastructure/http/edge/request-log/logged-schema.js';
import { redactBody } from '../../../src/infrastructure/http/edge/request-log/redact-body.js';
import { type JsonSchema } from '../../../src/infrastructure/http/edge/field.js';
import { loggedSchemasOf } from '../../../src/infrastructure/http/openapi/operation.js';
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
  const text = { type: 'string' };
  const keptText = { type: 'string', 'x-logged': true };
  const domains = { type: 'string', 'x-logged': 'domains' };
  const object = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });
  const redactedBy = (schema: JsonSchema, body: unknown) => redactBody(body, alternativesOf(schema), 'plain').body;
  const keeping = (body: unknown) =>
    redactBody(body, [{ additionalProperties: { 'x-logged': true }, items: keptText }], 'plain');

  it.each<[string, JsonSchema, unknown, unknown]>([
    [
      'a text, unless its schema says so',
      object({ a: text, b: keptText }),
      { a: 'a', b: 'b' },
      { a: '[redacted]', b: 'b' },
    ],
    ['an address in a text that is kept', object({ a: keptText }), { a: 'to ann@a.com' }, { a: 'to [address]@a.com' }],
    ['all but the domains', object({ a: domains }), { a: 'Ann <ann@a.com>' }, { a: '[address]@a.com' }],
    ['no address where one is due', object({ a: domains }), { a: 'Ann' }, { a: '[redacted]' }],
    ['one of several words', object({ a: { enum: ['b'] } }), { a: 'b' }, { a: 'b' }],
    ['another word', object({ a: { enum: ['b'] } }), { a: 'secret' }, { a: '[redacted]' }],
    ['what is no id', object({ a: { type: 'string', format: 'uuid' } }), { a: 're_secret' }, { a: '[redacted]' }],
    [
      'a number, unless it is due',
      object({ a: { type: 'integer' }, b: text }),
      { a: 1, b: 2 },
      { a: 1, b: '[redacted]' },
    ],
    ['null', object({}), { a: null }, { a: null }],
    [
      'the values of names that the caller chose',
      object({ h: { type: 'object', additionalProperties: text } }),
      { h: { 'X-Key': 's' } },
      { h: { 'X-Key': '[redacted]' } },
    ],
    [
      'a field that no schema names',
      object({ a: keptText }),
      { A: 'b', c: { d: ['e', 1, true] } },
      { A: '[redacted]', c: { d: ['[redacted]', '[redacted]', '[redacted]'] } },
    ],
    [
      'what is never looked into',
      object({ a: { 'x-logged': false, anyOf: [{ items: { type: 'integer' } }] } }),
      { a: [1, 2] },
      { a: '[redacted]' },
    ],
    [
      'one of several shapes',
      { anyOf: [text, { type: 'array', items: object({ a: keptText }) }] },
      [{ a: 'b' }],
      { items: [{ a: 'b' }] },
    ],
    ['an address as a name', object({}), { 'ann@example.com': 'a' }, { '[address]@example.com': '[redacted]' }],
    ['no object', object({}), 'text', null],
    ['nothing', object({}), undefined, null],
    [
      'a hostile name',
      object({}),
      JSON.parse('{"__proto__":{"a":"b"}}'),
      JSON.parse('{"__proto__":{"a":"[redacted]"}}'),
    ],
  ])('%s', (_what, schema, body, redacted) => {
    expect(redactedBy(schema, body)).toEqual(redacted);
  });

  const sending = operations.find(({ method, path }) => method === 'post' && path === '/emails');
  const mail = (body: unknown) =>
    redactBody(body, sending === undefined ? [] : loggedSchemasOf(sending).body, 'mail').body;

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
      { nickname: '[3 characters]', scheduled_at: 'in 1 min', count: '[redacted]' },
    ],
  ])('of a mail: %s', (_what, body, redacted) => {
    expect(mail(body)).toEqual(redacted);
  });

  it('keeps a text of no other field than these: whoever adds one says here that it is no secret and names nobody', () => {
    const ofApi = operations.filter(({ path }) => !path.startsWith('/dashboard-api'));
    const found = new Map<string, Set<string>>();
    for (const operation of ofApi) {
      const { body, answer } = loggedSchemasOf(operation);
      const resource = operation.path.split('/')[1] ?? '';
      const names = [...body, ...answer].flatMap((schema) => keptTexts(schema, ''));
      for (const name of names) found.set(resource, (found.get(resource) ?? new Set()).add(name));
    }
    const times = /_at$|^at$/;
    const mailFields = ['bcc', 'cc', 'content_type', 'from', 'reply_to', 'to'].map((name) =>
      name === 'content_type' ? name : `${name} (domains)`,
    );
    const kept = [...found].map(([resource, names]) => [
      resource,
      [...names].filter((name) => !times.test(name)).sort(),
    ]);
    expect(Object.fromEntries(kept.filter(([, names]) => names?.length !== 0))).toEqual({
      audiences: ['contact (domains)', 'email (domains)', 'name'],
      broadcasts: ['email (domains)', 'from (domains)', 'name', 'reply_to (domains)'],
      'contact-properties': ['key'],
      contacts: ['contact (domains)', 'description', 'email (domains)', 'name'],
      segments: ['email (domains)', 'name'],
      templates: ['alias', 'from (domains)', 'key', 'name', 'reply_to (domains)'],
      topics: ['description', 'name'],
      domains: ['custom_return_path', 'failure_reason', 'name', 'region', 'tls', 'tracking_subdomain', 'value'],
      email: mailFields,
      emails: [...mailFields, 'broadcast_name', 'domain_name', 'expires_in', 'message'].sort(),
      events: ['id', 'type'],
      suppressions: ['email (domains)', 'emails (domains)'],
      usage: ['duration'],
      'webhook-requests': ['event_id', 'id', 'type'],
      webhooks: ['events', 'id', 'since', 'type', 'types', 'until'],
    });
  });

  it('is cut at 64 KiB', () => {
    for (const body of [
      { long: 'ä'.repeat(200_000) },
      { long: '\u0001'.repeat(200_000) },
      Array.from({ length: 50_000 }, (_, index) => ({ index })),
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`name ${index}`, index])),
    ]) {
      const kept = keeping(body);
      expect(Buffer.byteLength(JSON.stringify(kept.body))).toBeLessThanOrEqual(66_000);
      expect(kept.bytes).toBeGreaterThan(60_000);
    }
  });

  it('does not part an address from its domain where it is cut', () => {
    for (let pad = 65_100; pad < 65_500; pad += 7) {
      const cut = JSON.stringify(keeping({ long: `${'a '.repeat(pad / 2)}someone@example.com` }).body);
      expect(cut).not.toMatch(/s?omeo/);
    }
  });
});

/** The names of all texts that a schema lets the log keep whole, or whose domains it keeps. */
function keptTexts(schema: JsonSchema, name: string): readonly string[] {
  const mark = schema['x-logged'];
  const own = mark === undefined || mark === false ? [] : [mark === true ? name : `${name} (${String(mark)})`];
  const inner = ['anyOf', 'oneOf', 'allOf', 'items', 'additionalProperties'].flatMap((part) =>
    [schema[part]].flat().flatMap((each) => (isObject(each) ? keptTexts(each, name) : [])),
  );
  const members = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return [...own, ...inner, ...members.flatMap(([member, each]) => (isObject(each) ? keptTexts(each, member) : []))];
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

import { CanonicalText, canonicalJson } from '../../src/domain/shared/json.js';
import fc from '../support/properties.js';

/** By the built-in functions alone. */
function sortedCopy(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sortedCopy);
  const names = Object.keys(value).sort();
  // Entries would put names that look like numbers first: a map of texts keeps the order.
  return new Map(names.map((name) => [name, sortedCopy((value as Record<string, unknown>)[name])]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  return `{${[...value].map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`).join(',')}}`;
}

describe('canonical JSON', () => {
  it('is the JSON of the same value with its keys sorted', () => {
    const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 });
    fc.assert(
      fc.property(json, (value) => canonicalJson(value) === textOf(sortedCopy(value))),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['a quote', 'a"b', '"a\\"b"'],
    ['a backslash', 'a\\b', '"a\\\\b"'],
    ['a control character', 'a\u0001b\n', '"a\\u0001b\\n"'],
    ['DEL and beyond, which stay', '\u007f\u00e9\u2028\ufeff', '"\u007f\u00e9\u2028\ufeff"'],
    ['a pair of surrogates', '\ud83d\ude00', '"\ud83d\ude00"'],
    ['half a pair', 'a\ud83d', '"a\\ud83d"'],
    ['a long text', `${'x'.repeat(500)}"`, `"${'x'.repeat(500)}\\""`],
  ])('writes %s as JSON does', (_name, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('sorts many keys as it sorts few', () => {
    const names = Array.from({ length: 100 }, (_, index) => String((index * 37) % 100));
    const expected = [...names].sort().map((name) => `"${name}":0`);
    expect(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))).toBe(`{${expected.join(',')}}`);
  });

  it('leaves out what is undefined, and writes null for it in a list', () => {
    expect(canonicalJson({ b: undefined, a: [undefined, Number.NaN] })).toBe('{"a":[null,null]}');
  });

  it('writes a text that is at hand as it is', () => {
    expect(canonicalJson({ b: new CanonicalText('{"z":1}'), a: 1 })).toBe('{"a":1,"b":{"z":1}}');
  });

  it('writes what it is told in the place of an object', () => {
    const value = { b: { secret: 1 }, a: [{ secret: 2 }, { open: 3 }] };
    const text = canonicalJson(value, (object) => ('secret' in object ? '"*"' : undefined));
    expect(text).toBe('{"a":["*",{"open":3}],"b":"*"}');
  });
});

import { z } from 'zod';
import { compileSchema } from '../../../src/infrastructure/event-codec/compile-schema.js';

/** How often code was made of text while this ran. */
function compiledBy(work: () => void): number {
  const { Function: original } = globalThis;
  let made = 0;
  globalThis.Function = new Proxy(original, {
    construct(target, args, newTarget) {
      made += 1;
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  try {
    work();
  } finally {
    globalThis.Function = original;
  }
  return made;
}

const nested = () =>
  z.object({
    list: z.array(z.object({ name: z.string() })),
    pair: z.tuple([z.object({ left: z.string() }), z.string()]),
    either: z.union([z.object({ sealed: z.string() }), z.object({ opened: z.string() })]).nullable(),
    later: z.object({ at: z.string() }).default({ at: '' }),
    byName: z.record(z.string(), z.object({ count: z.number() })),
  });
const value = {
  list: [{ name: 'a' }],
  pair: [{ left: 'b' }, 'c'],
  either: { opened: 'd' },
  later: { at: 'e' },
  byName: { f: { count: 1 } },
};

describe('a schema that is compiled before its first value', () => {
  it('compiles nothing for that value, at any depth', () => {
    const schema = nested();
    expect(compiledBy(() => compileSchema(schema))).toBeGreaterThan(0);
    expect(compiledBy(() => void schema.parse(value))).toBe(0);
  });

  it('would have compiled something', () => {
    const schema = nested();
    expect(compiledBy(() => void schema.parse(value))).toBeGreaterThan(0);
  });
});

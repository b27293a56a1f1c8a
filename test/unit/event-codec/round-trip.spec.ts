import { z } from 'zod';
import type { KeyRing } from '../../../src/application/ports/event-codec.js';
import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import { type Kid, kidOf } from '../../../src/domain/shared/personal.js';
import type { Actor, Position } from '../../../src/domain/shared/recorded.js';
import { type StreamName, streamName } from '../../../src/domain/shared/stream-name.js';
import { chainLink } from '../../../src/infrastructure/event-codec/digest.js';
import { createEventCodec } from '../../../src/infrastructure/event-codec/event-codec.js';
import type { EventRegistry } from '../../../src/infrastructure/event-codec/registry.js';
import fc, { runs } from '../../support/properties.js';

const row = '0195523f-1c00-7000-8000-000000000040';
const kids = [0, 1, 2].map((index) => kidOf(row, index));
const keys: KeyRing = new Map(kids.map((kid, index) => [kid, { state: 'present', key: Buffer.alloc(32, index + 1) }]));

const anything: EventRegistry = new Map([['Noted', { data: z.looseObject({}), upcasters: [] }]]);
const codec = createEventCodec({ registry: anything });

// JSON has one zero, and an event's schema would drop a member of that name.
const json = fc
  .jsonValue({ noUnicodeString: false, maxDepth: 4 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const personal = fc.record({ kid: fc.constantFrom<Kid>(...kids), value: json }, { noNullPrototype: true });
const data = fc.dictionary(
  fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__'),
  fc.oneof(personal, json, fc.array(personal, { maxLength: 3 })),
  { maxKeys: 6, noNullPrototype: true },
);
const actor = fc.record(
  { kind: fc.constantFrom<Actor['kind']>('api-key', 'user', 'smtp-session', 'system', 'cli'), id: fc.string() },
  { noNullPrototype: true },
);
const text = fc.string({ unit: 'grapheme' });
const metadata = fc.record(
  {
    time: text,
    teamId: fc.option(text),
    region: fc.option(text),
    actor,
    correlationId: text,
    causation: fc.option(
      fc.record({ id: text, position: fc.option(text.map((each) => each as Position)) }, { noNullPrototype: true }),
    ),
  },
  { noNullPrototype: true },
);
const stream = text.map((id): StreamName => streamName('email', id));

const noted = fc.record({ data, metadata, stream, id: fc.uuid(), predecessor: fc.option(fc.string()) });
type Noted = typeof noted extends fc.Arbitrary<infer Value> ? Value : never;

function store({ data: content, metadata: about, stream: name, id, predecessor }: Noted): StoredEvent {
  const event = { id, event: { type: 'Noted', data: content }, metadata: about };
  const [encoded] = codec.encode([{ stream: name, predecessor, events: [event] }], keys);
  const [stored] = encoded?.events ?? [];
  if (stored === undefined) throw new Error('nothing was encoded');
  return { ...stored, stream: name, revision: 0, position: '1' as Position };
}

describe('whatever an event says', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(noted, (event) => {
        const stored = store(event);
        const [recorded] = codec.decode([stored], keys);
        expect(recorded).toEqual({
          stream: event.stream,
          revision: 0,
          position: '1',
          id: event.id,
          event: { type: 'Noted', data: event.data },
          metadata: event.metadata,
          digest: chainLink(stored).digest,
        });
        expect(chainLink(stored).computed).toBe(recorded?.digest);
      }),
      { numRuns: runs(300) },
    );
  });

  it('cannot change by one character unnoticed', () => {
    const flip = fc.record({
      part: fc.constantFrom<'data' | 'metadata'>('data', 'metadata'),
      at: fc.nat(),
      replacement: fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
    });
    fc.assert(
      fc.property(noted, flip, (event, { part, at, replacement }) => {
        const stored = store(event);
        const original = stored[part];
        const place = at % original.length;
        fc.pre(original[place] !== replacement);
        const flipped = `${original.slice(0, place)}${replacement}${original.slice(place + 1)}`;
        expect(isSound({ ...stored, [part]: flipped })).toBe(false);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('is noticed where another spelling of it means the same', () => {
    const stored = store({
      data: { size: 5e-324, text: 'é' },
      metadata: {
        time: '',
        teamId: null,
        region: null,
        actor: { kind: 'cli', id: '' },
        correlationId: '',
        causation: null,
      },
      stream: streamName('email', 'one'),
      id: '0195523f-1c00-7000-8000-000000000100',
      predecessor: null,
    });
    expect(isSound(stored)).toBe(true);
    expect(isSound({ ...stored, data: stored.data.replace('5e-324', '4e-324') })).toBe(false);
    expect(isSound({ ...stored, data: stored.data.replace('é', '\\u00e9') })).toBe(false);
    expect(isSound({ ...stored, metadata: stored.metadata.replace(':', ': ') })).toBe(false);
  });
});

function isSound(stored: StoredEvent): boolean {
  try {
    const { digest, computed } = chainLink(stored);
    return digest === computed;
  } catch (error) {
    expect(error).toMatchObject({ code: 'unreadable-event' });
    return false;
  }
}

import { z } from 'zod';
import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import type { Kid } from '../../../src/domain/shared/personal.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { chainLink } from '../../../src/infrastructure/event-codec/digest.js';
import { createEventCodec } from '../../../src/infrastructure/event-codec/event-codec.js';
import type { EventRegistry } from '../../../src/infrastructure/event-codec/registry.js';
import { personal } from '../../../src/domain/shared/event.js';

const kid = 'row.0' as Kid;
const stream = streamName('team', 'one');
const key = { state: 'present', key: Buffer.alloc(32, 1) } as const;
const keys = new Map([[kid, key]]);

// Version 2 named the size by its unit, version 3 turned it into bytes.
const nameUnit = ({ size, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, sizeKb: size });
const toBytes = ({ sizeKb, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  sizeBytes: Number(sizeKb) * 1024,
});

const first: EventRegistry = new Map([
  ['Measured', { data: z.object({ size: z.number(), by: personal(z.string()) }), upcasters: [] }],
]);
const second: EventRegistry = new Map([
  ['Measured', { data: z.object({ sizeKb: z.number(), by: personal(z.string()) }), upcasters: [nameUnit] }],
]);
const third: EventRegistry = new Map([
  [
    'Measured',
    {
      data: z.object({ sizeBytes: z.number(), by: personal(z.string()), precise: z.boolean().default(false) }),
      upcasters: [nameUnit, toBytes],
    },
  ],
]);

const stored = (registry: EventRegistry, data: object): StoredEvent => {
  const metadata = {
    time: '2026-03-01T10:00:00.000Z',
    teamId: null,
    region: null,
    actor: { kind: 'system', id: 'test' } as const,
    correlationId: 'request',
    causation: null,
  };
  const id = '0195523f-1c00-7000-8000-000000000100';
  const events = [{ id, event: { type: 'Measured', data }, metadata }];
  const [encoded] = createEventCodec({ registry }).encode([{ stream, predecessor: null, events }], keys);
  const [event] = encoded?.events ?? [];
  if (event === undefined) throw new Error('nothing was encoded');
  return { ...event, stream, revision: 0, position: '1' as Position };
};

const read = (event: StoredEvent) => createEventCodec({ registry: third }).decode([event], keys)[0]?.event.data;

describe('upcasting', () => {
  const by = { kid, value: 'somebody' };

  it('lifts the first version over each later one, personal values included', () => {
    expect(read(stored(first, { size: 2, by }))).toEqual({ sizeBytes: 2048, by, precise: false });
  });

  it('takes up a later version where it stands', () => {
    expect(read(stored(second, { sizeKb: 3, by }))).toEqual({ sizeBytes: 3072, by, precise: false });
  });

  it('reads the current version as it is', () => {
    expect(read(stored(third, { sizeBytes: 5, by, precise: true }))).toEqual({ sizeBytes: 5, by, precise: true });
  });

  it('changes neither what is stored nor its digest', () => {
    const event = stored(first, { size: 2, by });
    const [recorded] = createEventCodec({ registry: third }).decode([event], keys);
    const { digest, computed } = chainLink(event);
    expect(recorded?.digest).toBe(digest);
    expect(computed).toBe(digest);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import type { KeyRing } from '../../../src/application/ports/event-codec.js';
import type { NewStoredEvent, StoredEvent } from '../../../src/application/ports/event-store.js';
import type { Kid } from '../../../src/domain/shared/personal.js';
import type { Position, Recorded } from '../../../src/domain/shared/recorded.js';
import type { StreamName } from '../../../src/domain/shared/stream-name.js';
import { chainLink } from '../../../src/infrastructure/event-codec/digest.js';
import { createEventCodec } from '../../../src/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../../src/programs/resources/resources.js';
import { currentVersion } from '../../../src/domain/shared/event.js';

/** `stored` never changes again; `reads` is what the current version makes of it. */
interface Fixture {
  readonly stored: NewStoredEvent;
  readonly reads: Pick<Recorded, 'event' | 'metadata'> & { readonly stream: StreamName };
}

/** A file for all events of a resource: each has `usualMetadata`, and `reads` is its data alone. */
interface ResourceFile {
  readonly stream: StreamName;
  readonly events: readonly { readonly stored: NewStoredEvent; readonly reads: Recorded['event']['data'] }[];
}

const usualMetadata = {
  time: '2026-03-01T10:00:00.000Z',
  teamId: '0195523f-1c00-7000-8000-000000000001',
  region: null,
  actor: { kind: 'system', id: 'fixture' },
  correlationId: '0195523f-1c00-7000-8000-000000000090',
  causation: { id: '0195523f-1c00-7000-8000-000000000091', position: '00000000000000000007' as Position },
} as const;

function fixturesIn(content: Fixture | ResourceFile): readonly Fixture[] {
  if (!('events' in content)) return [content];
  const { stream, events } = content;
  return events.map(({ stored, reads: data }) => ({
    stored,
    reads: { event: { type: stored.type, data }, metadata: usualMetadata, stream },
  }));
}

const folder = new URL('../../fixtures/events/', import.meta.url);
const read = <Content>(file: string): Content => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Content;
const versionOf = ({ metadata }: NewStoredEvent): number => (JSON.parse(metadata) as { readonly v: number }).v;
const fixtures = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'keys.json')
  .flatMap((file) => fixturesIn(read(file)).map((fixture) => [`${file}, ${fixture.stored.type}`, fixture] as const));
const keys: KeyRing = new Map(
  Object.entries(read<Record<Kid, string>>('keys.json')).map(([kid, key]) => [
    kid as Kid,
    { state: 'present', key: Buffer.from(key, 'hex') },
  ]),
);

describe('events stored by any version', () => {
  const codec = createEventCodec({ registry: eventRegistry });
  const storedIn = ({ stored, reads }: Fixture): StoredEvent => ({
    ...stored,
    stream: reads.stream,
    revision: 3,
    position: '00000000000000000008' as Position,
  });

  it.each(fixtures)('read as they always did: %s', (_name, fixture) => {
    const stored = storedIn(fixture);
    const link = chainLink(stored);
    expect(codec.decode([stored], keys)).toEqual([
      { ...fixture.reads, id: stored.id, revision: 3, position: stored.position, digest: link.digest },
    ]);
    expect(link.computed).toBe(link.digest);
  });

  it.each([...eventRegistry.keys()])('are kept of each version of %s', (type) => {
    const schema = eventRegistry.get(type);
    const versions = Array.from({ length: schema === undefined ? 0 : currentVersion(schema) }, (_, index) => index + 1);
    const kept = fixtures.flatMap(([, { stored }]) => (stored.type === type ? versionOf(stored) : []));
    expect([...new Set(kept)].sort((one, other) => one - other)).toEqual(versions);
  });

  it('of a resource may stand in one file, without what is the same for all', () => {
    const one = read<Fixture>('export-finished.v1.json');
    const other = read<Fixture>('export-expired-deleted.v1.json');
    const events = [one, other].map(({ stored, reads }) => ({ stored, reads: reads.event.data }));
    expect(fixturesIn({ stream: one.reads.stream, events })).toEqual([one, other]);
  });
});

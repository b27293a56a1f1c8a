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

const folder = new URL('../../fixtures/events/', import.meta.url);
const read = <Content>(file: string): Content => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Content;
const files = readdirSync(folder).filter((file) => /\.v\d+\.json$/.test(file));
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

  it.each(files)('read as they always did: %s', (file) => {
    const fixture = read<Fixture>(file);
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
    const name = type.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
    const expected = versions.map((version) => ({ file: `${name}.v${version}.json`, type, version }));
    const kept = expected.map(({ file }) => {
      const { stored } = read<Fixture>(file);
      return { file, type: stored.type, version: (JSON.parse(stored.metadata) as { v: number }).v };
    });
    expect(kept).toEqual(expected);
  });
});

import { establishInstallation } from '../../src/application/installation/establish-installation.js';
import { arrive } from '../../src/application/migrate/arrive.js';
import { copyLog } from '../../src/application/migrate/copy-log.js';
import { handle } from '../../src/application/shared/handle.js';
import { verifyLog } from '../../src/application/verify/verify-log.js';
import { Sealer } from '../../src/application/seal/sealer.js';
import { installation } from '../../src/domain/installation/installation.js';
import { installationStream, streamName } from '../../src/domain/shared/stream-name.js';
import { chainLink } from '../../src/infrastructure/event-codec/digest.js';
import { openSealKey, sealMath } from '../../src/infrastructure/crypto/seal-key.js';
import { MemoryEventStore } from './memory-event-store.js';
import type { World } from './world.js';

const migrationId = '0195d6a0-0000-7000-8000-0000000000d0';
const provenance = {
  context: { teamId: null, actor: { kind: 'cli', id: 'migrate' } as const, correlationId: migrationId },
  region: null,
};

/** A log in memory, for copies of a world's. */
export class EmptyPlace extends MemoryEventStore {
  constructor(override readonly appendsTogether: boolean) {
    super();
  }
}

export async function install(world: World): Promise<void> {
  const identity = { keyStoreId: 'vault-1', masterKeyFits: true };
  await establishInstallation(world.process(), {
    identify: async () => identity,
    establish: async () => identity,
    isBeingCopied: async () => false,
  });
}

/** Where the same rows lie under other positions: events of its own came first, and are gone. */
export async function otherPlace(world: World, appendsTogether = true): Promise<EmptyPlace> {
  const place = new EmptyPlace(appendsTogether);
  const stream = streamName('team', 'elsewhere');
  const [first] = (await world.store.readAll({ limit: 1 })).events;
  if (first === undefined) throw new Error('an empty log cannot be moved');
  const { id, type, data, metadata } = first;
  for (let revision = 0; revision < 40; revision += 1) {
    const expected = revision === 0 ? 'no-stream' : revision - 1;
    await place.append([{ stream, expected, events: [{ id, type, data, metadata }] }]);
  }
  await place.removeStream(stream, 'soft', 39);
  return place;
}

export const copyTo = (world: World, target: EmptyPlace): Promise<number> =>
  copyLog({ source: world.store, target, import: target, clock: world.clock, codec: world.codec, linkOf: chainLink });

/** Copies the world's log, which has left then; answers what goes on at the other place. */
export async function move(world: World, target: EmptyPlace) {
  await copyTo(world, target);
  await handle(world.process(), installation, installationStream, { type: 'MoveAway', migrationId }, provenance);
  await copyTo(world, target);
  const ports: ReturnType<World['process']> = { ...world.process(), store: target };
  await arrive(world.process(), ports, migrationId, provenance);
  return {
    ports,
    /** Again, as if it had been cut off. */
    arriveAgain: () => arrive(world.process(), ports, migrationId, provenance),
    async seal(): Promise<void> {
      const key = await openSealKey(world.keys);
      await new Sealer({ ...ports, key, math: sealMath }, 60_000).step(true);
    },
    verify: () => verifyLog({ store: target, linkOf: chainLink, codec: world.codec, math: sealMath }),
  };
}

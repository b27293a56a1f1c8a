import { TemplateContents } from '../../src/application/template/template-content.js';
import type { EventCodec } from '../../src/application/ports/event-codec.js';
import type { KeyedHash } from '../../src/application/ports/hashing.js';
import type { Ports } from '../../src/application/shared/ports.js';
import type { Resource } from '../../src/application/shared/resource.js';
import { createSerialiser } from '../../src/application/shared/semaphore.js';
import { ensureDomain } from '../../src/application/sending-domain/ensure-domains.js';
import type { DomainOrigin } from '../../src/domain/sending-domain/events.js';
import { type PosthornEvent, registryOf, resources } from '../../src/programs/resources/resources.js';
import type { Recorded } from '../../src/domain/shared/recorded.js';
import { streamName, type StreamName } from '../../src/domain/shared/stream-name.js';
import { createEventCodec } from '../../src/infrastructure/event-codec/event-codec.js';
import { bodySealer } from '../../src/infrastructure/event-codec/sealing.js';
import { messageReader } from '../../src/infrastructure/message-reader/message-reader.js';
import { ids } from '../../src/infrastructure/system/ids.js';
import { openKeyedHash } from '../../src/infrastructure/crypto/keyed-hash.js';
import { FakeClock } from './fake-clock.js';
import { FaultyEventStore } from './faulty-event-store.js';
import { FaultyBlobStore, FaultyKeyStore } from './faulty-vault.js';
import { MemoryVaultSweep } from './memory-vault.js';

export const teamId = '0195d6a0-0000-7000-8000-00000000000a';
export const region = 'eu-west-1';
export const correlationId = '0195d6a0-0000-7000-8000-0000000000c0';
export const context = { teamId, actor: { kind: 'api-key', id: 'key-1' }, correlationId } as const;
export const principal = { apiKeyId: 'key-1', teamId, permission: 'full_access', domainId: null } as const;

/** For use cases whose caller reads no list afterwards. */
export const ownWrites = { note: () => undefined, settled: async () => undefined };

/** One log and one vault; as many processes over them as a spec asks for. */
export class World {
  readonly store = new FaultyEventStore();
  readonly keys = new FaultyKeyStore();
  readonly blobs = new FaultyBlobStore();
  readonly vault = new MemoryVaultSweep(this.keys, this.blobs);
  readonly clock = new FakeClock();
  readonly codec: EventCodec;

  private constructor(
    private readonly hash: KeyedHash,
    private readonly resources: readonly Resource[],
  ) {
    this.codec = createEventCodec({ registry: registryOf(resources) });
  }

  /** `planted`: resources of a spec's own, beside those that there are. */
  static async create(...planted: readonly Resource[]): Promise<World> {
    const secrets = new FaultyKeyStore();
    return new World(await openKeyedHash(secrets), [...resources, ...planted]);
  }

  /** What a process knows: each call is another process. */
  process(): Omit<Ports, 'readStore' | 'captured' | 'ownWrites'> {
    const { store, keys, blobs, clock, codec, hash, resources } = this;
    const own = { sealer: bodySealer, ids, reader: messageReader, serialise: createSerialiser() };
    const templates = new TemplateContents({ keys, blobs, sealer: bodySealer });
    return { store, keys, blobs, clock, codec, hash, resources, templates, ...own };
  }

  /** A domain that mail may be sent from. */
  async addDomain(name: string, origin: DomainOrigin = 'preverified', inRegion = region): Promise<void> {
    const ports = this.process();
    const makeDkimKey = async () => ({ privateKeyPem: 'pem', publicKey: 'AAAA' });
    await ensureDomain(
      { ...ports, makeDkimKey, dkimSelector: 'posthorn', firstTeamId: teamId, region: inRegion },
      name,
      origin,
    );
  }

  /** @returns what restores log and vault as they are now, in files: nothing in the log says so. */
  backUp(): () => void {
    const parts = [this.store.backUp(), this.keys.backUp(), this.blobs.backUp()];
    return () => {
      for (const putBack of parts) putBack();
    };
  }

  /** A stream as an audit would see it, personal values decrypted. */
  async events(stream: StreamName): Promise<readonly Recorded<PosthornEvent>[]> {
    const stored = await this.store.readStream(stream);
    const keyRing = await this.keys.getMany(this.codec.kids(stored));
    // The codec's registry knows exactly the events of the union.
    return this.codec.decode<PosthornEvent>(stored, keyRing);
  }

  async types(stream: StreamName): Promise<readonly string[]> {
    return (await this.store.readStream(stream)).map(({ type }) => type);
  }

  emailTypes(emailId: string): Promise<readonly string[]> {
    return this.types(streamName('email', emailId));
  }

  /** Every stream that an event of this type lies in, in the order of the log. */
  async streamsWith(type: PosthornEvent['type']): Promise<readonly StreamName[]> {
    const { events } = await this.store.readAll({ limit: 100_000, filter: { types: [type] } });
    return events.map(({ stream }) => stream);
  }
}

/** That of the test that runs, in a file that calls {@link useWorld}. */
export let world: World;

/** Gives each test a world of its own, with domains that mail may be sent from. */
export function useWorld(...domains: readonly string[]): void {
  beforeEach(async () => {
    world = await World.create();
    for (const domain of domains) await world.addDomain(domain);
  });
}

import { handle } from '../../src/application/shared/handle.js';
import type { SealKey } from '../../src/application/ports/seal-signing.js';
import { Sealer, type SealerPorts } from '../../src/application/seal/sealer.js';
import { verifyLog } from '../../src/application/verify/verify-log.js';
import type { LogHead } from '../../src/application/verify/log-head.js';
import type { LogSealed } from '../../src/domain/log-seal/events.js';
import type { StreamRetired } from '../../src/domain/retention/events.js';
import type { Recorded } from '../../src/domain/shared/recorded.js';
import { logSealStream, type StreamName, streamName } from '../../src/domain/shared/stream-name.js';
import { team } from '../../src/domain/team/team.js';
import { chainLink } from '../../src/infrastructure/event-codec/digest.js';
import { openSealKey, sealMath } from '../../src/infrastructure/crypto/seal-key.js';
import { context, type World } from './world.js';

export const sealEveryMs = 60_000;

/** A log that is written to, sealed, thinned out and verified. */
export class SealedWorld {
  private constructor(
    readonly world: World,
    private readonly key: SealKey,
  ) {}

  static async over(world: World): Promise<SealedWorld> {
    return new SealedWorld(world, await openSealKey(world.keys));
  }

  /** Sealer of another process each time. */
  sealer(ports: Partial<SealerPorts> = {}): Sealer {
    return new Sealer({ ...this.world.process(), key: this.key, math: sealMath, ...ports }, sealEveryMs);
  }

  seal(): Promise<void> {
    return this.sealer().step(true);
  }

  /** One event in a stream of its own. */
  async createTeam(id: string): Promise<StreamName> {
    const stream = streamName('team', id);
    const command = { type: 'CreateTeam', teamId: id, name: `Team ${id}` } as const;
    const handled = await handle(this.world.process(), team, stream, command, {
      context,
      region: null,
    });
    if ('refused' in handled) throw new Error('not written');
    return stream;
  }

  async seals(): Promise<readonly Recorded<LogSealed>[]> {
    // Nothing else is appended to this stream.
    return (await this.world.events(logSealStream)) as Recorded<LogSealed>[];
  }

  /** Says how the stream ended, as it stands or otherwise. */
  async retire(stream: StreamName, mode: 'tombstone' | 'soft', otherwise: Partial<StreamRetired['data']> = {}) {
    const { codec, store } = this.world;
    const ports = this.world.process();
    const last = (await this.world.events(stream)).at(-1);
    if (last === undefined) throw new Error(`${stream} is not there`);
    const data = { stream, lastRevision: last.revision, headDigest: last.digest, mode, ...otherwise };
    const into = streamName('retention', ports.ids.next());
    const metadata = { ...last.metadata, causation: null };
    const [encoded] = codec.encode(
      [
        {
          stream: into,
          predecessor: null,
          events: [{ id: ports.ids.next(), event: { type: 'StreamRetired', data }, metadata }],
        },
      ],
      new Map(),
    );
    const [event] = encoded?.events ?? [];
    if (event === undefined) throw new Error('nothing to append');
    await store.append([{ stream: into, expected: 'no-stream', events: [event] }]);
    return last.revision;
  }

  verify(published?: LogHead) {
    const { store, codec } = this.world;
    return verifyLog({ store, linkOf: chainLink, codec, math: sealMath }, { published });
  }
}

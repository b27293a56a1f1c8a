import { handle } from '../../../src/application/shared/handle.js';
import { verifyLog, type VerifyPorts } from '../../../src/application/verify/verify-log.js';
import { apiKey } from '../../../src/domain/api-key/api-key.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { chainLink } from '../../../src/infrastructure/event-codec/digest.js';
import { sealMath } from '../../../src/infrastructure/crypto/seal-key.js';
import { SealedWorld } from '../../support/sealing.js';
import { context, teamId, useWorld, world } from '../../support/world.js';

const stream = streamName('apikey', 'key-1');
const key = {
  apiKeyId: 'key-1',
  teamId,
  name: 'A',
  permission: 'full_access',
  domainId: null,
  tokenHash: 'ab',
} as const;

describe('verifying a log from which streams are removed', () => {
  useWorld();

  const write = async (...commands: Parameters<typeof apiKey.decide>[0][]) => {
    for (const command of commands) await handle(world.process(), apiKey, stream, command, { context, region: null });
  };
  const rename = (name: string) => ({ type: 'RenameApiKey', teamId, name }) as const;
  const create = { type: 'CreateApiKey', key } as const;

  /** As retention does it: sealed, said, removed. */
  const removeSoftly = async () => {
    const sealed = await SealedWorld.over(world);
    await sealed.seal();
    await world.store.removeStream(stream, 'soft', await sealed.retire(stream, 'soft'));
  };

  /** Everything of the log, with something happening right after its head or its first page was read. */
  const verify = (meanwhile: { head?: () => Promise<unknown>; page?: () => Promise<unknown> } = {}) => {
    const { store } = world;
    let pages = 0;
    const watched: VerifyPorts['store'] = {
      readStream: (...asked) => store.readStream(...asked),
      removalOf: (asked) => store.removalOf(asked),
      async head() {
        const head = await store.head();
        await meanwhile.head?.();
        return head;
      },
      async readAll(options) {
        const page = await store.readAll(options);
        pages += 1;
        if (pages === 1) await meanwhile.page?.();
        return page;
      },
    };
    return verifyLog({ store: watched, linkOf: chainLink, codec: world.codec, math: sealMath });
  };

  it('finds an empty log right', async () => {
    expect(await verify()).toEqual({
      events: 0,
      streams: 0,
      head: null,
      bad: undefined,
      seals: 0,
      unsealed: 0,
      foreign: { events: 0, streams: 0, names: [] },
    });
  });

  it('takes a softly removed stream up behind its last revision, with a chain of its own', async () => {
    await write(create, rename('B'));
    await removeSoftly();
    await write(create, rename('C'));
    expect(await verify()).toMatchObject({ events: 4, streams: 3, bad: undefined });
  });

  it('does not mistake a removal under way for an alteration', async () => {
    await write(create, rename('B'));
    const reopened = async () => {
      await removeSoftly();
      await write(create);
    };
    expect(await verify({ page: reopened })).toMatchObject({ events: 0, bad: undefined });
    expect(await verify()).toMatchObject({ events: 3, bad: undefined });
  });

  it.each(['tombstone', 'soft'] as const)(
    'passes over what the engine still shows of a removed stream (%s)',
    async (mode) => {
      await write(create, rename('B'));
      const { store } = world;
      const removed = (await store.readAll({ limit: 100 })).events;
      const sealed = await SealedWorld.over(world);
      await sealed.seal();
      await store.removeStream(stream, mode, await sealed.retire(stream, mode));
      if (mode === 'soft') await write(create, rename('C'));
      const shown: VerifyPorts['store'] = {
        head: () => store.head(),
        readStream: (...asked) => store.readStream(...asked),
        removalOf: (asked) => store.removalOf(asked),
        async readAll(options) {
          const page = await store.readAll(options);
          return options.after === undefined ? { ...page, events: [...removed, ...page.events] } : page;
        },
      };
      const found = mode === 'soft' ? { events: 4, streams: 3 } : { events: 2, streams: 2 };
      const ports = { linkOf: chainLink, codec: world.codec, math: sealMath };
      expect(await verifyLog({ store: shown, ...ports })).toMatchObject({ ...found, bad: undefined });
    },
  );

  it('reads to the end that the log had, and not behind it', async () => {
    await write(create);
    expect(await verify({ head: () => write(rename('B')) })).toMatchObject({ events: 1, bad: undefined });
  });
});

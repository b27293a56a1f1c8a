import {
  establishInstallation,
  StartRefused,
  type VaultIdentity,
} from '../../src/application/installation/establish-installation.js';
import type { ReadModelIdentity } from '../../src/application/ports/read-model-identity.js';
import { NewerEvent } from '../../src/application/ports/event-codec.js';
import { installationStream, streamName } from '../../src/domain/shared/stream-name.js';
import { useWorld, world } from '../support/world.js';

/** A vault that knows its own id, and whether the master key fits. */
class FakeVaultIdentity implements VaultIdentity {
  masterKeyFits = true;
  establishments = 0;
  isCopy = false;

  constructor(public keyStoreId?: string) {}

  async identify() {
    const { keyStoreId, masterKeyFits } = this;
    return keyStoreId === undefined ? undefined : { keyStoreId, masterKeyFits };
  }

  isBeingCopied = async () => this.isCopy;

  async establish(keyStoreId: string) {
    this.establishments += 1;
    this.keyStoreId ??= keyStoreId;
    return { keyStoreId: this.keyStoreId, masterKeyFits: this.masterKeyFits };
  }
}

const refusal = (code: string) => expect.objectContaining({ code });

describe('establishing the installation', () => {
  useWorld();
  let vault: FakeVaultIdentity;
  beforeEach(async () => {
    vault = new FakeVaultIdentity();
  });
  const start = (ports = world.process(), version = '1.0.0') => establishInstallation(ports, vault, { version });

  it('names log, vault and first team at the first start', async () => {
    const state = await start();
    expect(state.installation.keyStoreId).toBe(vault.keyStoreId);
    expect(await world.types(installationStream)).toStrictEqual(['InstallationCreated']);
    const team = streamName('team', state.installation.firstTeamId);
    expect((await world.events(team)).map(({ event }) => event.type)).toStrictEqual(['TeamCreated']);
  });

  describe('and the events that programs know', () => {
    const knowing = (format: number) => {
      const ports = world.process();
      return { ...ports, codec: { ...ports.codec, format } };
    };

    it('notes them when a program starts that knows more, once, before it writes any', async () => {
      const { format } = world.process().codec;
      await start();
      await start(knowing(format + 2), '1.2.0');
      await start(knowing(format + 2), '1.2.1');
      expect((await world.events(installationStream)).map(({ event }) => event)).toMatchObject([
        { type: 'InstallationCreated', data: { eventFormat: format, version: '1.0.0' } },
        { type: 'EventFormatRaised', data: { format: format + 2, version: '1.2.0' } },
      ]);
    });

    it('refuses a program that knows fewer, in words, and writes nothing', async () => {
      await start(knowing(world.process().codec.format + 1), '1.2.0');
      const before = await world.store.head();
      await expect(start()).rejects.toMatchObject({
        code: 'newer-data',
        message: expect.stringMatching(
          /^This data was written by a newer version of Posthorn .* since version 1\.2\.0, .*restore a backup/,
        ),
      });
      expect(await world.store.head()).toBe(before);
    });

    it('refuses where it meets an event of the installation that it does not know', async () => {
      await start();
      const ports = world.process();
      const unknown = () => {
        throw new NewerEvent('installation-main revision 0 (SomethingNew): the type is unknown');
      };
      await expect(start({ ...ports, codec: { ...ports.codec, decode: unknown } })).rejects.toMatchObject({
        code: 'newer-data',
        message: expect.stringContaining('SomethingNew'),
      });
    });
  });

  it('changes nothing at a later start', async () => {
    const first = await start();
    const before = await world.store.head();
    expect(await start()).toStrictEqual(first);
    expect(await world.store.head()).toBe(before);
    expect(vault.establishments).toBe(1);
  });

  it('has one winner when two processes start at once', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(two).toStrictEqual(one);
    expect(one.installation.keyStoreId).toBe(vault.keyStoreId);
    expect(await world.types(installationStream)).toStrictEqual(['InstallationCreated']);
    expect(await world.streamsWith('TeamCreated')).toHaveLength(1);
  });

  it('names the vault that is there, whoever gave it its id', async () => {
    const establish = vault.establish.bind(vault);
    vault.establish = async (keyStoreId) => {
      await establish('another-process');
      return establish(keyStoreId);
    };
    expect((await start()).installation.keyStoreId).toBe('another-process');
  });

  it('goes on where a start was cut off between vault and log', async () => {
    vault = new FakeVaultIdentity('vault-1');
    expect((await start()).installation.keyStoreId).toBe('vault-1');
    expect(vault.establishments).toBe(0);
  });

  it('goes on where a start was cut off before the team', async () => {
    world.store.plan('TeamCreated', ['conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'conflict']);
    await expect(start()).rejects.toStrictEqual(refusal('log-unavailable'));
    const { firstTeamId } = (await start()).installation;
    expect(await world.streamsWith('TeamCreated')).toStrictEqual([`team-${firstTeamId}`]);
  });

  it('refuses a vault that is gone', async () => {
    await start();
    vault = new FakeVaultIdentity();
    await expect(start()).rejects.toStrictEqual(refusal('vault-missing'));
    expect(vault.establishments).toBe(0);
  });

  it('refuses a place that a migration has begun to fill, also before the first event is there', async () => {
    vault.isCopy = true;
    await expect(start()).rejects.toStrictEqual(refusal('move-unfinished'));
    expect(await world.store.head()).toBeUndefined();
    // The id of the vault is what a move brings last.
    vault.keyStoreId = 'vault-1';
    await start();
    vault = new FakeVaultIdentity();
    vault.isCopy = true;
    await expect(start()).rejects.toStrictEqual(refusal('move-unfinished'));
    expect(vault.establishments).toBe(0);
  });

  it('refuses the vault of another installation, whatever its master key', async () => {
    await start();
    vault = new FakeVaultIdentity('elsewhere');
    await expect(start()).rejects.toStrictEqual(refusal('wrong-vault'));
    vault.masterKeyFits = false;
    await expect(start()).rejects.toStrictEqual(refusal('wrong-vault'));
  });

  it('refuses another master key, at the first start too', async () => {
    vault = new FakeVaultIdentity('vault-1');
    vault.masterKeyFits = false;
    await expect(start()).rejects.toStrictEqual(refusal('wrong-master-key'));
    expect(await world.store.head()).toBeUndefined();
    vault.masterKeyFits = true;
    await start();
    vault.masterKeyFits = false;
    await expect(start()).rejects.toStrictEqual(refusal('wrong-master-key'));
  });

  describe('with read models', () => {
    const readModels = (installationId?: string | null): ReadModelIdentity & { built?: string | null } => ({
      place: 'MONGODB_URL',
      ...(installationId === undefined ? {} : { built: installationId }),
      async builtFrom() {
        return this.built === undefined ? undefined : { installationId: this.built };
      },
      async belongTo(id) {
        this.built ??= id;
        return this.built;
      },
      async moveTo(id) {
        this.built = id;
      },
    });
    const startWith = (models: ReadModelIdentity) =>
      establishInstallation(world.process(), vault, { readModels: models });

    it('names the installation in them at the first start, and where they name none', async () => {
      const models = readModels();
      const { installationId } = (await startWith(models)).installation;
      expect(models.built).toBe(installationId);
      await startWith(models);
      const unnamed = readModels(null);
      await startWith(unnamed);
      expect(unnamed.built).toBe(installationId);
    });

    it.each([['another'], [null]])(
      'refuses an empty log under those of %s, and writes nothing into it',
      async (built) => {
        await expect(startWith(readModels(built))).rejects.toMatchObject({
          code: 'empty-log',
          message: expect.stringMatching(/EVENTSTOREDB_URL and MONGODB_URL.*restore/),
        });
        expect(await world.store.head()).toBeUndefined();
      },
    );

    it('refuses those of another log, and says how they are made anew', async () => {
      await start();
      await expect(startWith(readModels('another'))).rejects.toMatchObject({
        code: 'wrong-log',
        message: expect.stringMatching(/installation another.*posthorn replay/),
      });
    });

    it('has one winner when two processes start at once', async () => {
      const models = readModels();
      const [one, two] = await Promise.all([startWith(models), startWith(models)]);
      expect(two).toStrictEqual(one);
      expect(models.built).toBe(one.installation.installationId);
    });
  });

  it('refuses to go on while the log cannot be written', async () => {
    world.store.plan('InstallationCreated', [], 'lost');
    await expect(start()).rejects.toBeInstanceOf(StartRefused);
    await expect(start()).rejects.toStrictEqual(refusal('log-unavailable'));
  });
});

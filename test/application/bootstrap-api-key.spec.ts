import { ApiKeys } from '../../src/application/api-key/api-keys.js';
import { ensureBootstrapApiKey, type UnshownKey } from '../../src/application/api-key/bootstrap-api-key.js';
import { establishInstallation } from '../../src/application/installation/establish-installation.js';
import { useWorld, world } from '../support/world.js';

const configured = 're_configured_0000000000000000';

describe('the bootstrap API key', () => {
  useWorld();
  let made: number;
  beforeEach(async () => {
    made = 0;
  });
  const identify = async () => ({ keyStoreId: 'vault-1', masterKeyFits: true });
  const vault = { identify, establish: identify, isBeingCopied: async () => false };
  const newToken = (): string => {
    made += 1;
    return `re_made_${made}_00000000000000000000`;
  };

  /** A start with or without `BOOTSTRAP_API_KEY`. */
  async function start(token?: string, unshown?: UnshownKey) {
    const ports = world.process();
    const state = await establishInstallation(ports, vault);
    const apiKeys = new ApiKeys({ ...ports, newToken, ownWrites: { note: () => undefined } });
    return { bootstrap: await ensureBootstrapApiKey(ports, apiKeys, state, token, unshown), apiKeys, state };
  }

  it('is made once, for the first team, and works', async () => {
    const { bootstrap, apiKeys, state } = await start();
    if (bootstrap.outcome !== 'made') throw new Error(bootstrap.outcome);
    const { firstTeamId: teamId } = state.installation;
    expect(await apiKeys.authenticate(bootstrap.token)).toMatchObject({ teamId, permission: 'full_access' });
    expect((await start()).bootstrap).toStrictEqual({ outcome: 'unchanged' });
    expect(made).toBe(1);
  });

  it('is the configured one where there is one; the same again changes nothing', async () => {
    const { bootstrap, apiKeys } = await start(configured);
    expect(bootstrap).toStrictEqual({ outcome: 'added' });
    expect(await apiKeys.authenticate(configured)).toBeDefined();
    expect((await start(configured)).bootstrap).toStrictEqual({ outcome: 'unchanged' });
    expect((await start()).bootstrap).toStrictEqual({ outcome: 'unchanged' });
    expect(made).toBe(0);
  });

  it('is added beside an earlier one where it differs', async () => {
    const first = await start();
    const { bootstrap, apiKeys } = await start(configured);
    expect(bootstrap).toStrictEqual({ outcome: 'added-beside' });
    expect(await apiKeys.authenticate(configured)).toBeDefined();
    if (first.bootstrap.outcome !== 'made') throw new Error(first.bootstrap.outcome);
    expect(await apiKeys.authenticate(first.bootstrap.token)).toBeDefined();
  });

  it.each(['ApiKeyCreated', 'BootstrapApiKeyAdded', 'nothing'])(
    'is shown by the next start where the first ended before it showed it, with %s lost',
    async (type) => {
      const file: { token?: string } = {};
      const unshown: UnshownKey = {
        read: () => file.token,
        keep: (token) => (file.token = token),
        forget: () => delete file.token,
      };
      world.store.plan(type, [], 'lost');
      await start(undefined, unshown).catch(() => undefined);
      world.store.plan(type, []);
      const { bootstrap, apiKeys } = await start(undefined, unshown);
      expect(bootstrap).toStrictEqual({ outcome: 'made', token: file.token });
      expect(await apiKeys.authenticate(String(file.token))).toBeDefined();
      unshown.forget();
      expect((await start(undefined, unshown)).bootstrap).toStrictEqual({ outcome: 'unchanged' });
      expect(made).toBe(1);
    },
  );

  it('stays deleted once it was deleted', async () => {
    const { apiKeys, state } = await start(configured);
    const context = {
      teamId: state.installation.firstTeamId,
      actor: { kind: 'system', id: 'x' },
      correlationId: 'x',
    } as const;
    await apiKeys.write(context, apiKeys.idOf(configured), { type: 'DeleteApiKey', teamId: context.teamId });
    const later = await start(configured);
    expect(later.bootstrap).toStrictEqual({ outcome: 'unchanged' });
    expect(await later.apiKeys.authenticate(configured)).toBeUndefined();
  });

  it.each(['ApiKeyCreated', 'BootstrapApiKeyAdded'])(
    'stops the start while the log takes no %s, and comes with the next',
    async (type) => {
      world.store.plan(type, [], 'lost');
      await expect(start(configured)).rejects.toMatchObject({ code: 'log-unavailable' });
      world.store.plan(type, []);
      const { bootstrap, apiKeys } = await start(configured);
      expect(bootstrap).toStrictEqual({ outcome: 'added' });
      expect(await apiKeys.authenticate(configured)).toBeDefined();
    },
  );
});

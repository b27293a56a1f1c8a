import { createApiKeys } from '../../src/application/api-key/api-keys.js';
import { handle } from '../../src/application/shared/handle.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { team } from '../../src/domain/team/team.js';
import { openEmbeddedLog } from '../../src/embedded.module.js';
import { loadConfig } from '../../src/infrastructure/config/config.js';
import { openKeyedHash } from '../../src/infrastructure/identity/keyed-hash.js';
import { newApiToken } from '../../src/infrastructure/identity/tokens.js';
import { logPorts } from '../../src/services.module.js';

/** Adds a team beside a running server, and answers a key of it. */
export async function addTeam(dataDir: string, name: string): Promise<string> {
  const log = await openEmbeddedLog(loadConfig({ DATA_DIR: dataDir }), (error) => {
    throw error;
  });
  try {
    const ports = logPorts(log);
    const hash = await openKeyedHash(log.keys);
    const apiKeys = createApiKeys({ ports, hash, newToken: newApiToken, onWritten: () => undefined });
    const teamId = ports.ids.next();
    const context = { teamId, actor: { kind: 'system', id: 'test' }, correlationId: teamId } as const;
    await handle(
      ports,
      team,
      streamName('team', teamId),
      { type: 'CreateTeam', teamId, name },
      { context, region: null },
    );
    const token = apiKeys.newToken();
    await apiKeys.create(token, context, { name: 'First key', permission: 'full_access', domainId: null });
    return token;
  } finally {
    await log.close();
  }
}

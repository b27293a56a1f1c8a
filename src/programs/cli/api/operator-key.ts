import { ApiKeys } from '../../../application/api-key/api-keys.js';
import { load } from '../../../application/shared/handle.js';
import { apiKey } from '../../../domain/api-key/api-key.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { openKeyedHash } from '../../../infrastructure/crypto/keyed-hash.js';
import { newApiToken } from '../../../infrastructure/crypto/tokens.js';
import { provenanceOf, withExisting } from '../shared/installation.js';
import { Declined } from '../shared/outcome.js';
import { teamOf } from '../shared/team-of.js';

const name = 'Command line';
/** Each time somebody deletes the key, the next command makes another one. */
const mostDeleted = 1_000;

/**
 * The API key with which commands ask a server for a team, made by the first of them. It is computed from a secret of
 * the vault: only who can open log and vault has it, and it is stored nowhere.
 */
export function operatorKey(config: Config, team: string | undefined): Promise<string> {
  return withExisting(config, async ({ log, ports, installation }) => {
    const teamId = await teamOf(ports, installation, team);
    const hash = await openKeyedHash(log.keys);
    const apiKeys = new ApiKeys({ ...ports, hash, newToken: newApiToken, ownWrites: { note: () => undefined } });
    for (let number = 0; number < mostDeleted; number += 1) {
      const token = `re_${hash.hash('api-key', [name, teamId, number])}`;
      const { state } = await load(ports, apiKey, streamName('apikey', apiKeys.idOf(token)));
      if (state.status === 'active' && state.key.expiresAt === undefined) return token;
      if (state.status !== 'none') continue;
      const { context } = provenanceOf('ask the server', ports, teamId);
      const key = { name, permission: 'full_access', domainId: null } as const;
      if (await apiKeys.create(token, { ...context, teamId }, key)) return token;
      throw new Declined('The event log could not be written: there is no key to ask the server with.');
    }
    throw new Declined(`${mostDeleted} keys named ${name} were deleted: give another one with POSTHORN_KEY.`);
  });
}

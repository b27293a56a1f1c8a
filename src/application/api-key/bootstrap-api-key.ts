import { installation } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import type { ApiKeys } from './api-keys.js';
import { handle, type LogPorts } from '../shared/handle.js';
import { type Installation, logUnavailable, startOccasion } from '../installation/establish-installation.js';

/** `made`: shown once, here. `added-beside`: the configured key is another one than at an earlier start. */
export type BootstrapApiKey =
  | { readonly outcome: 'made'; readonly token: string }
  | { readonly outcome: 'added' | 'added-beside' | 'unchanged' };

/** A key that was made and not shown yet: a start that ends in between leaves it to the next one. */
export interface UnshownKey {
  read(): string | undefined;
  keep(token: string): void;
  forget(): void;
}

/**
 * The first start makes a key for the first team, or takes the configured one; the same one at a later start changes
 * nothing. A made one is kept in `unshown` first; the program that shows it forgets it there.
 */
export async function ensureBootstrapApiKey(
  ports: LogPorts,
  apiKeys: ApiKeys,
  state: Installation,
  configuredToken: string | undefined,
  unshown: UnshownKey | null = null,
): Promise<BootstrapApiKey> {
  const earlier = state.bootstrapApiKeyIds;
  const kept = configuredToken === undefined ? unshown?.read() : undefined;
  if (configuredToken === undefined && earlier.length > 0) {
    const isOurs = kept !== undefined && earlier.includes(apiKeys.idOf(kept));
    return isOurs ? { outcome: 'made', token: kept } : { outcome: 'unchanged' };
  }
  const token = configuredToken ?? kept ?? apiKeys.newToken();
  if (configuredToken === undefined) unshown?.keep(token);
  const apiKeyId = apiKeys.idOf(token);
  if (earlier.includes(apiKeyId)) return { outcome: 'unchanged' };
  const { firstTeamId: teamId, installationId } = state.installation;
  const provenance = startOccasion(installationId);
  const key = { name: 'Bootstrap', permission: 'full_access', domainId: null } as const;
  // Remembered only once it is there: a start that was cut off in between makes it again.
  if (!(await apiKeys.create(token, { ...provenance.context, teamId }, key))) throw logUnavailable();
  const command = { type: 'AddBootstrapApiKey', apiKeyId } as const;
  const handled = await handle(ports, installation, installationStream, command, provenance);
  if ('refused' in handled) throw logUnavailable();
  if (configuredToken === undefined) return { outcome: 'made', token };
  return { outcome: earlier.length === 0 ? 'added' : 'added-beside' };
}

import { rotateMasterKey } from '../../application/installation/rotate-master-key.js';
import { ApiKeys } from '../../application/api-key/api-keys.js';
import { SendingDomains } from '../../application/sending-domain/sending-domains.js';
import type { Permission } from '../../domain/api-key/events.js';
import type { Config } from '../../infrastructure/config/config.js';
import { parseDomain } from '../../infrastructure/config/fields/parse.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { newApiToken } from '../../infrastructure/crypto/tokens.js';
import { provenanceOf, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { parseName } from './teams.js';
import { requireTeam } from './shared/team-of.js';

export interface CreateKeyOptions {
  readonly team?: string;
  readonly name: string;
  readonly sending?: boolean;
  readonly reading?: boolean;
  /** ISO 8601. */
  readonly expires?: string;
  /** An id, or a name. */
  readonly domain?: string;
}

/** `keys create`: the token is in this answer and nowhere else. */
export async function createKey(config: Config, options: CreateKeyOptions): Promise<Outcome> {
  const name = parseName(options.name);
  if (options.domain !== undefined && options.sending !== true) {
    throw new Misused('--domain restricts what a key may send: give it together with --sending.');
  }
  const permission = permissionOf(options);
  const expiresAt = parseExpiry(options.expires);
  return withExisting(config, async ({ log, ports, installation }) => {
    const teamId = options.team?.toLowerCase() ?? installation.firstTeamId;
    await requireTeam(ports, teamId);
    const hash = await openKeyedHash(log.keys);
    const domains = new SendingDomains({ ...ports, hash });
    const domainId = options.domain === undefined ? null : await requireDomain(domains, teamId, options.domain);
    const apiKeys = new ApiKeys({ ...ports, hash, newToken: newApiToken, ownWrites: { note: () => undefined } });
    const token = apiKeys.newToken();
    const { context } = provenanceOf('keys create', ports, teamId);
    const created = await apiKeys.create(token, { ...context, teamId }, { name, permission, domainId, expiresAt });
    if (!created) throw new Declined('The event log could not be written: no key was created.');
    return {
      result: { id: apiKeys.idOf(token), token, name, teamId, permission, domainId, expiresAt: expiresAt ?? null },
      text: token,
    };
  });
}

function permissionOf({ sending, reading }: CreateKeyOptions): Permission {
  if (sending === true && reading === true) throw new Misused('A key is for --sending or for --reading, not for both.');
  if (reading === true) return 'read_only';
  return sending === true ? 'sending_access' : 'full_access';
}

function parseExpiry(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const atMs = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs) || atMs <= Date.now()) {
    throw new Misused('--expires is a time to come, such as 2027-01-31T00:00:00Z.');
  }
  return new Date(atMs).toISOString();
}

/** `keys rotate-master`: wraps the vault with the current master key, beside servers that know both. */
export async function rotateMaster(config: Config): Promise<Outcome> {
  if (config.otherMasterKey === null) {
    throw new Declined('Set OTHER_MASTER_KEY (or OTHER_MASTER_KEY_FILE) to the key that is to go; MASTER_KEY stays.');
  }
  return withExisting(config, async ({ log }) => {
    const result = await rotateMasterKey(log.rotation);
    const text = `${result.rewrapped} keys and secrets were wrapped with the current master key.`;
    if (result.complete)
      return { result, text: `${text} The other one opens nothing any more: unset OTHER_MASTER_KEY.` };
    return {
      result,
      text: `${text} A process still wraps with the other one: start it again with the new MASTER_KEY, then run this again.`,
      negative: true,
    };
  });
}

async function requireDomain(domains: SendingDomains, teamId: string, idOrName: string): Promise<string> {
  const name = parseDomain(idOrName);
  const domainId =
    name === undefined
      ? (await domains.state(teamId, idOrName.toLowerCase()))?.domain.domainId
      : (await domains.verified(teamId, name))?.domainId;
  if (domainId === undefined) throw new Declined(`Team ${teamId} cannot send from a domain ${idOrName}.`);
  return domainId;
}

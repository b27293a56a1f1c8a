import { auditContact } from '../../application/contact/consent-history.js';
import type { Config } from '../../infrastructure/config/config.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { resources } from '../resources/resources.js';
import { requireAddress } from './address.js';
import { type AuditOptions, describe, instantOf } from './audit.js';
import { withExisting } from './shared/installation.js';
import { Declined, type Outcome } from './shared/outcome.js';
import { teamOf } from './shared/team-of.js';

export interface AuditContactOptions extends AuditOptions {
  readonly team?: string;
}

/** `audit contact <address> [--team <id>] [--at <time>]` */
export async function auditContactOf(config: Config, text: string, options: AuditContactOptions): Promise<Outcome> {
  const at = instantOf(options.at);
  const address = requireAddress(text);
  return withExisting(config, async ({ ports, log, installation }) => {
    const teamId = await teamOf(ports, installation, options.team);
    const hash = await openKeyedHash(log.keys);
    const found = await auditContact({ ...ports, resources, hash }, teamId, address, at);
    if (found === undefined) throw new Declined(`Team ${teamId} never had a contact with this address.`);
    return { result: { ...found, at: at ?? null }, text: describe(found, at) };
  });
}

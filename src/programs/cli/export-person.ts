import { exportPerson } from '../../application/person-export/export-person.js';
import type { Config } from '../../infrastructure/config/config.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { personData, personFile } from '../../infrastructure/http/readable-file/person-file.js';
import { consentProofOf } from '../consent-proof.js';
import { resources } from '../resources/resources.js';
import { requireAddress } from './address.js';
import type { SheetOptions } from './consent.js';
import { withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { writePrivate } from './private-file.js';
import { withReadModels } from './read-models.js';
import { teamOf } from './shared/team-of.js';

/** `export <address> [--team <id>] [--out <file>]` */
export async function exportOf(config: Config, text: string, { team, out, json }: SheetOptions): Promise<Outcome> {
  const address = requireAddress(text);
  if (out === undefined && json !== true)
    throw new Misused('Name the file to write with --out, for example --out person.html, or give --json.');
  return withExisting(config, async (opened) => {
    const { log, ports, installation } = opened;
    const { keys } = log;
    const teamId = await teamOf(ports, installation, team);
    const beside = { keys, resources, hash: await openKeyedHash(keys), consentProof: consentProofOf(keys) };
    const ownWrites = { note: () => undefined, settled: async () => undefined };
    const data = await withReadModels(config, opened, (readStore) =>
      exportPerson({ ...ports, ...beside, readStore, ownWrites }, { teamId, key: { address } }),
    );
    if (data === undefined) throw new Declined(`Team ${teamId} keeps nothing about this address.`);
    if (out !== undefined) writePrivate(out, personFile(data));
    const { emails, consents } = data;
    return {
      result: personData(data),
      text: `Written to ${out}: emails ${emails.length}, consents ${consents.length}.`,
    };
  });
}

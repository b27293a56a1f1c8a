import { domainNameStream } from '../../../application/sending-domain/sending-domains.js';
import type { PublishedDomain } from '../../../application/sending-domain/records/published-domain.js';
import { publishedDomain } from '../../../application/sending-domain/shown-records.js';
import { load } from '../../../application/shared/handle.js';
import { domainName } from '../../../domain/sending-domain/domain-name.js';
import { sendingDomain } from '../../../domain/sending-domain/sending-domain.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { parseDomain } from '../../../infrastructure/config/parse.js';
import { openKeyedHash } from '../../../infrastructure/crypto/keyed-hash.js';
import { withExisting } from '../installation.js';
import { Declined, Misused } from '../outcome.js';

/** What of a domain decides its records, whichever team has it. Throws {@link Declined} where no team has. */
export function readPublishedDomain(config: Config, text: string): Promise<PublishedDomain> {
  const name = parseDomain(text);
  if (name === undefined) throw new Misused('A domain is a name of at least two labels, such as example.com.');
  return withExisting(config, async ({ log, ports }) => {
    const hash = await openKeyedHash(log.keys);
    const { holder } = (await load(ports, domainName, domainNameStream(hash, name))).state;
    const state = holder === undefined ? undefined : (await load(ports, sendingDomain, holder.owner)).state;
    if (state?.status !== 'active') throw new Declined(`No team has a domain ${name}.`);
    const { domain, dkimKeys, formerTrackingSubdomains, verification } = state;
    if (domain.origin === 'sandbox') {
      throw new Declined(`${name} is a sandbox domain: its mail never leaves this machine and needs no records.`);
    }
    return publishedDomain(domain, dkimKeys, formerTrackingSubdomains, verification);
  });
}

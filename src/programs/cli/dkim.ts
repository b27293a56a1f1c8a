import { type RotationResult, rotateKeys } from '../../application/sending-domain/dkim/rotate-keys.js';
import { domainNameStream } from '../../application/sending-domain/sending-domains.js';
import { load } from '../../application/shared/handle.js';
import { rotationPorts } from '../server/dkim.js';
import { openDomainDns } from '../domain-dns.js';
import { domainName } from '../../domain/sending-domain/domain-name.js';
import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Config } from '../../infrastructure/config/config.js';
import { parseDomain } from '../../infrastructure/config/fields/parse.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { provenanceOf, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';

/** `dkim rotate`: the spare key takes over where DNS shows it; otherwise the server goes on looking. */
export function rotateDkim(config: Config, domain: string): Promise<Outcome> {
  const name = parseDomain(domain);
  if (name === undefined) throw new Misused(`${domain} is no domain name.`);
  return withExisting(config, async ({ log, ports }) => {
    const hash = await openKeyedHash(log.keys);
    const { holder } = (await load(ports, domainName, domainNameStream(hash, name))).state;
    const state = holder === undefined ? undefined : (await load(ports, sendingDomain, holder.owner)).state;
    if (holder === undefined || state?.status !== 'active') throw new Declined(`There is no domain ${name}.`);
    const { context } = provenanceOf('dkim rotate', ports, holder.teamId);
    const rotation = rotationPorts(config, openDomainDns(config).dns, ports, log.keys);
    return outcomeOf(name, await rotateKeys(rotation, state, { context, region: state.domain.region }));
  });
}

function outcomeOf(name: string, rotation: RotationResult): Outcome {
  const nameOf = ({ selector }: { readonly selector: string }) => `${selector}._domainkey.${name}`;
  switch (rotation.result) {
    case 'rotated': {
      const { signs, former, formerUntil } = rotation;
      return {
        result: { domain: name, rotated: true, signs: signs.selector, former: former.selector, formerUntil },
        text: `${nameOf(signs)} signs from now on.\nLeave the record ${nameOf(former)} in DNS until ${formerUntil}: email that it signed is still in transit.`,
      };
    }
    case 'waiting': {
      const { signs, spare } = rotation;
      return {
        result: { domain: name, rotated: false, signs: signs.selector, waitsFor: spare.selector },
        text: `DNS does not show ${nameOf(spare)} (TXT) as \`posthorn dns zone ${name}\` prints it. ${nameOf(signs)} signs until it does; the server goes on looking.`,
        negative: true,
      };
    }
    case 'too-soon':
      throw new Declined(
        `The last rotation is not over: the record ${nameOf(rotation.former)} is needed until ${rotation.formerUntil}; the next spare is made then.`,
      );
    case 'sandbox':
      throw new Declined(`${name} is a sandbox domain: its email never leaves this machine.`);
    case 'deleted':
      throw new Declined(`There is no domain ${name} any more.`);
    default:
      return unreachable(rotation);
  }
}

import { missingSigningKeys } from '../../../domain/sending-domain/dkim-keys.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import type { Provenance } from '../../shared/handle.js';
import type { SendingDomains } from '../sending-domains.js';
import type { KeyMakingPorts } from './dkim-ports.js';
import { ensureDkimKeys } from './ensure-keys.js';

/**
 * The keys that sign a domain's mail. A sandbox domain gets its key here, when its first mail is about to be signed: in most
 * installations it never has any, and a key of RSA takes long to find. Throws where log or vault cannot be written.
 */
export function signingKeysAtFirstUse(
  making: KeyMakingPorts,
  domains: Pick<SendingDomains, 'signingKeys' | 'active' | 'forget'>,
): SendingDomains['signingKeys'] {
  /** By domain: mails that are signed at the same time wait for one key. */
  const underWay = new Map<string, Promise<void>>();

  async function make(domainId: string): Promise<void> {
    const stream = streamName('domain', domainId);
    // Another process may have made it.
    domains.forget(stream);
    const state = await domains.active(domainId);
    if (state?.domain.origin !== 'sandbox') return;
    const { ports } = making;
    const provenance: Provenance = {
      context: { teamId: null, actor: { kind: 'system', id: 'first-mail' }, correlationId: ports.ids.next() },
      region: state.domain.region,
    };
    await ensureDkimKeys(making, state, provenance, missingSigningKeys);
    domains.forget(stream);
  }

  return async (domainId) => {
    const keys = await domains.signingKeys(domainId);
    if (keys.length > 0) return keys;
    const made = underWay.get(domainId) ?? make(domainId).finally(() => underWay.delete(domainId));
    underWay.set(domainId, made);
    await made;
    return domains.signingKeys(domainId);
  };
}

import { missingSigningKeys } from '../../../domain/sending-domain/dkim-keys.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import type { SigningKey } from '../../ports/mail-composer.js';
import type { Provenance } from '../../shared/handle.js';
import type { Ports } from '../../shared/ports.js';
import { ensureDkimKeys, type KeyMakingPorts } from '../ensure-keys.js';
import { SendingDomains } from '../sending-domains.js';

/**
 * Domains as the delivery worker sees them. A sandbox domain gets its key here, when its first mail is about to be
 * signed: in most installations it never has any, and a key of RSA takes long to find.
 */
export class SigningDomains extends SendingDomains {
  /** By domain: mails that are signed at the same time wait for one key. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(private readonly making: KeyMakingPorts & Pick<Ports, 'hash'>) {
    super(making);
  }

  /** Throws where a key is to be made and log or vault cannot be written. */
  override async signingKeys(domainId: string): Promise<readonly SigningKey[]> {
    const keys = await super.signingKeys(domainId);
    if (keys.length > 0) return keys;
    const made = this.underWay.get(domainId) ?? this.make(domainId).finally(() => this.underWay.delete(domainId));
    this.underWay.set(domainId, made);
    await made;
    return super.signingKeys(domainId);
  }

  private async make(domainId: string): Promise<void> {
    const stream = streamName('domain', domainId);
    // Another process may have made it.
    this.forget(stream);
    const state = await this.active(domainId);
    if (state?.domain.origin !== 'sandbox') return;
    const provenance: Provenance = {
      context: { teamId: null, actor: { kind: 'system', id: 'first-mail' }, correlationId: this.making.ids.next() },
      region: state.domain.region,
    };
    await ensureDkimKeys(this.making, state, provenance, missingSigningKeys);
    this.forget(stream);
  }
}

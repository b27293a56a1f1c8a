import type { EmailSuppressed } from '../../domain/email/events.js';
import type { RetryClass } from '../../domain/shared/accepted-email.js';
import { concerns, holds, suppression } from '../../domain/suppression/suppression.js';
import type { KeyedHash } from '../ports/hashing.js';
import { load, type LogPorts } from '../shared/handle.js';
import { suppressionId, suppressionStream } from './write-suppression.js';

export interface AddressedMail {
  readonly teamId: string;
  readonly address: string;
  readonly retryClass: RetryClass;
}

/**
 * The lists of all teams, for the sender of a mail. Read each time: an address that was just removed gets its mail at
 * once.
 */
export interface SuppressedAddresses {
  /**
   * Why mail of this class is kept from the address now; undefined: nothing does. Throws where the list cannot be read.
   */
  reason(mail: AddressedMail): Promise<EmailSuppressed['data']['reason'] | undefined>;
}

export function createSuppressedAddresses(
  ports: LogPorts,
  hash: KeyedHash,
  playsSuppressed: (address: string) => boolean,
): SuppressedAddresses {
  return {
    async reason({ teamId, address, retryClass }) {
      const id = suppressionId({ hash, ids: ports.ids }, teamId, address);
      const { state } = await load(ports, suppression, suppressionStream(id));
      const { entry } = state;
      const isHeld = entry !== null && concerns(entry, retryClass === 'bulk') && holds(entry, ports.clock.now());
      if (isHeld) return entry.origin;
      return playsSuppressed(address) ? 'simulated' : undefined;
    },
  };
}

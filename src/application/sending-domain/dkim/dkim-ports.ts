import type { DkimKey } from '../../../domain/sending-domain/dkim-keys.js';
import type { DomainCreated } from '../../../domain/sending-domain/events.js';
import type { SigningAlgorithm } from '../../ports/mail-composer.js';
import type { KeyStore } from '../../ports/vault.js';
import type { LogPorts } from '../../shared/handle.js';

export interface NewDkimKey {
  /** PKCS#8. */
  readonly privateKeyPem: string;
  /** What `p=` holds in DNS. */
  readonly publicKey: string;
}

export type DkimKeyMaker = (algorithm: SigningAlgorithm) => Promise<NewDkimKey>;

/** What makes keys. */
export interface KeyMakingPorts {
  readonly ports: LogPorts;
  readonly keys: Pick<KeyStore, 'createSecret'>;
  readonly makeDkimKey: DkimKeyMaker;
  /** Of the first key; the next ones add a number. */
  readonly selector: string;
}

export interface RotationSettings {
  /** How long the record of a key that signs no more stays: mail that it signed is under way. */
  readonly graceMs: number;
  /** A key that has signed so long is to be replaced; null: only when somebody asks. */
  readonly rotateAfterMs: number | null;
}

/** What changes keys. */
export interface RotationPorts extends KeyMakingPorts {
  readonly keys: Pick<KeyStore, 'createSecret' | 'destroySecret'>;
  /** Whether DNS, asked now, shows the key as receivers need it. No answer is a no. */
  readonly isPublished: (domain: DomainCreated['data'], key: DkimKey) => Promise<boolean>;
  readonly settings: RotationSettings;
}

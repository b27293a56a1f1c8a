import type { Kid } from '../../domain/shared/personal.js';
import type { EmailBody } from './mail-composer.js';

/** Bodies under their mail's key. The digest is SHA-256 (hex) over the sealed bytes, never over the plain ones. */
export interface BodySealer {
  seal(kid: Kid, key: Buffer, body: EmailBody): { readonly bytes: Buffer; readonly digest: string };
  /** Throws where the tag is wrong. */
  open(kid: Kid, key: Buffer, bytes: Buffer): EmailBody;
}

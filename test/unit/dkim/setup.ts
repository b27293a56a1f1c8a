import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import type { SigningKey } from '../../../src/application/ports/mail-composer.js';
import type { MessageSigner } from '../../../src/application/ports/message-signer.js';
import { createDkimSigner } from '../../../src/infrastructure/dkim/dkim-signer.js';
import { type DkimKey, generateDkimKey } from '../../../src/infrastructure/dkim/generate-dkim-key.js';

export const rsaKey: SigningKey = {
  domain: 'example.com',
  algorithm: 'rsa-sha256',
  selector: 's1',
  secretName: 'dkim-1',
};
export const ed25519Key: SigningKey = { ...rsaKey, algorithm: 'ed25519-sha256', selector: 's2', secretName: 'dkim-2' };
export const signingKeys = [rsaKey, ed25519Key];
export const signedAt = new Date('2026-01-02T03:04:05.000Z');

export interface Signing {
  readonly rsa: DkimKey;
  readonly ed25519: DkimKey;
  readonly sign: MessageSigner['sign'];
  readonly signatures: MessageSigner['signatures'];
  readonly secretsRead: string[];
}

export async function setupSigning(): Promise<Signing> {
  const [rsa, ed25519] = await Promise.all([generateDkimKey('rsa-sha256'), generateDkimKey('ed25519-sha256')]);
  const secretsRead: string[] = [];
  const secrets = new Map([
    [rsaKey.secretName, rsa],
    [ed25519Key.secretName, ed25519],
  ]);
  const keys = {
    getSecret(name: string) {
      secretsRead.push(name);
      const key = secrets.get(name);
      return Promise.resolve(key === undefined ? undefined : Buffer.from(key.privateKeyPem));
    },
  };
  const { sign, signatures } = createDkimSigner({ keys });
  return { rsa, ed25519, sign, signatures, secretsRead };
}

/** `pass`, `fail`, …: what an implementation that is not ours says of each signature, with the keys published. */
export async function verify(message: Buffer, { rsa, ed25519 }: Signing): Promise<string[]> {
  const records = new Map([
    ['s1._domainkey.example.com', `p=${rsa.publicKey}`],
    ['s2._domainkey.example.com', `v=DKIM1; k=ed25519; p=${ed25519.publicKey}`],
  ]);
  const resolver = (name: string): Promise<string[][]> => {
    const record = records.get(name);
    if (record === undefined) return Promise.reject(new Error(`no record at ${name}`));
    // A TXT record is made of strings of at most 255 bytes.
    return Promise.resolve([record.match(/.{1,255}/g) ?? []]);
  };
  const { results } = await dkimVerify(message, { resolver });
  return results.map(({ status }) => status.result);
}

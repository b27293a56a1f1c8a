import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { createDkimSigner, type DkimSigner } from '../../../src/infrastructure/dkim/dkim-signer.js';
import { type DkimKey, generateDkimKey } from '../../../src/infrastructure/dkim/generate-dkim-key.js';

export const signingKey = { domain: 'example.com', selector: 's1', secretName: 'dkim-1' };
export const signedAt = new Date('2026-01-02T03:04:05.000Z');

export interface Signing {
  readonly key: DkimKey;
  readonly sign: DkimSigner;
  readonly secretsRead: string[];
}

export async function setupSigning(): Promise<Signing> {
  const key = await generateDkimKey();
  const secretsRead: string[] = [];
  const keys = {
    getSecret(name: string) {
      secretsRead.push(name);
      return Promise.resolve(name === signingKey.secretName ? Buffer.from(key.privateKeyPem) : undefined);
    },
  };
  return { key, sign: createDkimSigner({ keys }), secretsRead };
}

/** `pass`, `fail`, …: what an implementation that is not ours says of each signature, with the key published as `p=`. */
export async function verify(message: Buffer, { publicKey }: DkimKey): Promise<string[]> {
  const resolver = (name: string): Promise<string[][]> => {
    if (name !== 's1._domainkey.example.com') return Promise.reject(new Error(`no record at ${name}`));
    // A TXT record is made of strings of at most 255 bytes.
    return Promise.resolve([`p=${publicKey}`.match(/.{1,255}/g) ?? []]);
  };
  const { results } = await dkimVerify(message, { resolver });
  return results.map(({ status }) => status.result);
}

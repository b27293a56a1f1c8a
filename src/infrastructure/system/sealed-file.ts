import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ZodType } from 'zod';
import type { KeyStore } from '../../application/ports/vault.js';
import { pack, unpack } from '../crypto/aes-gcm.js';
import { randomBytes } from '../crypto/random.js';
import { secretOnce } from '../crypto/secret.js';
import { writeWhole } from './write-whole.js';

export interface SealedFile<Content> {
  /** Undefined where there is none, or none that can be read. */
  read(): Promise<Content | undefined>;
  write(content: Content): Promise<void>;
}

const keyBytes = 32;

/** The file `<name>.sealed` of the data folder, as JSON under a secret of its name. */
export function createSealedFile<Content>(
  { dataDir, keys, name }: { readonly dataDir: string; readonly keys: KeyStore; readonly name: string },
  schema: ZodType<Content>,
): SealedFile<Content> {
  const path = join(dataDir, `${name}.sealed`);
  const key = () => secretOnce(keys, name, () => randomBytes(keyBytes));
  return {
    async read() {
      try {
        return schema.parse(JSON.parse(unpack(await key(), name, await readFile(path)).toString()));
      } catch {
        return undefined;
      }
    },
    async write(content) {
      await writeWhole(path, pack(await key(), name, Buffer.from(JSON.stringify(content))));
    },
  };
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnshownKey } from '../../application/api-key/bootstrap-api-key.js';
import { codeOf } from '../../domain/shared/members.js';

/** In a file for its owner only, beside the master key. */
export function unshownKeyIn(dataDir: string): UnshownKey {
  const path = join(dataDir, 'unshown-api-key');
  return {
    read() {
      try {
        return readFileSync(path, 'utf8').trim() || undefined;
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    keep: (token) => writeFileSync(path, `${token}\n`, { mode: 0o600, flush: true }),
    forget: () => rmSync(path, { force: true }),
  };
}

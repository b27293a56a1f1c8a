import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lastVersion = z.object({
  version: z.string().max(60),
  /** ISO 8601: when that version first started here. */
  since: z.string(),
});

const fileIn = (dataDir: string): string => join(dataDir, 'version.json');

/** The version that last ran on this folder. @returns null where none has noted itself. */
export function readLastVersion(dataDir: string): string | null {
  try {
    return lastVersion.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))).version;
  } catch {
    return null;
  }
}

/** So that the next one can name it, an older one too. */
export function noteVersion(dataDir: string, version: string, since: string): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify({ version, since })}\n`, { mode: 0o600 });
}

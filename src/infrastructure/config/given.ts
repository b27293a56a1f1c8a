import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Settings by name, as an environment holds them. */
export type Settings = Readonly<Record<string, string | undefined>>;

export class DotEnvUnreadable extends Error {}

/**
 * What this process was given: its environment, and beneath it a `.env` file in the working directory. Throws
 * `DotEnvUnreadable`. The only place that reads them.
 */
export function givenSettings(): Settings {
  return { ...readDotEnv(), ...process.env };
}

function readDotEnv(): Settings {
  let content: string;
  try {
    content = readFileSync('.env', 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new DotEnvUnreadable();
  }
  return parseEnv(content);
}

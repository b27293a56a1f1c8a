import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, loadConfig } from './config.js';

/** Settings by name, as an environment holds them. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** The settings of this process: its environment, and beneath it a `.env` file in the working directory. The only place that reads them. */
export function readSettings(): Settings {
  return { ...readDotEnv(), ...process.env };
}

/** The configuration of this process. Throws `ConfigError`. */
export function readConfig(): Config {
  return loadConfig(readSettings());
}

function readDotEnv(): Record<string, string | undefined> {
  let content: string;
  try {
    content = readFileSync('.env', 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  return parseEnv(content);
}

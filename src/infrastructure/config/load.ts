import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, loadConfig } from './config.js';

/**
 * The configuration of this process: its environment, and beneath it a `.env` file in the working directory. The only
 * place that reads the environment. Throws `ConfigError`.
 */
export function readConfig(): Config {
  return loadConfig({ ...readDotEnv(), ...process.env });
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

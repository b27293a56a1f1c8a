import { readFileSync } from 'node:fs';
import { type Config, ConfigError, loadConfig } from './config.js';
import { DotEnvUnreadable, givenSettings, type Settings } from './given.js';

export type { Settings };

/** The settings of this process, with the contents of the files that they name. Throws `ConfigError`. */
export function readSettings(): Settings {
  try {
    return withSecretFiles(givenSettings());
  } catch (error) {
    if (!(error instanceof DotEnvUnreadable)) throw error;
    throw new ConfigError([{ field: '.env', expected: 'a file that can be read, or none' }]);
  }
}

/** The configuration of this process. Throws `ConfigError`. */
export function readConfig(): Config {
  return loadConfig(readSettings());
}

/** What may be kept in a file instead, as container platforms hand secrets in: `<name>_FILE` names it. */
const secretNames = [
  'MASTER_KEY',
  'OTHER_MASTER_KEY',
  'BOOTSTRAP_API_KEY',
  'OIDC_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
] as const;

/** The settings with the contents of those files. Throws `ConfigError`. */
export function withSecretFiles(settings: Settings): Settings {
  const read = secretNames.flatMap((name) => {
    const file = settings[`${name}_FILE`];
    return isGiven(file) ? [[name, readSecret(name, file, settings[name])] as const] : [];
  });
  return { ...settings, ...Object.fromEntries(read) };
}

function readSecret(name: string, file: string, given: string | undefined): string {
  if (isGiven(given)) {
    throw new ConfigError([{ field: `${name}_FILE`, expected: `no value, because ${name} is set` }]);
  }
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret !== '') return secret;
  } catch {
    // The same sentence: what the system says names the path, and nothing more that helps.
  }
  throw new ConfigError([{ field: `${name}_FILE`, expected: 'a file that can be read and is not empty' }]);
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

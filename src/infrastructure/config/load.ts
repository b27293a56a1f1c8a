import { readFileSync } from 'node:fs';
import { type Config, ConfigError, loadConfig, sentenceOf, settingNames } from './config.js';
import { doubtsAbout } from './doubts.js';
import { DotEnvUnreadable, type Given, readGiven, type Settings } from './given.js';
import { located } from './where-from.js';

export type { Settings };

/** The settings of this process, with the contents of the files that they name. Throws `ConfigError`. */
export function readSettings(): Settings {
  return withSecretFiles(given().settings);
}

/** The configuration of this process. Throws `ConfigError`, with what was set where. */
export function readConfig(): Config {
  const all = given();
  return saying(all, () => loadConfig(withSecretFiles(all.settings)));
}

/** The same from settings that were read before. */
export function configOf(settings: Settings): Config {
  return saying({ ...given(), settings }, () => loadConfig(settings));
}

/**
 * What this process was given and does not read. In production (`NODE_ENV=production`, or email that really leaves) a
 * name or a line that counts for nothing throws `ConfigError`.
 */
export function configWarnings(config: Pick<Config, 'deliveryMode'>): readonly string[] {
  const all = given();
  const doubts = doubtsAbout(all, knownNames);
  const refused = doubts.filter(({ isUnread }) => isUnread);
  const isProduction = all.settings['NODE_ENV'] === 'production' || config.deliveryMode.kind !== 'capture';
  if (isProduction && refused.length > 0) throw new ConfigError(refused);
  return doubts.map(sentenceOf);
}

function given(): Given {
  try {
    return readGiven();
  } catch (error) {
    if (!(error instanceof DotEnvUnreadable)) throw error;
    const expected = 'a file that this user can read, or none: check its owner and permissions';
    throw new ConfigError([{ field: '.env', expected }]);
  }
}

/** What was set where, beside what is wrong with it. */
function saying<Result>(all: Given, load: () => Result): Result {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(located(error.problems, all));
  }
}

/** What may be kept in a file instead, as container platforms hand secrets in: `<name>_FILE` names it. */
const secretNames = [
  'MASTER_KEY',
  'OTHER_MASTER_KEY',
  'BOOTSTRAP_API_KEY',
  'OIDC_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

const knownNames = [...settingNames, ...secretNames.map((name) => `${name}_FILE`)];

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
  throw new ConfigError([{ field: `${name}_FILE`, expected: 'a file that this user can read and that is not empty' }]);
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

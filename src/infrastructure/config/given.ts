import { readFileSync, statSync } from 'node:fs';
import { type DotEnv, readDotEnv } from './dot-env.js';
import { codeOf } from '../../domain/shared/members.js';

/** Settings by name, as an environment holds them. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** What a process was given, and where from. */
export interface Given {
  readonly settings: Settings;
  readonly environment: Settings;
  readonly dotEnv: DotEnv & {
    /** Permission bits. */
    readonly mode: number;
  };
}

export class DotEnvUnreadable extends Error {}

/**
 * What this process was given: its environment, and beneath it a `.env` file in the working directory. Throws
 * `DotEnvUnreadable`. The only place that reads them.
 */
export function readGiven(): Given {
  const dotEnv = dotEnvHere();
  return { settings: { ...dotEnv.values, ...process.env }, environment: process.env, dotEnv };
}

/** As {@link readGiven}, for a message about a start that failed: a `.env` that cannot be read counts as empty. */
export function givenOrNothing(): Given {
  try {
    return readGiven();
  } catch {
    return { settings: process.env, environment: process.env, dotEnv: { ...readDotEnv(''), mode: 0 } };
  }
}

/** As {@link readGiven}, without where each came from. */
export function givenSettings(): Settings {
  return readGiven().settings;
}

function dotEnvHere(): Given['dotEnv'] {
  try {
    return { ...readDotEnv(readFileSync('.env', 'utf8')), mode: statSync('.env').mode & 0o777 };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { ...readDotEnv(''), mode: 0 };
    throw new DotEnvUnreadable();
  }
}

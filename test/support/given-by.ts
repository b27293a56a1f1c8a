import { readDotEnv } from '../../src/infrastructure/config/dot-env.js';
import type { Given } from '../../src/infrastructure/config/given.js';

export type Settings = Readonly<Record<string, string>>;

/** What a process with this environment and this `.env` was given. */
export function givenBy(environment: Settings, text: string): Given {
  const dotEnv = { ...readDotEnv(text), mode: 0o600 };
  return { settings: { ...dotEnv.values, ...environment }, environment, dotEnv };
}

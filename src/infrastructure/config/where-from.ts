import type { ConfigProblem } from './contradictions.js';
import type { Given } from './given.js';
import { shownValue } from './secret-settings.js';

/** What was set, unless it is a secret, and where. */
export type Where = Pick<ConfigProblem, 'value' | 'place'>;

/** The environment wins over the file. */
export function whereFrom({ settings, environment, dotEnv }: Given, name: string): Where {
  const value = shownValue(name, settings[name]);
  const line = dotEnv.lineOf.get(name);
  const inFile = environment[name] === undefined && line !== undefined ? `.env line ${line}` : undefined;
  const place = inFile ?? (environment[name] === undefined ? undefined : 'environment');
  return { ...(value === undefined ? {} : { value }), ...(place === undefined ? {} : { place }) };
}

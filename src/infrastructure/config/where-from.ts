import type { ConfigProblem } from './contradictions.js';
import type { Given } from './given.js';
import { shownValue } from './secret-settings.js';

/** What was set, unless it is a secret, and where. */
export type Located = Pick<ConfigProblem, 'value'> & { readonly place: string };

/** The environment wins over the file; a file that `<name>_FILE` names stands for a value that is not set. */
export function whereFrom(given: Given, name: string): Located {
  const value = shownValue(name, given.settings[name]);
  return { ...(value === undefined ? {} : { value }), place: placeOf(given, name) };
}

function placeOf({ settings, environment, dotEnv }: Given, name: string): string {
  const line = dotEnv.lineOf.get(name);
  if (environment[name] === undefined && line !== undefined) return `.env line ${line}`;
  if (environment[name] !== undefined) return 'environment';
  const file = `${name}_FILE`;
  return settings[file] === undefined ? 'not set' : `file in ${file}`;
}

/** The same problems, each with where its setting is from. */
export function located(problems: readonly ConfigProblem[], given: Given): readonly ConfigProblem[] {
  return problems.map((problem) => ({ ...problem, ...whereFrom(given, problem.field) }));
}

import type { ConfigProblem } from './contradictions.js';
import type { Given } from './given.js';
import { isSecret } from './secret-settings.js';
import { meantBy } from './misspelt.js';

/** What an operator wrote and the server does not read, or others can read. */
export interface Doubt extends ConfigProblem {
  /** A setting that counts for nothing: refused in production, where a default in its place does harm in silence. */
  readonly isUnread: boolean;
}

/** `known`: all that can be set. Of the environment, which is not the server's alone, only what is nearly a setting. */
export function doubtsAbout({ environment, dotEnv }: Given, known: readonly string[]): readonly Doubt[] {
  const broken = dotEnv.brokenLines.map((line) => ({
    field: `.env line ${line}`,
    expected: 'NAME=value, a # with a remark, or an empty line: this line is not read',
    isUnread: true,
  }));
  const written = [...dotEnv.lineOf.keys()].filter((name) => !known.includes(name));
  const misspelt = [...new Set([...written, ...Object.keys(environment)])].flatMap((name) => {
    const meant = meantBy(name, known);
    if (meant === undefined || isOfOthers(name, environment[name]) || environment[meant] !== undefined) return [];
    return [{ field: name, expected: `no value: this is not a setting. Did you mean ${meant}?`, isUnread: true }];
  });
  const strange = written
    .filter((name) => !misspelt.some(({ field }) => field === name) && meantBy(name, known) === undefined)
    .map((field) => ({ field, expected: 'no value: this is not a setting of Posthorn', isUnread: false }));
  return [...broken, ...misspelt, ...strange, ...exposed(dotEnv)];
}

/** What npm hands on to what it starts, and Kubernetes to each container about each of its services. */
function isOfOthers(name: string, value = ''): boolean {
  return name.startsWith('npm_') || /_SERVICE_|_PORT_\d+_/.test(name) || /^(tcp|udp):\/\//.test(value);
}

/** Readable by the group or by all: every user of the machine has the secrets then. */
function exposed({ mode, lineOf }: Given['dotEnv']): readonly Doubt[] {
  const secret = [...lineOf.keys()].find(isSecret);
  if (secret === undefined || (mode & 0o044) === 0) return [];
  const expected = `permissions 600, not ${mode.toString(8)}: other users of this machine can read ${secret}. Run chmod 600 .env`;
  return [{ field: '.env', expected, isUnread: false }];
}

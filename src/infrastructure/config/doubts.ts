import type { ConfigProblem } from './contradictions.js';
import { formerNames } from './former-names.js';
import type { Given } from './given.js';
import { meantBy } from './misspelt.js';
import { testPrefix } from './sections/paces.js';
import { isSecret } from './secret-settings.js';
import { type Located, whereFrom } from './where-from.js';

/** What an operator wrote and the server does not read, or others can read. */
export interface Doubt extends ConfigProblem {
  /** A setting that counts for nothing: refused in production, where a default in its place does harm in silence. */
  readonly isUnread: boolean;
}

/** `known`: all that can be set. Of the environment, which is not the server's alone, only what is nearly a setting. */
export function doubtsAbout(given: Given, known: readonly string[]): readonly Doubt[] {
  const { settings, environment, dotEnv } = given;
  const broken = dotEnv.brokenLines.map((line) => ({
    field: `.env line ${line}`,
    expected: 'NAME=value, a # with a remark, or an empty line: this line is not read',
    isUnread: true,
  }));
  const { lineOf } = dotEnv;
  const overwritten = dotEnv.overwritten.map(({ name, line }) => ({
    field: `.env line ${line}`,
    expected: `${name} once: line ${lineOf.get(name)} sets another value. Remove one of the two`,
    isUnread: true,
  }));
  const unknown = [...new Set([...lineOf.keys(), ...Object.keys(environment)])].filter(
    (name) => !known.includes(name) && !name.startsWith(testPrefix),
  );
  const unread = unknown.flatMap((name) => {
    if (formerNames.includes(name)) return isSet(settings[name]) ? [former(name, whereFrom(given, name))] : [];
    const meant = meantBy(name, known);
    if (meant === undefined) return lineOf.has(name) ? [strange(name, whereFrom(given, name))] : [];
    // A platform may set it for a purpose of its own: the setting that it resembles is set beside it then.
    const isSettled = !lineOf.has(name) && settings[meant] !== undefined;
    return isSettled || isOfOthers(name, environment[name]) ? [] : [misspelt(name, meant, whereFrom(given, name))];
  });
  return [...broken, ...overwritten, ...unread, ...exposed(dotEnv)];
}

/** It may hold a secret under any name: its value is shown only where that of the setting would be. */
function misspelt(field: string, meant: string, { value, place }: Located): Doubt {
  const shown = value === undefined || isSecret(meant) ? {} : { value };
  const expected = `no value: this is not a setting. Did you mean ${meant}?`;
  return { field, ...shown, place, expected, isUnread: true };
}

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

/** The server behaves as it did with the default: no reason to refuse a start. */
function former(field: string, where: Located): Doubt {
  return {
    field,
    ...where,
    expected: 'no value: this setting was removed, its default applies. Delete it',
    isUnread: false,
  };
}

function strange(field: string, { place }: Located): Doubt {
  const expected = 'no value: this is not a setting of Posthorn';
  return { field, place, expected, isUnread: false };
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

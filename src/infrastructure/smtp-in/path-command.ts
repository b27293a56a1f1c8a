/** What MAIL and RCPT say: a path (RFC 5321 §4.1.2) without its angle brackets and source route, and parameters. */
export interface PathCommand {
  readonly path: string;
  /** By their keyword in upper case, xtext (RFC 3461 §4) decoded; true for one without a value. False for none. */
  readonly args: Readonly<Record<string, string | true>> | false;
}

export type PathFault = 'path-not-valid' | 'parameter-not-offered' | 'parameter-not-valid';

type Judgement = 'good' | 'not-offered' | 'not-valid';
type ParameterRule = (value: string | true) => Judgement;

const ofForm =
  (form: RegExp): ParameterRule =>
  (value) =>
    value !== true && form.test(value) ? 'good' : 'not-valid';

/** RFC 3461 §4, and what programs leave unencoded. */
const xtext = /^[^\p{Cc}\s]+$/u;
const notices = /^(?:NEVER|(?:SUCCESS|FAILURE|DELAY)(?:,(?:SUCCESS|FAILURE|DELAY))*)$/i;
const bodies: ReadonlySet<string> = new Set(['7BIT', '8BITMIME']);

/** Every parameter of the extensions that EHLO offers. AUTH belongs to RFC 4954 §5; what it says is not used. */
const offered: Readonly<Record<'MAIL' | 'RCPT', ReadonlyMap<string, ParameterRule>>> = {
  MAIL: new Map<string, ParameterRule>([
    ['SIZE', ofForm(/^\d{1,20}$/)],
    ['BODY', (value) => (value === true ? 'not-valid' : bodies.has(value.toUpperCase()) ? 'good' : 'not-offered')],
    ['SMTPUTF8', (value) => (value === true ? 'good' : 'not-valid')],
    ['RET', ofForm(/^(?:FULL|HDRS)$/i)],
    ['ENVID', ofForm(xtext)],
    ['AUTH', ofForm(xtext)],
  ]),
  RCPT: new Map<string, ParameterRule>([
    ['NOTIFY', ofForm(notices)],
    ['ORCPT', ofForm(/^[a-z\d-]+;[^\p{Cc}\s]+$/iu)],
  ]),
};

const beginnings = { MAIL: /^MAIL\s+FROM\s*:\s*/i, RCPT: /^RCPT\s+TO\s*:\s*/i };
/** A quoted local part may hold what would end the path. */
const bracketed = /^<((?:"(?:[^"\\]|\\[^])*"|[^">])*)>(?=\s|$)/;
/** A sender is used nowhere, so anything that has an end is one. */
const anySender = /^(?:<([^>]*)>|([^\s<>]+))(?=\s|$)/;
const sourceRoute = /^@[^\s,:@]+(?:,@[^\s,:@]+)*:/;
const keyword = /^[a-z\d][a-z\d-]*$/i;

/** Reads a whole command line. A parameter that was not offered is a fault (RFC 5321 §4.1.1.11). */
export function readPathCommand(verb: 'MAIL' | 'RCPT', line: string): PathCommand | { readonly fault: PathFault } {
  const begun = beginnings[verb].exec(line)?.[0];
  if (begun === undefined) return { fault: 'path-not-valid' };
  const rest = line.slice(begun.length);
  const found = bracketed.exec(rest) ?? (verb === 'MAIL' ? anySender.exec(rest) : null);
  if (found === null) return { fault: 'path-not-valid' };
  const path = (found[1] ?? found[2] ?? '').replace(sourceRoute, '');
  if (/\p{Cc}/u.test(path)) return { fault: 'path-not-valid' };
  const args = new Map<string, string | true>();
  for (const parameter of rest.slice(found[0].length).trim().split(/\s+/)) {
    if (parameter === '') continue;
    const fault = take(verb, parameter, args);
    if (fault !== undefined) return { fault };
  }
  return { path, args: args.size === 0 ? false : Object.fromEntries(args) };
}

function take(verb: 'MAIL' | 'RCPT', parameter: string, args: Map<string, string | true>): PathFault | undefined {
  const equals = parameter.indexOf('=');
  const name = (equals === -1 ? parameter : parameter.slice(0, equals)).toUpperCase();
  const value = equals === -1 ? true : parameter.slice(equals + 1);
  if (!keyword.test(name)) return 'parameter-not-valid';
  const judge = offered[verb].get(name);
  if (judge === undefined) return 'parameter-not-offered';
  const judgement = judge(value);
  if (judgement === 'not-offered') return 'parameter-not-offered';
  // RFC 3461 §4: once.
  if (judgement === 'not-valid' || args.has(name)) return 'parameter-not-valid';
  const plain =
    value === true
      ? value
      : value.replace(/\+([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (plain !== true && /\p{Cc}/u.test(plain)) return 'parameter-not-valid';
  args.set(name, plain);
  return undefined;
}

import { StartRefused } from '../../application/installation/establish-installation.js';
import { ConfigError, sentenceOf, settingNames } from '../../infrastructure/config/config.js';
import type { Given } from '../../infrastructure/config/given.js';
import { located, whereFrom } from '../../infrastructure/config/where-from.js';
import { DataDirHalfRestored, DataDirInUse } from '../../infrastructure/data-dir/data-dir.js';
import { DataDirUnusable, unusable } from '../../infrastructure/data-dir/usable.js';
import { CertificateUnusable } from '../../infrastructure/smtp-in/certificate-files.js';
import { PortNotTaken } from '../../infrastructure/system/listening.js';
import { MasterKeyUnusable } from '../../infrastructure/vault/master-key.js';
import { codeOf } from '../../domain/shared/members.js';

/** EX_UNAVAILABLE, EX_SOFTWARE and EX_CONFIG of sysexits.h. */
export const exitCodes = { unavailable: 69, fatal: 70, refused: 78 } as const;

export interface FailedStart {
  /** For the operator: cause and remedy, with each setting and where it is from. */
  readonly lines: readonly string[];
  readonly exitCode: (typeof exitCodes)[keyof typeof exitCodes];
}

/** What the program that failed was started with. */
export interface Started {
  readonly given: Given;
  /** Undefined where the configuration could not be read. */
  readonly dataDir?: string;
  readonly version: string;
  /** The version that last ran on the same data; null: not known. */
  readonly lastVersion: string | null;
}

/** What an operator can fix, in a message that says how. */
const refusals = [
  StartRefused,
  DataDirInUse,
  DataDirUnusable,
  DataDirHalfRestored,
  PortNotTaken,
  CertificateUnusable,
  MasterKeyUnusable,
];

/** Says why a start failed. A stack is only shown where the log shows everything (`LOG_LEVEL=debug`). */
export function failedStart(error: unknown, started: Started): FailedStart {
  if (error instanceof ConfigError) return { lines: problemLines(error, started), exitCode: exitCodes.refused };
  const known = refusals.some((kind) => error instanceof kind) ? (error as Error) : ofDataDir(error, started.dataDir);
  if (known === undefined) return { lines: unknownLines(error, started.given), exitCode: exitCodes.fatal };
  const lines = [`${withOrigin(known.message, started.given)}${versionsFor(known, started)}`];
  return { lines, exitCode: mayPass(known) ? exitCodes.unavailable : exitCodes.refused };
}

const problemLines = ({ problems }: ConfigError, { given }: Started): readonly string[] =>
  problems.flatMap((problem) =>
    // A problem of the file itself has its line for a name.
    problem.field.startsWith('.env') || problem.place !== undefined
      ? [sentenceOf(problem)]
      : located([problem], given).map(sentenceOf),
  );

/** Nothing is wrong with the configuration: another start may go well. */
const mayPass = (error: Error): boolean =>
  error instanceof StartRefused && (error.code === 'engine-away' || error.code === 'log-unavailable');

/** What the system says of the disk while a start writes to it. */
function ofDataDir(error: unknown, dataDir: string | undefined): Error | undefined {
  if (dataDir === undefined || !(error instanceof Error)) return undefined;
  if (isFull(error)) return unusable(dataDir, { code: 'ENOSPC' });
  const { code, path } = error as NodeJS.ErrnoException;
  return code !== undefined && path?.startsWith(dataDir) === true ? unusable(dataDir, error) : undefined;
}

/** An error of another thread has lost its class; SQLITE_FULL is a text then. */
const isFull = (error: Error): boolean =>
  codeOf(error) === 'ENOSPC' || /database or disk is full|ENOSPC/.test(error.message);

const settingInParentheses = /\(([A-Z][A-Z0-9_]+)\)/g;

/** Each setting in parentheses, else the first that is named and set, with where it is from: `(PORT, .env line 3)`. */
function withOrigin(message: string, given: Given): string {
  const isSetting = (name: string): boolean => settingNames.includes(name);
  const inParentheses = [...message.matchAll(settingInParentheses)].some(([, name = '']) => isSetting(name));
  if (inParentheses) {
    return message.replaceAll(settingInParentheses, (whole, name: string) =>
      isSetting(name) ? `(${name}, ${whereFrom(given, name).place})` : whole,
    );
  }
  const named = message
    .match(/\b[A-Z][A-Z0-9_]+\b/g)
    ?.find((name) => isSetting(name) && given.settings[name] !== undefined);
  return named === undefined ? message : message.replace(named, `${named} (${whereFrom(given, named).place})`);
}

function versionsFor(error: Error, { version, lastVersion }: Started): string {
  if (!(error instanceof StartRefused) || error.code !== 'newer-data') return '';
  const last = lastVersion === null || lastVersion === version ? '' : `Version ${lastVersion} ran here last; `;
  return last === '' ? ` This is version ${version}.` : ` ${last}this is version ${version}.`;
}

function unknownLines(error: unknown, { settings }: Given): readonly string[] {
  const shown = error instanceof Error ? error : new Error(String(error));
  const [first = ''] = shown.message.split('\n');
  const isDebugging = ['debug', 'trace'].includes(settings['LOG_LEVEL']?.trim() ?? '');
  const said = `${first.replace(/\.$/, '') || shown.name}. This failure is not expected: nothing was lost.`;
  return isDebugging
    ? [said, ...(shown.stack ?? '').split('\n')]
    : [`${said} Start with LOG_LEVEL=debug to see where it comes from, and report it.`];
}

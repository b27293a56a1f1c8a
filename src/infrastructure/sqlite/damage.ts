import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** SQLITE_CORRUPT and SQLITE_NOTADB, the low byte of SQLite's code: what the disk gave back is not what was written. */
const damageCodes = [11, 26];
/** The same in words (`sqlite3_errstr`): the package gives errors of `all` and `iterate` no code. */
const damageTexts = ['database disk image is malformed', 'file is not a database'];

/** The file is no sound database: the disk, a copy or a hand has changed it. No one's mistake in a question. */
export class FileDamaged extends Error {
  readonly code = 'file-damaged';

  constructor(
    readonly path: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${basename(path)} is damaged (${reason})`, options);
  }
}

/** What {@link whenDamaged} registers. */
export type TellDamage = (damage: FileDamaged) => void;

/** Set for each thread: each has its own connections, and its own way to end. */
let tell: TellDamage = () => undefined;

/** What this thread does when one of its connections meets damage, beside the error that the caller gets. */
export function whenDamaged(report: TellDamage): void {
  tell = report;
}

/** For threads that nothing can go on without: records what was met, and ends with it. Their starter is notified. */
export function endThreadWhenDamaged(): void {
  let ending = false;
  whenDamaged((damage) => {
    noteDamage(damage);
    if (ending) return;
    ending = true;
    // Outside of every call, which would take it for a failure of its own.
    setImmediate(() => {
      throw damage;
    });
  });
}

/**
 * An error of SQLite that means damage becomes {@link FileDamaged}, which names the file: by {@link damaged} or
 * {@link damageOf}.
 */
export function namingDamage<Result>(path: string, made: typeof damaged, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw made(path, error.message, error);
  }
}

export function isDamage(error: unknown): error is Error {
  const { errcode, code, message } = error as { errcode?: number; code?: unknown; message?: unknown };
  if (errcode !== undefined) return damageCodes.includes(errcode & 0xff);
  return code === 'ERR_SQLITE_ERROR' && damageTexts.some((text) => text === message);
}

/** For the caller to throw. */
export function damageOf(path: string, reason: string, cause?: unknown): FileDamaged {
  return new FileDamaged(path, reason, { cause });
}

/** {@link damageOf}, reported to this thread. */
export function damaged(path: string, reason: string, cause?: unknown): FileDamaged {
  const damage = damageOf(path, reason, cause);
  tell(damage);
  return damage;
}

/** Where it is written down that a file was found damaged. */
export const damageNote = (path: string): string => `${path}.damaged`;

/** Beside the file, so that the next start knows: a look at its beginning may find nothing wrong with it. */
export function noteDamage({ path, reason }: FileDamaged): void {
  try {
    writeFileSync(damageNote(path), `${reason}\n`, { mode: 0o600 });
  } catch {
    // A disk that takes nothing: the next start meets the same damage, at the latest where this one did.
  }
}

/** What was written down; undefined: nothing. */
export function notedDamage(path: string): string | undefined {
  const note = damageNote(path);
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from '../../sqlite/database.js';
import { destroyedBy, lineEnd } from '../destroyed-lines.js';

const chunkBytes = 1024 * 1024;

/**
 * Destroys, inside the caller's transaction, every key of the file that the vault has not yet seen destroyed. The vault
 * keeps how much of the file it has applied: a restored older copy goes on from where it was. Answers how many lines
 * were applied.
 */
export function applyDestroyed(
  database: DatabaseSync,
  path: string,
  destroy: (kid: string, destroyedAt: string) => void,
): number {
  const file = openSync(path, 'a+', 0o600);
  try {
    let applied = 0;
    const end = forEachLine(file, startOffset(database, fstatSync(file).size), (line) => {
      const destroyed = destroyedBy(line);
      if (destroyed === undefined) return;
      destroy(destroyed.kid, destroyed.destroyedAt);
      applied += 1;
    });
    database.prepare('UPDATE vault SET destroyed_log_bytes = ?').run(end);
    return applied;
  } finally {
    closeSync(file);
  }
}

/** Every line of the file counts again when it is applied next. */
export function forgetApplied(database: DatabaseSync): void {
  database.exec('UPDATE vault SET destroyed_log_bytes = 0');
}

function startOffset(database: DatabaseSync, size: number): number {
  const row = database.prepare('SELECT destroyed_log_bytes FROM vault').get();
  const applied = Number(row?.['destroyed_log_bytes'] ?? 0);
  // A shorter file is not the one that was applied: every line counts again, which changes nothing that is destroyed.
  return applied <= size ? applied : 0;
}

/** Calls back for every line that has its end; answers the offset behind the last of them. */
function forEachLine(file: number, from: number, visit: (line: string) => void): number {
  let offset = from;
  let rest = Buffer.alloc(0);
  for (;;) {
    const chunk = readBytes(file, offset + rest.length, chunkBytes);
    if (chunk.length === 0) return offset;
    const text = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = text.indexOf(lineEnd); end >= 0; end = text.indexOf(lineEnd, start)) {
      visit(text.toString('utf8', start, end));
      start = end + 1;
    }
    offset += start;
    rest = text.subarray(start);
  }
}

function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
}

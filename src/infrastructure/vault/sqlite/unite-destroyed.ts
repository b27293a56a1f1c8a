import { existsSync, readFileSync } from 'node:fs';
import { openDatabase } from '../../sqlite/database.js';
import { appendLines } from '../destroyed-file.js';
import { destroyedIn, destroyedLines } from '../destroyed-lines.js';
import { forgetApplied } from './destroyed-log.js';

/**
 * Adds to the append-only file of destroyed keys what other copies of it hold and it does not; nothing ever leaves it.
 * On disk when it returns; answers how many keys were new to it.
 */
export function uniteDestroyed(path: string, copies: readonly string[]): number {
  const known = new Set(existsSync(path) ? destroyedIn(readFileSync(path)).map(({ kid }) => kid) : []);
  let added = 0;
  for (const copy of copies) {
    const byTime = new Map<string, string[]>();
    for (const { kid, destroyedAt } of destroyedIn(readFileSync(copy))) {
      if (known.has(kid)) continue;
      known.add(kid);
      byTime.set(destroyedAt, [...(byTime.get(destroyedAt) ?? []), kid]);
    }
    for (const [destroyedAt, kids] of byTime) {
      appendLines(path, destroyedLines(kids, destroyedAt));
      added += kids.length;
    }
  }
  return added;
}

/**
 * The vault in this file, which no process has open, applies the whole file of destroyed keys when it is opened next.
 */
export function forgetAppliedIn(databasePath: string): void {
  const database = openDatabase(databasePath, { secureDelete: true });
  forgetApplied(database);
  database.close();
}

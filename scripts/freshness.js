import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Whether a file is missing or older than anything in the sources, files or folders; all named from the repository's root. */
export function isOlder(target, sources) {
  const made = statSync(join(root, target), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.some((source) => changedAt(join(root, source)) > made);
}

/** A folder is as new as the newest file in it, and as its own list of files. */
function changedAt(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}

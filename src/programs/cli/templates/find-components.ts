import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { UnusableComponents } from '../api/failures.js';

/** A file that makes an email. */
export interface ComponentFile {
  readonly path: string;
  /** Its name without the extension: the alias, unless it says another one. */
  readonly name: string;
}

const extensions = new Set(['.tsx', '.jsx', '.js']);
/** What lies beside emails and is none: parts of them, pictures, packages. */
const otherFolders = new Set(['components', 'static', 'public', 'node_modules', 'dist', 'build']);
const otherFiles = /\.(config|test|spec|stories)\.\w+$/;
const defaultExport = /\bexport\s+default\b|\bexport\s*\{[^}]*\bdefault\b|\bmodule\.exports\s*=|\bexports\.default\b/;

/**
 * The components in a folder and in those inside it, or the one file, in the order of their paths. What begins with `_`
 * or a dot is skipped, and so is a file without a default export.
 */
export function findComponents(path: string): readonly ComponentFile[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new UnusableComponents(`There is no ${path}. Name the folder that your emails are in.`);
  const files = stats.isFile() ? [path] : filesIn(path);
  const found = files.filter((file) => defaultExport.test(readFileSync(file, 'utf8')));
  if (found.length === 0) {
    throw new UnusableComponents(
      `${path} has no component: a file that ends in .tsx, .jsx or .js and has a default export.`,
    );
  }
  return found.sort().map((file) => ({ path: file, name: basename(file, extname(file)) }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (/^[_.]/.test(entry.name)) return [];
    if (entry.isDirectory()) return otherFolders.has(entry.name) ? [] : filesIn(path);
    return extensions.has(extname(entry.name)) && !otherFiles.test(entry.name) ? [path] : [];
  });
}

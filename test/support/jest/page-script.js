import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

let script;

/** The page's script (`dashboard/vite.in-node.config.ts`), compiled once for all files of a worker. */
export function pageScript() {
  const file = new URL('../../../node_modules/.cache/page-in-node/page.js', import.meta.url);
  script ??= new Script(readFileSync(file, 'utf8'), { filename: file.pathname });
  return script;
}

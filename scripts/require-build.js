// Before `npm start`: says that there is nothing to start, or that it is older than its sources, as after `git pull` alone.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist/bundle/main.js');
const sources = ['src', 'dashboard/src'].map((folder) => join(root, folder)).filter((folder) => existsSync(folder));

/** Written by the build itself, after the program. */
const generated = join(root, 'dashboard/src/api/generated.ts');

/** EX_CONFIG of sysexits.h. */
const refused = 78;

if (!existsSync(program)) {
  process.stderr.write(
    'posthorn cannot start: it is not built (dist/bundle is missing). Run npm ci, or npm run build.\n',
  );
  process.exit(refused);
}

const builtMs = statSync(program).mtimeMs;
const newer = sources
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .find((file) => /\.(ts|tsx|css)$/.test(file) && file !== generated && statSync(file).mtimeMs > builtMs);
if (newer !== undefined) {
  process.stderr.write(`posthorn: the build is older than ${newer}. Run npm ci to start what the sources say.\n`);
}

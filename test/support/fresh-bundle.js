import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/build.js', import.meta.url));

/** Suites import what was compiled, their servers and commands run from the bundle: made where a source is newer. */
export default function freshBundle() {
  execFileSync(process.execPath, [script, 'compiler', 'bundle'], { stdio: 'inherit' });
}

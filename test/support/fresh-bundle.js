import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/build.js', import.meta.url));

/** Servers and commands of the suites run from the bundle: it is what was compiled last. */
export default function freshBundle() {
  execFileSync(process.execPath, [script, 'bundle'], { stdio: 'inherit' });
}

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/build.js', import.meta.url));

/**
 * Makes what is older than its sources: suites import what was compiled, their servers and commands run from the bundle.
 *
 * @param others Parts that scripts/build.js makes beside these.
 */
export default function freshBundle(...others) {
  execFileSync(process.execPath, [script, 'compiler', 'bundle', ...others], { stdio: 'inherit' });
}

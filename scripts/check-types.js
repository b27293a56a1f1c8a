// Checks the types of the server, its suites and its benchmarks, and of the dashboard. TypeScript 7 checks in a fraction of the time of
// the 6.0 that dependency-cruiser reads sources with (docs/decisions/0094-two-typescripts.md).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript-7/bin/tsc', import.meta.url));

const projects = { server: 'tsconfig.json', dashboard: 'dashboard/tsconfig.json' };

for (const [name, project] of Object.entries(projects)) {
  const cached = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc-7/${name}.json`];
  const options = { cwd: root, stdio: 'inherit' };
  const { status } = spawnSync(process.execPath, [compiler, '--noEmit', '-p', project, ...cached], options);
  if (status !== 0) process.exitCode = 1;
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningServer } from './server.js';

const cli = join(import.meta.dirname, '../../dist/bundle/cli.js');
const run = promisify(execFile);

/** What a command needs to find the installation of a server. */
export type Installation = Pick<RunningServer, 'dataDir' | 'engines'>;

/** What a command beside a server prints under `--json`; the caller knows its members. Rejects where it does not end with 0. */
export async function posthorn<Result>(
  { dataDir, engines }: Installation,
  ...args: readonly string[]
): Promise<Result> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...engines };
  const { stdout } = await run(process.execPath, [cli, ...args, '--json'], { env, cwd: dataDir });
  return JSON.parse(stdout) as Result;
}

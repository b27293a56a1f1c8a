import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningServer } from './server.js';

const cli = join(import.meta.dirname, '../../dist/cli.js');
const run = promisify(execFile);

type Installation = Pick<RunningServer, 'dataDir' | 'engines'>;

/** Adds a team beside a running server, as an operator does it, and answers a key of that team. */
export async function addTeam(server: Installation, name: string): Promise<string> {
  const { id } = await posthorn<{ id: string }>(server, 'teams', 'create', name);
  const { token } = await posthorn<{ token: string }>(server, 'keys', 'create', '--team', id, '--name', 'First key');
  return token;
}

/** What a command prints under `--json`; the caller knows its members. */
async function posthorn<Result>({ dataDir, engines }: Installation, ...args: readonly string[]): Promise<Result> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...engines };
  const { stdout } = await run(process.execPath, [cli, ...args, '--json'], { env, cwd: dataDir });
  return JSON.parse(stdout) as Result;
}

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeSmtpPorts, type RunningServer, startServer } from './server.js';
import { fillFromTemplate, templateTeams } from './template.js';
import { waitFor } from './wait-for.js';

/** A server, seen by one of its teams. */
export type TeamServer = Pick<RunningServer, 'url' | 'key' | 'dataDir' | 'engines'>;

/** What there is a server of, each from the first file that asks for it. */
const kinds = {
  /**
   * May ask programs on this machine (endpoints of webhooks, attachments by address), and has limits that a file can
   * reach.
   */
  open: {
    ALLOW_PRIVATE_FETCH: '1',
    IMAGE_MEGABYTES_PER_TEAM: '6',
    IMPORT_MEGABYTES_PER_TEAM: '1',
    CONTENT_MEGABYTES_PER_TEAM: '9',
    IMPORT_MAX_BYTES: '100000',
  },
  /** As it is without settings. */
  guarded: {},
  /** A team has used up its month, and its second, after a few requests. */
  limited: { RATE_LIMIT_PER_SECOND: '3', MONTHLY_QUOTA: '20' },
  /** Small numbers of all but requests, and templates that are looked at. */
  strict: {
    DAILY_QUOTA: '8',
    MONTHLY_QUOTA: '3000',
    WEBHOOKS_PER_TEAM: '2',
    TEMPLATE_CHECK_REFUSES: 'alt-texts,clipping',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
export type ServerKind = keyof typeof kinds;
/** Few files ask for them: all workers of a run share one. */
const ofTheRun: readonly ServerKind[] = ['limited', 'strict'];
export const settingsOf = (kind: ServerKind): Readonly<Record<string, string>> => kinds[kind];

interface Started {
  readonly url: string;
  readonly pid: number;
  readonly teamsTaken: number;
}

/** Another worker may start the server just now. */
const longestStartMs = 180_000;

const main = join(import.meta.dirname, '../../dist/bundle/main.js');
const supervisor = join(import.meta.dirname, 'worker-server-process.mjs');

/**
 * A team that no other file uses, at a server of this kind that all files of this worker share, or of this run: each
 * file has modules of its own, so the server is a process that outlives them, and `after-run.js` stops it. One that is
 * found dead is reported and replaced.
 */
export async function takeTeam(kind: ServerKind = 'open'): Promise<TeamServer> {
  const run = process.env['POSTHORN_TEMPLATES'];
  if (run === undefined) throw new Error('before-run.js was not run');
  // Each pool of workers counts its own.
  const worker = `${process.env['POSTHORN_POOL'] ?? ''}${process.env['JEST_WORKER_ID'] ?? '1'}`;
  const sharers = ofTheRun.includes(kind) ? 'run' : worker;
  const name = `${sharers}-${kind}`;
  return alone(join(run, name), () => takeFrom(join(run, 'servers', name), run, kind));
}

/** No other worker does it at the same time. */
async function alone<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  await waitFor(
    () => mkdirSync(lock),
    () => true,
    { limitMs: longestStartMs },
  );
  try {
    return await work();
  } finally {
    rmdirSync(lock);
  }
}

async function takeFrom(workerFolder: string, run: string, kind: ServerKind): Promise<TeamServer> {
  for (let number = 1; ; number += 1) {
    const folder = join(workerFolder, String(number));
    // One that did not come up has no state.
    if (existsSync(folder) && !existsSync(join(folder, 'state.json'))) continue;
    const started = existsSync(folder) ? readState(folder) : await start(folder, run, kind);
    if (existsSync(join(folder, 'ended'))) {
      // The run fails for it at its end; what it says belongs here, where it was found.
      process.stderr.write(`the server of this worker has ended with ${ending(folder)}:\n${outputOf(folder)}\n`);
      continue;
    }
    const team = templateTeams[started.teamsTaken];
    if (team === undefined) throw new Error('the template has too few teams for the files of one worker');
    writeState(folder, { ...started, teamsTaken: started.teamsTaken + 1 });
    await renewConnections(started.url);
    return { url: started.url, key: team.key, dataDir: join(folder, 'data'), engines: {} };
  }
}

/**
 * Files of one worker share their connections too. One that was idle between two files may have been closed by the
 * server, and a request that changes something is not repeated on another one.
 */
async function renewConnections(url: string): Promise<void> {
  await waitFor(
    async () => (await fetch(`${url}/health/live`)).status,
    (status) => status === 200,
  );
}

const ending = (folder: string): string => readFileSync(join(folder, 'ended'), 'utf8');
const outputOf = (folder: string): string => readFileSync(join(folder, 'server.log'), 'utf8');
const readState = (folder: string): Started => JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as Started;
const writeState = (folder: string, state: Started): void =>
  writeFileSync(join(folder, 'state.json'), JSON.stringify(state));

async function start(folder: string, run: string, kind: ServerKind): Promise<Started> {
  const dataDir = join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  await fillFromTemplate(dataDir, { preverifiedDomains: '', teams: true }, async (template) => {
    await (await startServer({ dataDir: template, env: { LOG_LEVEL: 'warn' } })).stop();
  });
  const { pid } = spawn(process.execPath, [supervisor, folder, main, readFileSync(join(run, 'pid'), 'utf8')], {
    detached: true,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      ...freeSmtpPorts,
      RATE_LIMIT_PER_SECOND: '0',
      // A list shows its caller's own writes, however busy the machine is.
      POSTHORN_TEST_LIST_PATIENCE_MS: '30000',
      LOG_LEVEL: 'warn',
      ...kinds[kind],
    },
  }).on('error', () => undefined);
  if (pid === undefined) throw new Error(`${supervisor} could not be started`);
  const url = await waitFor(
    async () => {
      if (existsSync(join(folder, 'ended')))
        throw new Error(`the server ended with ${ending(folder)}:\n${outputOf(folder)}`);
      return existsSync(join(folder, 'server.log'))
        ? /^Posthorn serves (\S+)\n/m.exec(outputOf(folder))?.[1]
        : undefined;
    },
    (found) => found !== undefined,
  );
  const state = { url: url ?? '', pid, teamsTaken: 0 };
  writeState(folder, state);
  return state;
}

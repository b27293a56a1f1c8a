import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { portForServer } from './crash-server.js';
import { givenProgram, mongodbKind, type RunningProgram, startMongodbProgram } from './given-programs.mjs';

/** A server that speaks MongoDB's protocol. */
export interface MongodbServer {
  /** Names a database that nobody else uses. */
  readonly url: string;
  /** What answers: the adapters promise the same on both, but not every server promises them the same. */
  readonly kind: 'mongodb' | 'ferretdb';
  stop(): Promise<void>;
}

/** As `scripts/install-ferretdb.sh` leaves it. */
const builtProgram = 'ferretdb-v1.24.0';

/** `TEST_MONGODB_URL`, `TEST_MONGODB_PROGRAM`, or FerretDB where it is installed. */
export function mongodbIsThere(): boolean {
  return process.env['TEST_MONGODB_URL'] !== undefined || ownMongodbIsThere();
}

/** Registers a suite over a server of its own; without any, the suite is skipped by name. */
export function describeOverMongodb(name: string, register: (server: () => MongodbServer) => void): void {
  if (!mongodbIsThere()) {
    const reason = 'no MongoDB: set TEST_MONGODB_PROGRAM or TEST_MONGODB_URL, or run scripts/install-ferretdb.sh';
    process.stdout.write(`skipped: ${name} (${reason})\n`);
    describe.skip(`${name} (${reason})`, () => {
      register(() => {
        throw new Error(reason);
      });
    });
    return;
  }
  describe(name, () => {
    let server: MongodbServer | undefined;
    beforeAll(async () => {
      server = await startMongodb();
    });
    afterAll(() => server?.stop());
    register(() => {
      if (server === undefined) throw new Error('the server runs while tests run');
      return server;
    });
  });
}

/** A server with an empty database: the one that `TEST_MONGODB_URL` names, or one of ours in a folder of its own. */
export async function startMongodb(): Promise<MongodbServer> {
  const url = process.env['TEST_MONGODB_URL'];
  if (url === undefined) return startOwnMongodb();
  return { url: withNewDatabase(url), kind: 'mongodb', stop: () => Promise.resolve() };
}

/** In `FERRETDB`, on the path, where the script puts it, or among Go's own programs. */
export function ferretdbProgram(): string | undefined {
  const { FERRETDB, PATH = '', ENGINES_DIR, XDG_CACHE_HOME, GOBIN, GOPATH } = process.env;
  const cache = ENGINES_DIR ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'posthorn-engines');
  const candidates = [
    ...(FERRETDB === undefined ? [] : [FERRETDB]),
    ...PATH.split(delimiter).map((folder) => join(folder, 'ferretdb')),
    join(cache, builtProgram),
    join(GOBIN ?? join(GOPATH ?? join(homedir(), 'go'), 'bin'), 'ferretdb'),
  ];
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A server of ours, on one port for all its lives. */
export interface OwnMongodb extends MongodbServer {
  /** SIGKILL; what it has stored is kept for {@link start}. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
}

/** `TEST_MONGODB_PROGRAM`, or FerretDB; also where `TEST_MONGODB_URL` is set: nobody kills the server of others. */
export function startOwnMongodb(): Promise<OwnMongodb> {
  const given = givenProgram('MONGODB');
  if (given !== undefined) return startGiven(given);
  const program = ferretdbProgram();
  if (program === undefined) throw new Error('FerretDB is not installed: run scripts/install-ferretdb.sh');
  return startFerretdb(program);
}

/** Whether {@link startOwnMongodb} has a program to start. */
export const ownMongodbIsThere = (): boolean =>
  givenProgram('MONGODB') !== undefined || ferretdbProgram() !== undefined;

async function startGiven(program: string): Promise<OwnMongodb> {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-mongodb-'));
  const port = await portForServer(Math.random);
  const url = withNewDatabase(`mongodb://127.0.0.1:${port}/`);
  let running: RunningProgram | undefined;
  const start = async (): Promise<void> => {
    running = await startMongodbProgram(program, { dir, port });
  };
  const kill = async (): Promise<void> => {
    await running?.kill();
    running = undefined;
  };
  const stop = async (): Promise<void> => {
    await kill();
    rmSync(dir, { recursive: true, force: true });
  };
  await start();
  return {
    url,
    // A program may stand in for the real one.
    kind: (await mongodbKind(url)) ?? 'mongodb',
    start,
    stop,
    kill,
    freeze: () => running?.signal('SIGSTOP'),
    thaw: () => running?.signal('SIGCONT'),
  };
}

async function startFerretdb(program: string): Promise<OwnMongodb> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-ferretdb-'));
  mkdirSync(join(folder, 'data'));
  let address = '127.0.0.1:0';
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    child = spawnFerretdb(program, folder, address);
    address = await listening(child);
  };
  const stop = async (): Promise<void> => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: withNewDatabase(`mongodb://${address}/`),
    kind: 'ferretdb',
    start,
    stop,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}

function spawnFerretdb(program: string, folder: string, address: string): ChildProcess {
  return spawn(
    program,
    [
      '--handler=sqlite',
      // A write outlives the server's process, and need not outlive the machine: without a flush it takes half the
      // time.
      `--sqlite-url=file:${join(folder, 'data')}/?_pragma=synchronous(off)`,
      `--listen-addr=${address}`,
      '--debug-addr=-',
      `--state-dir=${folder}`,
      '--telemetry=disable',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

/** Host and port, once it takes connections. Throws, with what it wrote, where it ends before. */
function listening(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: string): void => {
      output += chunk;
      const address = /Listening on TCP (127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('exit', () => reject(new Error(`FerretDB ended before it served:\n${output}`)));
    child.once('error', reject);
  });
}

/** The suites of one run never meet those of another on a shared server. */
function withNewDatabase(url: string): string {
  const database = `posthorn_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(url);
  if (parts === null) throw new Error('TEST_MONGODB_URL is no address of a MongoDB server');
  return `${parts[1]}/${database}${parts[2] ?? ''}`;
}

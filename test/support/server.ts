import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { establish, fillFromTemplate } from './template.js';

/** Two servers on one machine do not clash. */
export const freeSmtpPorts = {
  SMTP_25_PORT: '0',
  SMTP_587_PORT: '0',
  SMTP_2587_PORT: '0',
  SMTP_465_PORT: '0',
  SMTP_2465_PORT: '0',
} as const;

const main = join(import.meta.dirname, '../../dist/bundle/main.js');

export interface StartOptions {
  /**
   * Beside `DATA_DIR`, free ports, a bootstrap key, no rate limit and patient lists; nothing of this process's own
   * environment but `PATH`.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** The settings of shared engines; without them it stands on its own folder. */
  readonly engines?: Readonly<Record<string, string>>;
  /** Kept at the end when it is given; otherwise a new one, removed with {@link RunningServer.stop}. */
  readonly dataDir?: string;
  /** A program, with its arguments, that runs the server in the process that it is started as. */
  readonly under?: readonly string[];
  /**
   * The first start is the subject: an empty folder stays empty. Otherwise the server finds there what a first start
   * leaves, where it was started with nothing that a first start depends on.
   */
  readonly fresh?: boolean;
  /** With `templateTeams` of `template.ts`. */
  readonly teams?: boolean;
}

/** A whole Posthorn in a process of its own, on a free port of the loopback. */
export interface RunningServer {
  readonly url: string;
  /** The bootstrap key of the first team. */
  readonly key: string;
  readonly dataDir: string;
  /** Where it takes mail as on this port. */
  smtpPort(wellKnown: 25 | 587 | 2587 | 465 | 2465): number;
  /** What names its engines to other programs; empty where it stands on its own folder. */
  readonly engines: Readonly<Record<string, string>>;
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  /** Everything it has written to stdout and stderr so far. */
  output(): string;
  /** SIGTERM, and the exit code of its orderly end. */
  stop(): Promise<number | null>;
  /** SIGKILL; a folder that was made for it is kept for the next start. */
  kill(): Promise<void>;
}

export const bootstrapKey = 're_bootstrap_key_of_the_suites_0001';

/** Settings that show in what a first start writes. */
const firstStartSettings = [
  'BOOTSTRAP_API_KEY',
  'CLOCK_SHIFT_MS',
  'DKIM_SELECTOR',
  'EVENTSTOREDB_URL',
  'MASTER_KEY',
  'POSTHORN_REGIONS',
  'REGIONS',
  'SANDBOX_DOMAINS',
];

/** Runs the built program. Throws, with what it wrote, where it ends before it serves. */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const { env = {}, engines = {}, fresh = false, teams = false } = options;
  const dataDir = options.dataDir ?? temporaryFolder();
  const isUsual = firstStartSettings.every((name) => env[name] === undefined && engines[name] === undefined);
  if (teams && (fresh || !isUsual)) throw new Error('the teams are in a template, and this start takes none');
  if (!fresh && isUsual) {
    const preverifiedDomains = env['PREVERIFIED_DOMAINS'] ?? '';
    await fillFromTemplate(dataDir, { preverifiedDomains, teams }, async (template) => {
      const settings = preverifiedDomains === '' ? {} : { PREVERIFIED_DOMAINS: preverifiedDomains };
      const server = await run({ dataDir: template, env: { LOG_LEVEL: 'warn', ...settings } });
      await server.stop();
    });
  }
  return run({ ...options, dataDir }, options.dataDir !== undefined);
}

/** A folder of its own installation, empty but for its first team. */
export const makeInstallation = (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<void> =>
  establish(dataDir, [], env);

async function run(
  { env = {}, engines = {}, under = [], dataDir }: StartOptions & { readonly dataDir: string },
  isKept = true,
): Promise<RunningServer> {
  const cwd = temporaryFolder();
  const key = env['BOOTSTRAP_API_KEY'] ?? bootstrapKey;
  const [program = process.execPath, ...programArguments] = [...under, process.execPath, main];
  const child = spawn(program, programArguments, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      ...freeSmtpPorts,
      BOOTSTRAP_API_KEY: key,
      RATE_LIMIT_PER_SECOND: '0',
      // A list shows its caller's own writes, however busy the machine is.
      POSTHORN_TEST_LIST_PATIENCE_MS: '30000',
      // Links in the emails of the suites are followed on this machine.
      ALLOW_PRIVATE_LINKS: '1',
      ...engines,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit').then(() => rmSync(cwd, { recursive: true, force: true }));
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: string): void => {
      output += chunk;
      const served = /^Posthorn serves (\S+)\n/m.exec(output)?.[1];
      if (served !== undefined) resolve(served);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('close', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    child.kill(signal);
    await ended;
  }

  return {
    url: await url,
    key,
    dataDir,
    engines,
    process: child,
    output: () => output,
    smtpPort(wellKnown) {
      const found = new RegExp(`^  SMTP .*\\b${wellKnown} on (\\d+)`, 'm').exec(output)?.[1];
      if (found === undefined) throw new Error(`no port for ${wellKnown}:\n${output}`);
      return Number(found);
    },
    async stop() {
      await end('SIGTERM');
      if (!isKept) rmSync(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
    kill: () => end('SIGKILL'),
  };
}

/** An empty folder of its own; whoever asks removes it. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'posthorn-'));
}

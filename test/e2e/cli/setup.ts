import type { Command } from 'commander';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../../src/programs/cli/program.js';
import { argumentsIn } from '../../../src/programs/cli/operations/request.js';
import { resourceCommands } from '../../../src/programs/cli/operations/resources.js';
import { openDatabase } from '../../../src/infrastructure/sqlite/database.js';
import { type Environment, type Ran, runInProcess, startCommand } from '../../support/command-line.js';
import { eventually } from '../../support/gate.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { untilListed } from '../../support/until-listed.js';

/** One command in this process, as {@link runInProcess} says; {@link spawned}, in one of its own. */
export function posthorn(dataDir: string, args: readonly string[], env: Environment = {}): Promise<Ran> {
  return runInProcess(args, { DATA_DIR: dataDir, ...env });
}

export function spawned(dataDir: string, args: readonly string[], env: Environment = {}): Promise<Ran> {
  return startPosthorn(dataDir, args, env).ended;
}

/** {@link spawned}, to be killed while it runs. */
export function startPosthorn(
  dataDir: string,
  args: readonly string[],
  env: Environment = {},
): ReturnType<typeof startCommand> {
  return startCommand(args, { DATA_DIR: dataDir, ...env });
}

/** What a command prints under `--json` when it ends with this exit code. The caller knows its members. */
export async function answerOf<Result>(
  dataDir: string,
  args: readonly string[],
  exitCode = 0,
  env: Environment = {},
): Promise<Result> {
  const ran = await posthorn(dataDir, [...args, '--json'], env);
  expect(ran).toMatchObject({ exitCode, stderr: '' });
  return JSON.parse(ran.stdout) as Result;
}

/** The commands that share one way through the program: the table of resources says what they ask. */
export const operationCommands = resourceCommands.flatMap(({ name, list, commands }) => [
  ...(list === undefined ? [] : [{ command: `${name} list`, args: [] as readonly string[] }]),
  ...commands.map((one) => ({ command: `${name} ${one.name}`, args: argumentsIn(one.path).map(() => 'x') })),
]);

/** The name of every other command of the program, in order. */
export function allCommands(): readonly string[] {
  const shared = new Set(operationCommands.map(({ command }) => command));
  const named = (command: Command, name: string): readonly string[] => [
    ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [name] : []),
    ...command.commands.flatMap((part) => named(part, `${name} ${part.name()}`)),
  ];
  const unused = () => undefined;
  const run = async () => undefined;
  const program = createProgram({ onInstallation: run, asClient: run, confirm: run }, { out: unused, error: unused });
  const all = program.commands.flatMap((command) => named(command, command.name()));
  return all.filter((command) => !shared.has(command)).sort();
}

/** To be called before other hooks of a suite: the servers that it starts end with their test, however that ends. */
export function serversOfTheTest(): (
  dataDir: string,
  env?: Readonly<Record<string, string>>,
) => Promise<RunningServer> {
  const started: RunningServer[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.kill()));
  });
  return async (dataDir, env = {}) => {
    const server = await startServer({ dataDir, env });
    started.push(server);
    return server;
  };
}

export type { Ran };

export interface Asked {
  readonly status: number;
  readonly body: unknown;
}

const json = { 'content-type': 'application/json' };

export async function ask(
  { url }: Pick<RunningServer, 'url'>,
  key: string,
  path: string,
  body?: object,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Asked> {
  const headers = { authorization: `Bearer ${key}` };
  const sent = body === undefined ? { headers } : { headers: { ...headers, ...json }, body: JSON.stringify(body) };
  const answer = await fetch(`${url}${path}`, { method, ...sent });
  return { status: answer.status, body: await answer.json() };
}

export const personal = { address: 'delivered+ada.lovelace@resend.dev', subject: 'Quarterly engine figures' } as const;

export const mail = {
  from: 'Works <onboarding@resend.dev>',
  to: personal.address,
  subject: personal.subject,
  text: 'The engine weaves.',
} as const;

/** Sends one mail and waits until it is listed as delivered. */
export async function deliver(server: RunningServer, body: object = mail): Promise<string> {
  const { status, body: accepted } = await ask(server, server.key, '/emails', body);
  expect(status).toBe(200);
  const { id } = accepted as { id: string };
  await eventually(async () => {
    const { body: list } = await ask(server, server.key, '/emails');
    return (list as { data: { id: string; last_event: string }[] }).data.some(
      (row) => row.id === id && row.last_event === 'delivered',
    );
  });
  return id;
}

/**
 * A folder as one server left it, from its first start: it delivered these mails, showed them everywhere, and ended in
 * order.
 */
export async function servedFolder(mails: readonly object[]): Promise<{ dataDir: string; emailIds: string[] }> {
  const dataDir = temporaryFolder();
  const server = await startServer({ dataDir, fresh: true });
  const emailIds: string[] = [];
  for (const body of mails) emailIds.push(await deliver(server, body));
  await untilListed(server.url);
  expect(await server.stop()).toBe(0);
  return { dataDir, emailIds };
}

/** Runs SQL on a file of a folder that nobody has open. */
export function tamper(dataDir: string, file: string, ...statements: readonly string[]): void {
  const database = openDatabase(join(dataDir, file));
  for (const sql of statements) expect(database.prepare(sql).run().changes).toBeGreaterThan(0);
  database.close();
}

/** The rows of a query on a file of the folder. */
export function rowsOf<Row>(dataDir: string, file: string, sql: string): Row[] {
  const database = openDatabase(join(dataDir, file), { readOnly: true });
  try {
    // The caller knows what it selects.
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

/** A text in every form in which a file, a header or a database may hold it. */
export function formsOf(text: string): readonly Buffer[] {
  return [
    Buffer.from(text),
    Buffer.from(text.toLowerCase()),
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.from(text.replaceAll('.', '=2E').replaceAll('+', '=2B')),
    Buffer.from(encodeURIComponent(text)),
    Buffer.from(text).toString('hex').toLowerCase(),
    // In the middle of something else, base64 begins at any of three places.
    ...[0, 1, 2].map((skip) => {
      const bytes = Buffer.from(text.slice(skip));
      return bytes.toString('base64').slice(0, Math.floor(bytes.length / 3) * 4);
    }),
  ].map((form) => Buffer.from(form));
}

/** The files of the folder, of these names' beginnings, that hold one of the texts. */
export function filesWith(dataDir: string, texts: readonly (string | Buffer)[], begins = ''): string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith(begins))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(0);
  return files.filter((file) => {
    const bytes = readFileSync(file);
    return texts.some((text) => bytes.includes(text));
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashServer, portForServer } from './crash-server.js';
import { waitFor } from './wait-for.js';

const key = 're_imports_0123456789abcdef0123456789';
/** Every so many rows one holds no address. */
const badEvery = 600;
const longestImportMs = 1_500_000;

interface Import {
  readonly status: string;
  readonly counts: Readonly<Record<'total' | 'created' | 'updated' | 'skipped' | 'failed', number>>;
}

export interface ImportCrashPlan {
  readonly rows: number;
  readonly kills: number;
}

/** What is there after the import, and what must be. */
export interface ImportCrashResult {
  readonly counts: Import['counts'];
  /** Contacts that the read models have. */
  readonly contacts: number;
  /** First cells of the rows in the file of failed rows, and of those that are none. */
  readonly failed: readonly (string | undefined)[];
  readonly bad: readonly string[];
}

/** Imports a file while the server is killed, each time in another chunk; it ends with an orderly stop. */
export async function importCrashRun({ rows, kills }: ImportCrashPlan): Promise<ImportCrashResult> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-imports-'));
  const port = await portForServer(Math.random);
  const server = crashServer(folder, { PORT: `${port}`, BOOTSTRAP_API_KEY: key, LOG_LEVEL: 'warn' });
  const answered = answeredBy(`http://127.0.0.1:${port}`, key);
  try {
    server.start();
    await answered('/health/ready');
    const { read, ended } = await beginImport(answered, 'person', rows);
    for (let kill = 1; kill <= kills; kill += 1) {
      const atLeast = Math.max((await read()).counts.total + 1, ((kill - 1) * rows) / kills);
      await waitFor(read, ({ counts, status }) => counts.total >= atLeast || status === 'completed', {
        limitMs: longestImportMs,
      });
      await server.kill();
      server.start();
      await answered('/health/ready');
    }
    const result = await ended();
    const contacts = await contactsOf(answered);
    const exitCode = await server.stop();
    if (exitCode !== 0) throw new Error(`the server's orderly end was ${exitCode}:\n${server.log()}`);
    return { ...result, contacts };
  } finally {
    await server.kill().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface BegunImport {
  read(): Promise<Import>;
  /** Once it is completed. */
  ended(): Promise<Omit<ImportCrashResult, 'contacts'>>;
}

/** Imports so many contacts with this name, some of which have no address. */
export async function beginImport(answered: Answered, name: string, rows: number): Promise<BegunImport> {
  const cells = Array.from({ length: rows }, (_, row) =>
    row % badEvery === 5 ? `no address ${row}` : `${name}${row}@example.com`,
  );
  const file = new File(
    [['email,first_name', ...cells.map((cell, row) => `${cell},N${row}`)].join('\n')],
    'people.csv',
  );
  const form = new FormData();
  form.set('file', file);
  const { id } = JSON.parse(await answered('/contacts/imports', { method: 'POST', body: form })) as {
    readonly id: string;
  };
  const path = `/contacts/imports/${id}`;
  const read = async () => JSON.parse(await answered(path)) as Import;
  return {
    read,
    async ended() {
      const { counts } = await waitFor(read, ({ status }) => status === 'completed', { limitMs: longestImportMs });
      const failed = (await answered(`${path}/failed-rows`)).trim().split('\n').slice(1);
      const bad = cells.filter((cell) => cell.startsWith('no address'));
      return { counts, failed: failed.map((line) => line.split(',')[0]), bad };
    },
  };
}

/** An import is said to be completed once lists show every row. */
export async function contactsOf(answered: Answered): Promise<number> {
  const { contacts } = JSON.parse(await answered('/usage')) as { readonly contacts: { readonly used: number } };
  return contacts.used;
}

export type Answered = (path: string, init?: RequestInit) => Promise<string>;

/** Asks until it is answered: the server may be on its way up. */
export function answeredBy(origin: string, key: string): Answered {
  return async (path, init = {}) => {
    const headers = { authorization: `Bearer ${key}` };
    const ask = async () => {
      const asked = await fetch(`${origin}${path}`, { ...init, headers });
      return asked.ok ? asked.text() : undefined;
    };
    const text = await waitFor(ask, (found) => found !== undefined);
    return text ?? '';
  };
}

export function expectEachRowOnce(plan: ImportCrashPlan, result: ImportCrashResult): void {
  expectRowsCounted(plan.rows, result);
  expect(result.contacts).toBe(plan.rows - result.bad.length);
}

/** Each row of an import is counted once, and the file of failed rows is complete. */
export function expectRowsCounted(rows: number, { counts, failed, bad }: Omit<ImportCrashResult, 'contacts'>): void {
  const created = rows - bad.length;
  expect(counts).toEqual({ total: rows, created, updated: 0, skipped: 0, failed: bad.length });
  expect(failed).toEqual(bad);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashServer, portForServer } from '../support/crash-server.js';
import { waitFor } from '../support/wait-for.js';

const rows = 6_000;
const kills = 5;
/** Every so many rows one holds no address. */
const badEvery = 600;
const key = 're_imports_0123456789abcdef0123456789';

interface Import {
  readonly status: string;
  readonly counts: { readonly total: number };
}

it(`an import of ${rows} rows, the server killed ${kills} times: each row once, and the file of failed rows complete`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-imports-'));
  const port = await portForServer(Math.random);
  const server = crashServer(folder, { PORT: `${port}`, BOOTSTRAP_API_KEY: key });
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}` };
    const asked = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers }).catch(() => undefined);
    return asked?.ok === true ? asked.text() : undefined;
  };
  const answered = (path: string, init?: RequestInit) =>
    waitFor(
      () => ask(path, init),
      (text) => text !== undefined,
    );
  try {
    server.start();
    await answered('/health/ready');
    const lines = Array.from({ length: rows }, (_, row) =>
      row % badEvery === 5 ? `no address ${row},X` : `person${row}@example.com,N${row}`,
    );
    const file = new File([`email,first_name\n${lines.join('\n')}\n`], 'people.csv');
    const form = new FormData();
    form.set('file', file);
    const { id } = JSON.parse((await answered('/contacts/imports', { method: 'POST', body: form })) ?? '') as {
      readonly id: string;
    };
    const path = `/contacts/imports/${id}`;
    const read = async () => JSON.parse((await answered(path)) ?? '') as Import;
    for (let kill = 0; kill < kills; kill += 1) {
      const { counts } = await read();
      // Somewhere in the next chunk.
      await waitFor(read, (found) => found.counts.total > counts.total || found.status === 'completed');
      await server.kill();
      server.start();
      await answered('/health/ready');
    }
    const done = await waitFor(read, ({ status }) => status === 'completed');
    const failed = Math.ceil((rows - 5) / badEvery);
    expect(done.counts).toEqual({ total: rows, created: rows - failed, updated: 0, skipped: 0, failed });
    const wrong = (await answered(`${path}/failed-rows`))?.trim().split('\n').slice(1);
    expect(wrong?.map((line) => line.split(',')[0])).toEqual(
      lines.flatMap((line) => (line.startsWith('no address') ? [line.split(',')[0]] : [])),
    );
    const usage = JSON.parse((await answered('/usage')) ?? '') as { readonly contacts: { readonly used: number } };
    expect(usage.contacts.used).toBe(rows - failed);
    expect(await server.stop()).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { jest } from '@jest/globals';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/gate.js';
import { accept, large, useBackupFolders } from './backup-folders.js';
import { answerOf, posthorn, rowsOf, serversOfTheTest } from './setup.js';

jest.setTimeout(180_000);

interface Accepted {
  readonly body: { readonly kid: string; readonly blobId: string };
}

/** Who may read it, and a kill: `backup-details`. */
describe('backup', () => {
  const start = serversOfTheTest();
  const folders = useBackupFolders();

  it('beside a server that accepts all the time, holds keys and body of every mail of its log', async () => {
    const server = await start(folders.dataDir);
    const sending = { on: true, count: 0 };
    const senders = [large, 'small', 'small'].map(async (text) => {
      while (sending.on) {
        await accept(server, text);
        sending.count += 1;
      }
    });
    await eventually(() => sending.count >= 50);
    const taken = await answerOf<{ events: number; backupId: string }>(folders.dataDir, ['backup', ...folders.options]);
    sending.on = false;
    await Promise.all(senders);

    const events = rowsOf<{ type: string; data: string }>(
      folders.log,
      'eventlog.sqlite',
      'SELECT type, data FROM events',
    );
    expect(events).toHaveLength(taken.events);
    const mails = events.filter(({ type }) => type === 'EmailAccepted').map(({ data }) => JSON.parse(data) as Accepted);
    expect(mails.length).toBeGreaterThanOrEqual(50);
    const rows = new Set(
      rowsOf<{ row: string }>(folders.vault, 'vault.sqlite', 'SELECT row FROM key_rows').map(({ row }) => row),
    );
    const slots = new Map(
      rowsOf<{ id: string; slot: number | null }>(folders.vault, 'vault.sqlite', 'SELECT id, slot FROM blobs').map(
        ({ id, slot }) => [id, slot],
      ),
    );
    const files = mails.filter(({ body }) => slots.get(body.blobId) === null);
    expect(mails.filter(({ body }) => !rows.has(body.kid.split('.')[0] ?? '') || !slots.has(body.blobId))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(({ body }) => !existsSync(join(folders.vault, 'blobs', body.blobId)))).toEqual([]);
    await server.stop();

    const check = ['backup', '--check', ...folders.options];
    const { checkedAt } = await answerOf<{ checkedAt: string }>(folders.dataDir, check);
    const note = JSON.parse(readFileSync(join(folders.dataDir, 'last-backup.json'), 'utf8')) as object;
    expect(note).toMatchObject({ backupId: taken.backupId, checkedAt });
    appendFileSync(join(folders.vault, 'vault.sqlite'), 'x');
    expect(await posthorn(folders.dataDir, check)).toMatchObject({ exitCode: 1 });
  });

  it('refuses folders that are in use, in each other, or in DATA_DIR, and a folder without a log', async () => {
    expect(await posthorn(folders.dataDir, ['backup', ...folders.options])).toMatchObject({ exitCode: 1 });
    expect(existsSync(folders.log)).toBe(false);
    mkdirSync(folders.dataDir);
    writeFileSync(join(folders.dataDir, 'eventlog.sqlite'), '');
    for (const [log, vault] of [
      [folders.log, folders.log],
      [folders.log, join(folders.log, 'keys')],
      [join(folders.vault, 'log'), folders.vault],
      [folders.log, join(folders.dataDir, 'backup')],
    ] as const) {
      expect(await posthorn(folders.dataDir, ['backup', '--log', log, '--vault', vault])).toMatchObject({
        exitCode: 64,
      });
    }
    expect(await posthorn(folders.dataDir, ['backup', '--log', folders.log])).toMatchObject({ exitCode: 64 });
  });
});

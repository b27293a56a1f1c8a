import { jest } from '@jest/globals';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pausePoints, pausingAt, untilPaused } from '../../support/pause-points.js';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { answerOf, ask, mail, posthorn, serversOfTheTest, startPosthorn } from './setup.js';

jest.setTimeout(180_000);

/** More than the vault keeps in its database: a file of its own. */
const large = 'x'.repeat(300_000);

describe('backup, in detail', () => {
  const start = serversOfTheTest();
  let root: string;
  let dataDir: string;
  let folders: { readonly log: string; readonly vault: string };
  let options: readonly string[];
  beforeEach(() => {
    root = temporaryFolder();
    dataDir = join(root, 'data');
    folders = { log: join(root, 'log'), vault: join(root, 'vault') };
    options = ['--log', folders.log, '--vault', folders.vault];
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const send = async (server: RunningServer, text: string): Promise<void> => {
    expect(await ask(server, server.key, '/emails', { ...mail, text })).toMatchObject({ status: 200 });
  };

  it('holds no master key and nothing that is derived, and nobody else may read it', async () => {
    const server = await start(dataDir);
    await send(server, large);
    await answerOf(dataDir, ['backup', ...options]);
    await server.stop();
    expect(readdirSync(folders.log).sort()).toEqual(['eventlog.sqlite', 'manifest.json']);
    expect(readdirSync(folders.vault).sort()).toEqual(['blobs', 'destroyed-keys.log', 'manifest.json', 'vault.sqlite']);
    for (const folder of Object.values(folders)) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const { mode } = statSync(join(entry.parentPath, entry.name));
        expect(mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600);
      }
    }
  });

  it('killed in the middle, is none, and the server does not mind', async () => {
    const server = await start(dataDir);
    await send(server, large);
    const command = startPosthorn(dataDir, ['backup', ...options], pausingAt(pausePoints.backupOfABody));
    await untilPaused(command);
    command.kill();
    await command.ended;
    expect(existsSync(join(folders.log, 'manifest.json'))).toBe(false);
    const again = await posthorn(dataDir, ['backup', ...options]);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is not empty') });
    const restored = await posthorn(join(root, 'elsewhere'), ['restore', ...options]);
    expect(restored).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no whole backup') });
    await send(server, 'small');
    expect(await server.stop()).toBe(0);
  });
});

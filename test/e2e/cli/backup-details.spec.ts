import { jest } from '@jest/globals';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pausePoints, pausingAt, untilPaused } from '../../support/pause-points.js';
import { accept, large, useBackupFolders } from './backup-folders.js';
import { answerOf, posthorn, serversOfTheTest, startPosthorn } from './setup.js';

jest.setTimeout(180_000);

describe('backup, in detail', () => {
  const start = serversOfTheTest();
  const folders = useBackupFolders();

  it('holds no master key and nothing that is derived, and nobody else may read it', async () => {
    const server = await start(folders.dataDir);
    await accept(server, large);
    await answerOf(folders.dataDir, ['backup', ...folders.options]);
    await server.stop();
    expect(readdirSync(folders.log).sort()).toEqual(['eventlog.sqlite', 'manifest.json']);
    expect(readdirSync(folders.vault).sort()).toEqual(['blobs', 'destroyed-keys.log', 'manifest.json', 'vault.sqlite']);
    for (const folder of [folders.log, folders.vault]) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const { mode } = statSync(join(entry.parentPath, entry.name));
        expect(mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600);
      }
    }
  });

  it('killed in the middle, is none, and the server does not mind', async () => {
    const server = await start(folders.dataDir);
    await accept(server, large);
    const command = startPosthorn(
      folders.dataDir,
      ['backup', ...folders.options],
      pausingAt(pausePoints.backupOfABody),
    );
    await untilPaused(command);
    command.kill();
    await command.ended;
    expect(existsSync(join(folders.log, 'manifest.json'))).toBe(false);
    const again = await posthorn(folders.dataDir, ['backup', ...folders.options]);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is not empty') });
    const restored = await posthorn(join(folders.root, 'elsewhere'), ['restore', ...folders.options]);
    expect(restored).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no whole backup') });
    await accept(server, 'small');
    expect(await server.stop()).toBe(0);
  });
});

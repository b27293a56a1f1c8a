import { afterEach, beforeEach, expect } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { ask, mail } from './setup.js';

/** More than the vault keeps in its database: a file of its own. */
export const large = 'x'.repeat(300_000);

export interface BackupFolders {
  /** With nothing in it but what the test makes. */
  root: string;
  dataDir: string;
  log: string;
  vault: string;
  /** The options of the command, for both. */
  options: readonly string[];
}

/** Folders of a server and of its backup; none of them exists, and each test has its own. */
export function useBackupFolders(): BackupFolders {
  // Filled before each test, which is the only time when it is read.
  const folders = {} as BackupFolders;
  beforeEach(() => {
    const root = temporaryFolder();
    const [log, vault] = [join(root, 'log'), join(root, 'vault')];
    Object.assign(folders, { root, dataDir: join(root, 'data'), log, vault });
    folders.options = ['--log', log, '--vault', vault];
  });
  afterEach(() => rmSync(folders.root, { recursive: true }));
  return folders;
}

export async function accept(server: RunningServer, text: string): Promise<void> {
  expect(await ask(server, server.key, '/emails', { ...mail, text })).toMatchObject({ status: 200 });
}

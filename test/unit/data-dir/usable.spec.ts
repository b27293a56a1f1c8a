import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DataDirUnusable,
  ensureDataDir,
  requireUsable,
  unusable,
} from '../../../src/infrastructure/data-dir/usable.js';
import { temporaryFolder } from '../../support/server.js';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a data folder', () => {
  it('is made where it is missing, for its owner only, and can be used', () => {
    const folder = join(root, 'a', 'data');
    ensureDataDir(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(() => requireUsable(folder)).not.toThrow();
  });

  it.each(['data', 'data/below'])('that is a file is refused: %s', (name) => {
    writeFileSync(join(root, 'data'), '');
    const folder = join(root, name);
    expect(() => ensureDataDir(folder)).toThrow(
      new DataDirUnusable(`${folder} (DATA_DIR) is a file, or a part of the path is a file. Set DATA_DIR to a folder.`),
    );
  });

  it('on a disk that is nearly full is refused before anything is written', () => {
    const folder = join(root, 'data');
    mkdirSync(folder);
    expect(() => requireUsable(folder, () => 15_000_000)).toThrow(`${folder} (DATA_DIR) is full`);
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
    expect(() => requireUsable(folder, () => 17_000_000)).not.toThrow();
  });
});

describe('what the system says of it', () => {
  it.each([
    ['EACCES', /cannot be used by this user: \/d\/lock\.sqlite belongs to another user .* Change the owner/],
    ['EPERM', /cannot be used by this user/],
    ['EROFS', /is on a read-only file system\. Mount it writable, or set DATA_DIR/],
    ['ENOSPC', /is full: less than 16 MB are free on its disk\. Free some space/],
    ['EDQUOT', /is full/],
    ['EIO', /cannot be used \(EIO at \/d\/lock\.sqlite\)\. Set DATA_DIR/],
  ])('%s is a sentence with the setting and what to do', (code, said) => {
    const { message } = unusable('/d', Object.assign(new Error('refused'), { code, path: '/d/lock.sqlite' }));
    expect(message).toMatch(/^\/d \(DATA_DIR\) /);
    expect(message).toMatch(said);
  });
});

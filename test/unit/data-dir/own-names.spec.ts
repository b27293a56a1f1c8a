import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnNames, writeOwnNames } from '../../../src/infrastructure/data-dir/own-names.js';
import { temporaryFolder } from '../../support/server.js';

describe('what processes on a DATA_DIR have called themselves', () => {
  const folders: string[] = [];
  const folder = (): string => {
    const made = temporaryFolder();
    folders.push(made);
    return made;
  };
  afterAll(() => {
    for (const each of folders) rmSync(each, { recursive: true });
  });

  it('are there for the next process on the folder', () => {
    const dataDir = folder();
    expect(readOwnNames(dataDir, 'workers')).toEqual([]);
    writeOwnNames(dataDir, 'workers', ['a', 'b']);
    writeOwnNames(dataDir, 'workers', ['b', 'c']);
    expect(readOwnNames(dataDir, 'workers')).toEqual(['b', 'c']);
    expect(readOwnNames(dataDir, 'holders')).toEqual([]);
  });

  it('are none in a copy of the folder: whoever works on the original may live', () => {
    const [dataDir, copy] = [folder(), folder()];
    writeOwnNames(dataDir, 'workers', ['a']);
    cpSync(dataDir, copy, { recursive: true });
    expect(readFileSync(join(copy, 'workers.json'), 'utf8')).toContain('"a"');
    expect(readOwnNames(copy, 'workers')).toEqual([]);
  });

  it('are none where the file is damaged', () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'workers.json'), '{"inode":');
    expect(readOwnNames(dataDir, 'workers')).toEqual([]);
  });
});

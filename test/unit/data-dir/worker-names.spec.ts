import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorkerNames, writeWorkerNames } from '../../../src/infrastructure/data-dir/worker-names.js';
import { temporaryFolder } from '../../support/server.js';

describe('the names of workers in DATA_DIR', () => {
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
    expect(readWorkerNames(dataDir)).toEqual([]);
    writeWorkerNames(dataDir, ['a', 'b']);
    writeWorkerNames(dataDir, ['b', 'c']);
    expect(readWorkerNames(dataDir)).toEqual(['b', 'c']);
  });

  it('are none in a copy of the folder: whoever works on the original may live', () => {
    const [dataDir, copy] = [folder(), folder()];
    writeWorkerNames(dataDir, ['a']);
    cpSync(dataDir, copy, { recursive: true });
    expect(readFileSync(join(copy, 'workers.json'), 'utf8')).toContain('"a"');
    expect(readWorkerNames(copy)).toEqual([]);
  });

  it('are none where the file is damaged', () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'workers.json'), '{"inode":');
    expect(readWorkerNames(dataDir)).toEqual([]);
  });
});

import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeOverFormerFile } from '../../../src/infrastructure/vault/destroyed-file.js';
import { temporaryFolder } from '../../support/server.js';

const time = '2026-03-02T10:00:00.000Z';

describe('the file of destroyed keys under its former name', () => {
  let folder: string;
  let [path, former] = ['', ''];
  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder, 'destroyed-keys.log');
    former = join(folder, 'destroyed-kids.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Whether lines were added, as the callback hears of it. */
  const takeOver = (): boolean => {
    let added = false;
    takeOverFormerFile(path, () => {
      // A crash here still finds the lines in both.
      expect(existsSync(former)).toBe(true);
      added = true;
    });
    return added;
  };

  it('gets the name, byte for byte the same', () => {
    writeFileSync(former, `a.0 ${time}\nb.1 20`, { mode: 0o600 });
    expect(takeOver()).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(`a.0 ${time}\nb.1 20`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(former)).toBe(false);
  });

  it('gives its whole lines to the one that is there, behind a torn one', () => {
    writeFileSync(path, `c.0 ${time}\nd.0`);
    writeFileSync(former, `a.0 ${time}\nb.1 20`);
    expect(takeOver()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(`c.0 ${time}\nd.0\na.0 ${time}\n`);
    expect(existsSync(former)).toBe(false);
    expect(takeOver()).toBe(false);
  });

  it('goes where a crash has left both names of one file', () => {
    writeFileSync(former, `a.0 ${time}\n`);
    linkSync(former, path);
    expect(takeOver()).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(`a.0 ${time}\n`);
    expect(existsSync(former)).toBe(false);
  });

  it('is no matter where there is none', () => {
    expect(takeOver()).toBe(false);
    expect(existsSync(path)).toBe(false);
  });
});

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uniteDestroyed } from '../../../src/infrastructure/vault/sqlite/unite-destroyed.js';
import { temporaryFolder } from '../../support/server.js';

const [monday, tuesday] = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];

describe('uniting copies of the file of destroyed keys', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = (name: string, ...lines: readonly string[]): string => {
    const path = join(folder, name);
    writeFileSync(path, lines.join('\n'));
    return path;
  };

  it('adds what is new, behind what is there, and takes nothing away', () => {
    const own = file('own', `a.0 ${monday}`, `b.1 ${tuesday}`, '');
    const copy = file('copy', `b.1 ${monday}`, `c.0 ${monday}`, `d.0 ${tuesday}`, `c.0 ${tuesday}`, '');
    expect(uniteDestroyed(own, [copy])).toBe(2);
    const united = [`a.0 ${monday}`, `b.1 ${tuesday}`, `c.0 ${monday}`, `d.0 ${tuesday}`, ''].join('\n');
    expect(readFileSync(own, 'utf8')).toBe(united);
    expect(uniteDestroyed(own, [copy])).toBe(0);
    expect(readFileSync(own, 'utf8')).toBe(united);
  });

  it('makes the file where there is none', () => {
    const own = join(folder, 'own');
    const copies = [file('one', `a.0 ${monday}`, ''), file('two', `b.0 ${tuesday}`, '')];
    expect(uniteDestroyed(own, copies)).toBe(2);
    expect(readFileSync(own, 'utf8')).toBe(`a.0 ${monday}\nb.0 ${tuesday}\n`);
  });

  it('keeps the lines whole where a crash has torn the last one', () => {
    const own = file('own', `a.0 ${monday}`, 'b.');
    expect(uniteDestroyed(own, [file('copy', `c.0 ${monday}`, `d.0 2026-`)])).toBe(1);
    expect(readFileSync(own, 'utf8')).toBe(`a.0 ${monday}\nb.\nc.0 ${monday}\n`);
  });
});

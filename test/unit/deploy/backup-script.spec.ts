import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/server.js';

const script = join(import.meta.dirname, '../../../deploy/backup/posthorn-backup');

/** Stand-ins: `posthorn` makes the folders that it is told of, `age` writes what it reads, `rsync` copies. */
const programs = {
  posthorn: '[ "$2" = --check ] || { mkdir -p "$3" "$5"; echo log > "$3/file"; echo vault > "$5/file"; }',
  age: 'while [ $# -gt 1 ]; do shift; done; cat > "$1"',
  rsync: 'mkdir -p "$4" && rm -rf "$4"* && cp "$3"* "$4"',
};

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  for (const [name, body] of Object.entries(programs)) program(name, body);
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = (name: string, body: string): void =>
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nset -e\n${body}\n`, { mode: 0o700 });

const run = () =>
  spawnSync('sh', [script], {
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      POSTHORN: join(folder, 'bin/posthorn'),
      BACKUPS: join(folder, 'backups'),
      AGE_RECIPIENTS: join(folder, 'recipients'),
      LOG_ELSEWHERE: join(folder, 'elsewhere/log'),
      VAULT_ELSEWHERE: join(folder, 'elsewhere/vault'),
    },
  });
const elsewhere = (part: string): readonly string[] =>
  existsSync(join(folder, 'elsewhere', part)) ? readdirSync(join(folder, 'elsewhere', part)) : [];

describe('the backup script', () => {
  it('sends log and vault to their two places, each as an archive of the folder', () => {
    expect(run().status).toBe(0);
    for (const part of ['log', 'vault']) {
      const [name = ''] = elsewhere(part);
      const archive = join(folder, 'elsewhere', part, name);
      const listed = spawnSync('tar', ['-x', '-O', '-f', archive], { encoding: 'utf8' });
      expect(listed.stdout).toBe(`${part}\n`);
      expect(readFileSync(archive)).toHaveLength(10_240);
    }
  });

  it.each([
    ['tar', 'cat "$0"; exit 2'],
    ['age', 'cat > /dev/null; exit 1'],
    ['posthorn', '[ "$2" != --check ] || exit 1; mkdir -p "$3" "$5"'],
  ])('sends nothing where %s fails, and says so by its exit code', (name, body) => {
    program(name, body);
    expect(run().status).not.toBe(0);
    expect([...elsewhere('log'), ...elsewhere('vault')]).toEqual([]);
  });

  it('removes copies of the vault after 7 days and of the log after 30', () => {
    const days = (count: number): number => Date.now() / 1_000 - count * 86_400;
    for (const [part, age] of [
      ['log', 29],
      ['log', 31],
      ['vault', 6],
      ['vault', 8],
    ] as const) {
      const copy = join(folder, 'backups', part, `of-${age}-days`);
      mkdirSync(copy, { recursive: true });
      utimesSync(copy, days(age), days(age));
    }
    expect(run().status).toBe(0);
    expect(readdirSync(join(folder, 'backups/log')).filter((name) => name.startsWith('of'))).toEqual(['of-29-days']);
    expect(readdirSync(join(folder, 'backups/vault')).filter((name) => name.startsWith('of'))).toEqual(['of-6-days']);
  });
});

const isInstalled = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
const real = ['age', 'age-keygen', 'rsync'].every(isInstalled) ? describe : describe.skip;

real('the backup script with the real age and rsync', () => {
  beforeEach(() => {
    for (const name of ['age', 'rsync']) rmSync(join(folder, 'bin', name));
    for (const part of ['log', 'vault']) mkdirSync(join(folder, 'elsewhere', part), { recursive: true });
  });
  const makeIdentity = (): string => {
    const identity = join(folder, 'identity');
    expect(spawnSync('age-keygen', ['-o', identity]).status).toBe(0);
    writeFileSync(join(folder, 'recipients'), spawnSync('age-keygen', ['-y', identity]).stdout);
    return identity;
  };

  it('makes copies elsewhere that its identity opens, and no other one', () => {
    const identity = makeIdentity();
    expect(run().status).toBe(0);
    const [name = ''] = elsewhere('vault');
    const copy = join(folder, 'elsewhere/vault', name);
    expect(readFileSync(copy, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    expect(readFileSync(copy, 'latin1')).not.toContain('vault\n');
    const opened = spawnSync('age', ['--decrypt', '--identity', identity, copy]);
    expect(spawnSync('tar', ['-x', '-O'], { input: opened.stdout, encoding: 'utf8' }).stdout).toBe('vault\n');
    const other = join(folder, 'other');
    spawnSync('age-keygen', ['-o', other]);
    expect(spawnSync('age', ['--decrypt', '--identity', other, copy]).status).not.toBe(0);
  });

  it('removes elsewhere what is too old there', () => {
    makeIdentity();
    writeFileSync(join(folder, 'elsewhere/vault/2020-01-01T000000Z.tar.age'), 'old');
    expect(run().status).toBe(0);
    expect(elsewhere('vault')).toEqual([expect.not.stringContaining('2020')]);
  });

  it.each([
    ['is missing', null],
    ['has no recipient', ''],
    ['has something else', 'operator@example.com\n'],
  ])('sends nothing where the file of recipients %s', (_what, content) => {
    if (content !== null) writeFileSync(join(folder, 'recipients'), content);
    expect(run().status).not.toBe(0);
    expect([...elsewhere('log'), ...elsewhere('vault')]).toEqual([]);
  });
});

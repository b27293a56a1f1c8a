import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completionFor } from '../../../src/programs/cli/help/completion.js';
import { manualOf } from '../../../src/programs/cli/help/manual.js';
import { referenceHeading, referenceOf } from '../../../src/programs/cli/help/reference.js';
import { runnable, treeOf } from '../../../src/programs/cli/help/tree.js';
import { createProgram } from '../../../src/programs/cli/program.js';

const nothing = async () => undefined;
const runs = { onInstallation: nothing, asClient: nothing, confirm: nothing };
const tree = treeOf(createProgram(runs, { out: () => undefined, error: () => undefined }));
const commands = runnable(tree);

describe('completion under bash', () => {
  const script = completionFor('bash', tree);
  /** What bash offers for the last word of the line. */
  const offered = (...words: readonly string[]): readonly string[] => {
    const line = ['posthorn', ...words].map((word) => `'${word}'`).join(' ');
    const asked = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _posthorn; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return stdout.split('\n').filter((word) => word !== '');
  };

  it.each([
    [['sta'], ['status']],
    [['domains', 'sh'], ['show']],
    [['domains', 'show', '--key'], ['--key-file']],
    [['audit', 'con'], ['contact']],
    [['emails', 'create', '--sub'], ['--subject']],
    [['domains', 'show', 'example.com', '--js'], ['--json']],
    [['erase', 'show', '--dry'], ['--dry-run']],
    [['nothing', 'like', 'this'], []],
  ])('of %j is %j', (words, completions) => {
    expect(offered(...words)).toEqual(completions);
  });

  it('offers every command at the first word', () => {
    expect(offered('')).toEqual([...tree.children.map(({ path }) => path[0]), '--version', '--help']);
  });
});

describe.each(['zsh', 'fish'] as const)('the script for %s', (shell) => {
  it('names every command and option', () => {
    const script = completionFor(shell, tree);
    for (const { path, options } of commands) {
      expect(script).toContain(path.at(-1));
      for (const { flags } of options) expect(script).toContain(/--([a-z-]+)/.exec(flags)?.[1]);
    }
  });
});

describe('the manual page', () => {
  const manual = manualOf(tree);

  it('has a section for each command', () => {
    for (const { path } of commands) {
      expect(manual).toContain(`.SS posthorn ${path.join(' ').replaceAll('-', '\\-')}`);
    }
  });

  it('is taken by groff without a warning, where it is installed', () => {
    const { error, stderr, stdout } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-Kutf8', '-P-cbou'], {
      input: manual,
      encoding: 'utf8',
    });
    if (error !== undefined) return;
    expect(stderr).toBe('');
    expect(stdout).toContain('EXIT STATUS');
  });
});

describe('every command', () => {
  it.each(commands.map((node) => ({ name: node.path.join(' '), node })))(
    '$name can answer in JSON, and says what it does',
    ({ name, node }) => {
      const isText = ['serve', 'completion', 'man'].includes(name);
      expect(node.options.some(({ flags }) => flags === '--json')).toBe(!isText);
      expect(node.says).toMatch(/^(API|[a-z]).*[^.]$/);
      for (const { says } of [...node.arguments, ...node.options]) expect(says).not.toBe('');
    },
  );

  it('that cannot be undone shows what it would do, and asks', () => {
    // This one shows what it would do unless it is told `--yes`.
    const others = commands.filter(({ path }) => path.join(' ') !== 'suppressions rejudge');
    const asking = others.filter(({ options }) => options.some(({ flags }) => flags === '--yes'));
    expect(asking.map(({ path }) => path.join(' ')).sort()).toEqual(irreversible);
    for (const { options } of asking) expect(options.map(({ flags }) => flags)).toContain('--dry-run');
  });
});

const irreversible = [
  'broadcasts cancel',
  'broadcasts remove',
  'broadcasts send',
  'contacts remove',
  'domains remove',
  'emails cancel',
  'erase',
  'imports cancel',
  'jobs stop',
  'keys remove',
  'migrate',
  'properties remove',
  'queue drop',
  'segments remove',
  'suppressions remove',
  'templates remove',
  'topics remove',
  'users reset',
  'webhooks remove',
];

it('the reference in docs/cli.md is made from the commands: npm run cli:docs', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8');
  expect(page.slice(page.indexOf(referenceHeading))).toBe(referenceOf(tree));
});

it('docs/cli.md answers each question with a command that there is', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8');
  const [, table = ''] = /^## Questions and their commands\n([\s\S]*?)\n## /m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].slice(2);
  expect(rows.length).toBeGreaterThanOrEqual(35);
  for (const [, question = '', answer = ''] of rows) {
    expect(question).toMatch(/\?$/);
    for (const [, line = ''] of answer.matchAll(/`posthorn ([^`]+)`/g)) expectCommand(line);
    expect(answer).toMatch(/`posthorn /);
  }
});

function expectCommand(line: string): void {
  const words = line.split(' ');
  const fitting = commands.filter(({ path }) => path.every((part, index) => words[index] === part));
  const found = fitting.sort((one, other) => other.path.length - one.path.length)[0];
  expect({ line, found: found?.path }).toMatchObject({ line, found: expect.any(Array) });
  const options = words.filter((word) => word.startsWith('--'));
  for (const option of options) {
    expect({ line, flags: found?.options.map(({ flags }) => flags).join(' ') }).toMatchObject({
      flags: expect.stringContaining(option),
    });
  }
}

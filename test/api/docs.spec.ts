import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/server.js';
import { useTeam } from './setup.js';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => join('docs', name))].filter((name) =>
  name.endsWith('.md'),
);

interface Snippet {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

/** Blocks that say of themselves that they run: ```sh run, ```js run. */
function snippetsOf(page: string): readonly Snippet[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```(sh|js) run\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    page,
    language,
    code,
  }));
}

const snippets = pages.flatMap(snippetsOf);

describe('the documents', () => {
  const { server } = useTeam();
  let folder: string;

  beforeAll(() => {
    // Inside the project, so that a snippet finds the client library as a reader's own program would.
    folder = join(root, 'node_modules', `.snippets-${process.pid}`);
    mkdirSync(folder, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have snippets that run', () => {
    expect(snippets.map(({ page }) => page)).toEqual(
      expect.arrayContaining(['docs/send.md', 'docs/batch.md', 'docs/retry.md']),
    );
  });

  it.each(snippets.map((snippet, index) => ({ ...snippet, name: `${snippet.page}, ${snippet.language} (${index})` })))(
    'tell the truth: $name',
    async ({ language, code }) => {
      const ended = await run(language, code);
      expect(ended).toEqual({
        exitCode: 0,
        output: expect.not.stringMatching(/"statusCode"|undefined|Error/) as string,
      });
      expect(ended.output.trim()).not.toBe('');
    },
  );

  it('link to what is there', () => {
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => target);
      return targets.filter((target) => !exists(join(root, page, '..', target))).map((target) => `${page}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  async function run(language: string, code: string) {
    const home = temporaryFolder();
    const file = join(folder, `snippet.${language === 'js' ? 'mjs' : 'sh'}`);
    writeFileSync(file, code);
    const program = language === 'js' ? [process.execPath, file] : ['sh', '-e', file];
    const child = spawn(program[0] ?? '', program.slice(1), {
      cwd: home,
      env: { PATH: process.env['PATH'], POSTHORN_URL: server().url, POSTHORN_KEY: server().key },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    const [exitCode] = (await once(child, 'close')) as [number | null];
    rmSync(home, { recursive: true, force: true });
    return { exitCode, output };
  }
});

function exists(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR';
  }
}

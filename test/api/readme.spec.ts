import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/server.js';
import { useTeam } from './setup.js';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const section = readme.slice(readme.indexOf('\n## Send\n'), readme.indexOf('\n## Configure\n'));

/** The sample in this language that holds the text. */
function sampleOf(language: string, holds: string): string {
  const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, found]) => found === language);
  const found = blocks.map(([, , code = '']) => code).find((code) => code.includes(holds));
  if (found === undefined) throw new Error(`the README has no sample in ${language} with ${holds}`);
  return found;
}

/**
 * A module with what the sample uses of the client: Python's is not at hand everywhere (`test:python` has the real
 * one).
 */
const pythonClient = `
import json, urllib.request
api_key = None
api_url = None
class Emails:
    @staticmethod
    def send(params):
        headers = {"Authorization": "Bearer " + api_key, "Content-Type": "application/json"}
        request = urllib.request.Request(api_url + "/emails", json.dumps(params).encode(), headers)
        return json.load(urllib.request.urlopen(request))
`;

describe('the samples of the README, in an empty folder', () => {
  const { server } = useTeam();
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs it as a reader would: from a file of this name, with the key exported and nothing else. */
  async function run(program: string, name: string, code: string): Promise<{ exitCode: number; output: string }> {
    writeFileSync(join(folder, name), code.replaceAll('http://127.0.0.1:3000', server().url));
    const child = spawn(program, [name], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], POSTHORN_KEY: server().key },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    }
    const [exitCode] = (await once(child, 'close')) as [number];
    return { exitCode, output };
  }

  const id = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;

  it('with curl', async () => {
    expect(await run('sh', 'send.sh', sampleOf('sh', 'curl '))).toEqual({
      exitCode: 0,
      output: expect.stringMatching(id),
    });
  });

  it('with Node, saved as the README says', async () => {
    expect(section).toContain('`send.mjs`');
    // As `npm install resend` would leave it.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const ran = await run(process.execPath, 'send.mjs', sampleOf('js', 'new Resend'));
    expect(ran).toEqual({ exitCode: 0, output: expect.stringMatching(id) });
  });

  (spawnSync('python3', ['--version']).status === 0 ? it : it.skip)(
    'with Python, saved as the README says',
    async () => {
      expect(section).toContain('`send.py`');
      writeFileSync(join(folder, 'resend.py'), pythonClient);
      const ran = await run('python3', 'send.py', sampleOf('python', 'resend.Emails.send'));
      expect(ran).toEqual({ exitCode: 0, output: expect.stringMatching(id) });
    },
  );
});

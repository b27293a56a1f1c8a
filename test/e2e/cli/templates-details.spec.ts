import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useTeam } from '../../api/setup.js';
import { type Ran, runInProcess } from '../../support/command-line.js';

const root = join(import.meta.dirname, '../../..');
const { server } = useTeam();

describe('posthorn templates push and diff, of what cannot be pushed', () => {
  let folder: string;
  let emails: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-templates-'));
    emails = join(folder, 'emails');
    cpSync(join(root, 'examples/react-email/emails'), emails, { recursive: true });
    // As `npm install` would leave it.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const component = (code: string): void => writeFileSync(join(emails, 'receipt.jsx'), code);

  /** `posthorn templates …` as a client of the suite's server. */
  function templates(args: readonly string[]): Promise<Ran> {
    const { url, key } = server();
    return runInProcess(['templates', ...args], { POSTHORN_URL: url, POSTHORN_KEY: key });
  }

  it('refuses what cannot be a template, by the file', async () => {
    const refused = [
      {
        name: 'a condition',
        code: "export default ({ it }) => <p>{it > 1 ? 'many' : it}</p>; export const PreviewProps = { it: 1 };",
        said: '`it` is not only written',
      },
      {
        name: 'a boolean',
        code: 'export default () => <p />; export const PreviewProps = { it: true };',
        said: '`PreviewProps.it` is a boolean',
      },
      { name: 'an error', code: 'export default () => { throw new Error("not today"); };', said: 'not today' },
      { name: 'a typing error', code: 'export default () => <p>;', said: 'line 1' },
      { name: 'no component', code: 'export default { theme: 1 };', said: 'its default export is no component' },
    ];
    rmSync(emails, { recursive: true });
    mkdirSync(emails);
    for (const { name, code } of refused) writeFileSync(join(emails, `${name}.jsx`), code);
    const ran = await templates(['push', emails]);
    expect(ran).toMatchObject({ exitCode: 64, stdout: '' });
    const lines = ran.stderr.split('\n');
    for (const { name, said } of refused) {
      expect(lines.filter((line) => line.includes(join(emails, `${name}.jsx: `))).join()).toContain(said);
    }
  });

  it('refuses an end of the process, by the file', async () => {
    component('export default () => process.exit(0);');
    const ran = await templates(['push', emails, '--only', 'receipt']);
    expect(ran).toEqual({ exitCode: 64, stdout: '', stderr: expect.stringContaining('it ended the process') });
    expect(ran.stderr).toContain(`${join(emails, 'receipt.jsx')}: `);
  });

  it('says what to install, which name is unknown, and what the server refuses', async () => {
    component("export default () => <p />; export const from = 'nowhere';");
    expect(await templates(['push', emails, '--only', 'receipt'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/receipt\.jsx: .*422 validation_error.*`from`/),
    });
    expect(await templates(['diff', emails, '--only', 'reciept'])).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('--only names reciept'),
    });
    rmSync(join(folder, 'node_modules'));
    expect(await templates(['diff', emails, '--only', 'receipt'])).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('npm install react-email react react-dom'),
    });
  });
});

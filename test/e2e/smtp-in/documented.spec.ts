import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/smtp.md'), 'utf8');
const run = promisify(execFile);

const samples = [
  { language: 'js', program: process.execPath, file: 'send.mjs', refused: /self.signed certificate/i },
  { language: 'python', program: 'python3', file: 'send.py', refused: /CERTIFICATE_VERIFY_FAILED/ },
].filter(({ program }) => spawnSync(program, ['--version']).status === 0);

/** The samples of the page as a reader uses them on a fresh installation. */
describe('the documented samples over SMTP', () => {
  let server: RunningServer;
  let folder: string;
  beforeAll(async () => {
    server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    folder = temporaryFolder();
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const pem = readFileSync(join(server.dataDir, 'smtp-self-signed.pem'), 'utf8');
    // What `openssl x509` writes: the certificate without its key.
    writeFileSync(
      join(folder, 'posthorn-smtp.pem'),
      new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERT'))).toString(),
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function sample(language: string): string {
    const [, code = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? [];
    return code.replaceAll('mail.example.com', '127.0.0.1').replaceAll('587', String(server.smtpPort(587)));
  }

  async function send(program: string, file: string, code: string): Promise<string> {
    writeFileSync(join(folder, file), code);
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], POSTHORN_KEY: server.key };
    return run(program, [file], { cwd: folder, env }).then(
      ({ stdout }) => `sent ${stdout}`,
      (error: unknown) => String(error),
    );
  }

  const sentMails = async (): Promise<number> => {
    const answer = await fetch(`${server.url}/emails`, { headers: { authorization: `Bearer ${server.key}` } });
    return ((await answer.json()) as { data: readonly unknown[] }).data.length;
  };

  it.each(samples)('$language: as it stands it refuses a certificate that it cannot verify', async (one) => {
    expect(await send(one.program, one.file, sample(one.language))).toMatch(one.refused);
  });

  it.each(samples)('$language: with the line for a fresh installation it sends', async (one) => {
    const before = await sentMails();
    const trusting = sample(one.language).replace(/^(\s*)(?:\/\/|#) (tls|context)\b/m, '$1$2');
    expect(trusting).not.toBe(sample(one.language));
    expect(await send(one.program, one.file, trusting)).toMatch(/^sent /);
    await waitFor(sentMails, (mails) => mails === before + 1);
  });
});

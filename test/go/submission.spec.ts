import { X509Certificate } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resend } from 'resend';
import { startServer, temporaryFolder } from '../support/server.js';

const folder = temporaryFolder();
const page = readFileSync(join(import.meta.dirname, '../../docs/smtp.md'), 'utf8');
const sample = /^```go\n(.*?)^```$/ms.exec(page)?.[1] ?? '';
const hasModule = isModuleThere();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** False where Go or the module cannot be had. */
function isModuleThere(): boolean {
  cpSync(join(import.meta.dirname, 'submission'), folder, { recursive: true });
  try {
    execFileSync('go', ['mod', 'download'], { cwd: folder, stdio: 'pipe', timeout: 120_000 });
    return true;
  } catch (error) {
    const [why] = String(error).split('\n');
    process.stdout.write(`skipped: go-mail: ${why}\n`);
    return false;
  }
}

(hasModule ? it : it.skip)('go-mail sends with the sample of the page', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  try {
    const pem = readFileSync(join(server.dataDir, 'smtp-self-signed.pem'), 'utf8');
    const certificate = join(folder, 'posthorn-smtp.pem');
    writeFileSync(certificate, new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERT'))).toString());
    const port = String(server.smtpPort(587));
    writeFileSync(join(folder, 'main.go'), sample.replace('mail.example.com', 'localhost').replace('587', port));
    const env = { ...process.env, POSTHORN_KEY: server.key, SSL_CERT_FILE: certificate };
    execFileSync('go', ['run', '-mod=readonly', '.'], { cwd: folder, env, stdio: 'pipe', timeout: 240_000 });
    const { emails } = new Resend(server.key, { baseUrl: server.url });
    expect((await emails.list()).data?.data).toMatchObject([{ subject: 'It works', to: ['delivered@resend.dev'] }]);
  } finally {
    await server.stop();
  }
});

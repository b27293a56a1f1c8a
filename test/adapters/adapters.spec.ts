import { execFile, execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Resend } from 'resend';
import { bodyOf, samplePayload } from '../../src/application/webhook/messages.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/server.js';

/* What applications send by is often not the client but an adapter of their framework: each sends a mail here. */

const run = promisify(execFile);
const folder = temporaryFolder();
const nodePackages = [
  '@payloadcms/email-resend@3.90.1',
  '@auth/core@0.41.3',
  '@strapi/provider-email-nodemailer@5.54.0',
  'better-auth@1.7.25',
  'resend@6.38.0',
];
const pythonPackages = ['django-anymail[resend]==15.2'];
const installTimeoutMs = 240_000;

/** Undefined where the registry cannot be reached. */
function installed(what: () => string): string | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}

const node = installed(() => {
  const place = join(folder, 'node');
  cpSync(import.meta.dirname, place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--fetch-retries=1'];
  execFileSync('npm', ['install', ...options, ...nodePackages], {
    cwd: place,
    stdio: 'ignore',
    timeout: installTimeoutMs,
  });
  // The adapter needs one class of Payload itself, its errors, and nothing else of a hundred megabytes.
  const payload = join(place, 'node_modules/payload');
  mkdirSync(payload, { recursive: true });
  writeFileSync(join(payload, 'package.json'), '{"name":"payload","type":"module","exports":"./index.js"}');
  writeFileSync(join(payload, 'index.js'), 'export class APIError extends Error {}\n');
  return place;
});
const python = installed(() => {
  const place = join(folder, 'python');
  execFileSync('python3', ['-m', 'venv', place], { stdio: 'ignore', timeout: installTimeoutMs });
  const made = join(place, 'bin/python');
  execFileSync(made, ['-m', 'pip', 'install', '--quiet', '--retries', '1', ...pythonPackages], {
    stdio: 'ignore',
    timeout: installTimeoutMs,
  });
  return made;
});

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({
  ...process.env,
  RESEND_API_KEY: server.key,
  RESEND_BASE_URL: server.url,
  SMTP_PORT: String(server.smtpPort(465)),
  // As an endpoint of this server would get it.
  BOUNCE: bodyOf(samplePayload('email.bounced', '2026-01-02T03:04:05.678Z'), '2026-01-02T03:04:05.678Z'),
});

async function sentAs(subject: string) {
  const { emails } = new Resend(server.key, { baseUrl: server.url });
  const listed = await emails.list();
  const found = listed.data?.data.find((each) => each.subject === subject);
  if (found === undefined) throw new Error(`no email with the subject ${subject}`);
  return (await emails.get(found.id)).data;
}

describe('adapters for Node', () => {
  const runs = node === undefined ? it.skip : it;
  const send = (name: string) =>
    run(process.execPath, ['--import', './redirect.mjs', `${name}.mjs`], { cwd: node ?? '', env: environment() });

  runs('@payloadcms/email-resend', async () => {
    await send('payload');
    expect(await sentAs('Payload: html')).toMatchObject({ html: '<p>Hello</p>', cc: [], bcc: [], reply_to: [] });
    expect(await sentAs('Payload: text')).toMatchObject({ text: 'Hello', html: null });
  });

  runs('@auth/core, providers/resend', async () => {
    await send('auth-js');
    expect(await sentAs('Sign in to app.example.com')).toMatchObject({ from: 'Auth.js <onboarding@resend.dev>' });
  });

  runs('better-auth', async () => {
    await send('better-auth');
    expect(await sentAs('better-auth: verify your email address')).toMatchObject({
      text: expect.stringContaining('https://app.example.com/api/auth/verify-email?token='),
    });
  });

  runs('@strapi/provider-email-nodemailer', async () => {
    await send('strapi');
    expect(await sentAs('Strapi: nodemailer')).toMatchObject({ html: '<p>Hello</p>' });
  });
});

/** The sample of docs/smtp.md that has this line, for the server under test. */
function documented(line: string): string {
  const page = readFileSync(join(import.meta.dirname, '../../docs/smtp.md'), 'utf8');
  const sample = page.split(/^```\w*\n/m).find((block) => block.includes(line)) ?? '';
  return (sample.split('```')[0] ?? '')
    .replaceAll('mail.example.com', 'localhost')
    .replaceAll('587', String(server.smtpPort(587)));
}

/** The server made it itself. */
function certificateFile(): string {
  const pem = readFileSync(join(server.dataDir, 'smtp-self-signed.pem'), 'utf8');
  const path = join(folder, 'posthorn-smtp.pem');
  writeFileSync(path, new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERT'))).toString());
  return path;
}

describe('adapters for Python', () => {
  (python === undefined ? it.skip : it)('Django sends over SMTP, a mass mailing too', async () => {
    const file = join(folder, 'django-settings.py');
    writeFileSync(file, documented('EMAIL_HOST ='));
    const env = { ...process.env, POSTHORN_KEY: server.key, SSL_CERT_FILE: certificateFile() };
    const { stdout } = await run(python ?? '', [join(import.meta.dirname, 'send_by_django.py'), file], { env });
    expect(stdout.trim()).toBe('13');
    expect(await sentAs('Django over SMTP: one')).toMatchObject({ text: expect.stringContaining('Hello') });
    expect(await sentAs('Django over SMTP: 11')).toMatchObject({ to: ['delivered@resend.dev'] });
  });

  (python === undefined ? it.skip : it)('django-anymail sends, and reads a bounce as one', async () => {
    const script = join(import.meta.dirname, 'send_by_anymail.py');
    const { stdout } = await run(python ?? '', [script], { env: environment() });
    expect(JSON.parse(stdout)).toEqual({ status: ['queued'], type: 'bounced', reject_reason: 'bounced' });
    expect(await sentAs('django-anymail: text')).toMatchObject({ text: 'Hello', cc: [], bcc: [] });
    expect(await sentAs('django-anymail: html')).toMatchObject({ html: '<p>Hello</p>', text: 'Hello' });
  });
});

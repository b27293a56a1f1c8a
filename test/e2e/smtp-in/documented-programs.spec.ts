import { X509Certificate } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';

const run = promisify(execFile);
const page = readFileSync(join(import.meta.dirname, '../../../docs/smtp.md'), 'utf8');
const blocks = [...page.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, code = '']) => code);

interface Program {
  readonly name: string;
  /** Succeeds where the program is there, with all that it needs to send. */
  readonly check: readonly [string, ...string[]];
  /** What stands in its sample and no other. */
  readonly marker: string;
  /** Where the sample goes, and what runs with it then. */
  readonly file: string;
  readonly command: string;
  /** Runs afterwards, whatever happened. */
  readonly end?: string;
}

const programs: readonly Program[] = [
  { name: 'curl', check: ['curl', '--version'], marker: 'curl --silent', file: 'send.sh', command: 'sh send.sh' },
  {
    name: 'swaks',
    check: ['sh', '-c', 'swaks --support | grep -q "TLS supported"'],
    marker: 'swaks --server',
    file: 'send.sh',
    command: 'sh send.sh',
  },
  {
    name: 'msmtp',
    check: ['msmtp', '--version'],
    marker: 'account default',
    file: '.msmtprc',
    command: 'msmtp --file=.msmtprc delivered@resend.dev < message.txt',
  },
  {
    name: 's-nail',
    check: ['s-nail', '--version'],
    marker: 'set mta=',
    file: '.mailrc',
    command: 'MAILRC=.mailrc s-nail -s "It works" delivered@resend.dev < message.txt',
  },
  {
    name: 'git send-email',
    check: ['sh', '-c', 'git send-email --dump-aliases && perl -MIO::Socket::SSL -MAuthen::SASL -e 1'],
    marker: '[sendemail]',
    file: 'sendemail.config',
    command:
      'git init --quiet . && cat sendemail.config >> .git/config && ' +
      'git send-email --quiet --confirm=never --smtp-pass="$POSTHORN_KEY" --to=delivered@resend.dev change.patch',
  },
];

const isRoot = 'test "$(id -u)" = 0';
/** Mail servers that hand everything on to this one. */
const servers: readonly Program[] = [
  {
    name: 'Postfix',
    check: ['sh', '-c', `which postfix && ${isRoot}`],
    marker: 'smtp_sasl_security_options',
    file: 'sample',
    command: `sh ${join(import.meta.dirname, 'submit-by-postfix.sh')}`,
    end: 'postfix -c "$HOME/etc" stop',
  },
  {
    name: 'Exim',
    check: ['sh', '-c', `which exim4 && id Debian-exim && ${isRoot}`],
    marker: 'hosts_require_auth',
    file: 'sample',
    command: `sh ${join(import.meta.dirname, 'submit-by-exim.sh')}`,
  },
];

const sender = 'onboarding@resend.dev';
/** git asks for both, and guesses neither here. */
const identity = {
  ...{ GIT_AUTHOR_NAME: 'Posthorn', GIT_AUTHOR_EMAIL: sender },
  ...{ GIT_COMMITTER_NAME: 'Posthorn', GIT_COMMITTER_EMAIL: sender },
};
const message =
  'From: Posthorn <onboarding@resend.dev>\nTo: delivered@resend.dev\nSubject: It works\n\nHello over SMTP.\n';
const patch = `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001
From: Posthorn <onboarding@resend.dev>
Date: Mon, 2 Mar 2026 08:00:00 +0000
Subject: [PATCH] It works

---
`;

/** The samples of the page for programs that are installed with the system; one that is missing is skipped by name. */
describe('the documented programs over SMTP', () => {
  let server: RunningServer;
  let folder: string;
  beforeAll(async () => {
    server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    folder = temporaryFolder();
    const pem = readFileSync(join(server.dataDir, 'smtp-self-signed.pem'), 'utf8');
    const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERT')));
    writeFileSync(join(folder, 'posthorn-smtp.pem'), certificate.toString());
    writeFileSync(join(folder, 'message.txt'), message);
    writeFileSync(join(folder, 'change.patch'), patch);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const subjects = async (): Promise<readonly string[]> => {
    const answer = await fetch(`${server.url}/emails`, { headers: { authorization: `Bearer ${server.key}` } });
    return ((await answer.json()) as { data: readonly { subject: string }[] }).data.map(({ subject }) => subject);
  };

  for (const { name, check, marker, file, command, end } of [...programs, ...servers]) {
    const [program, ...args] = check;
    const isThere = spawnSync(program, args, { env: process.env }).status === 0;
    (isThere ? it : it.skip)(`${name}: with the line for a fresh installation it sends`, async () => {
      const block = blocks.find((code) => code.includes(marker)) ?? '';
      const trusting = block
        .replace(/(# Only where [^\n]*\n\s*)# /, '$1')
        .replace(/(# Where the server [^\n]*\n[^=\n]*= )[^\n]*/, `$1${join(folder, 'posthorn-smtp.pem')}`);
      expect(trusting).not.toBe(block);
      const sample = trusting
        .replaceAll('mail.example.com', 'localhost')
        .replaceAll('587', String(server.smtpPort(587)))
        .replaceAll('re_…', server.key);
      writeFileSync(join(folder, file), sample);
      chmodSync(join(folder, file), 0o600);
      const env = { ...process.env, ...identity, HOME: folder, POSTHORN_KEY: server.key };
      const before = (await subjects()).length;
      try {
        await run('sh', ['-c', command], { cwd: folder, env });
        const sent = await waitFor(subjects, (found) => found.length === before + 1);
        expect(sent[0]).toContain('It works');
      } finally {
        if (end !== undefined) await run('sh', ['-c', end], { cwd: folder, env });
      }
    });
  }
});

import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { type Expected, read, writeMessageKinds } from '../support/message-kinds.js';
import { temporaryFolder } from '../support/server.js';

const run = promisify(execFile);
const packages = ['dkimpy==1.1.8', 'pynacl==1.6.2'];
const folder = temporaryFolder();
const messages = join(folder, 'messages');
const python = pythonWithDkim();
const hasMailDkim = isThere('perl', ['-MMail::DKIM', '-e', '1']);
let expected: readonly Expected[] = [];
beforeAll(async () => {
  expected = await writeMessageKinds(messages);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One with dkimpy, made for this run; none where that cannot be had. */
function pythonWithDkim(): string | undefined {
  const made = join(folder, 'venv/bin/python');
  const isMade =
    isThere('python3', ['-m', 'venv', join(folder, 'venv')]) &&
    isThere(made, ['-m', 'pip', 'install', '--quiet', ...packages]);
  return isMade ? made : undefined;
}

function isThere(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore', timeout: 240_000 });
    return true;
  } catch {
    return false;
  }
}

function messageOf(number: number): Buffer {
  return readFileSync(join(messages, `${String(number).padStart(2, '0')}.eml`));
}

describe('33 kinds of messages', () => {
  (python === undefined ? it.skip : it)('verify with dkimpy, and are read by Python', async () => {
    const { stdout } = await run(python ?? '', [join(import.meta.dirname, 'messages.py'), messages], {
      timeout: 120_000,
    });
    const seen = JSON.parse(stdout) as readonly (Expected & { readonly signatures: readonly boolean[] })[];
    expect(seen.map(({ signatures }) => signatures)).toEqual(expected.map(() => [true, true]));
    expect(seen.map(read)).toEqual(expected);
  });

  (hasMailDkim ? it : it.skip)('verify with Mail::DKIM', async () => {
    const { stdout } = await run('perl', [join(import.meta.dirname, 'verify.pl'), messages], { timeout: 120_000 });
    // Only RSA: the version of Debian 12 has no Ed25519, not even for the example of RFC 8463
    // (findings/mail-dkim-ed25519.sh). dkimpy, mailauth and go-msgauth verify ours.
    const rsa = (JSON.parse(stdout) as readonly (readonly string[])[]).map(([first]) => first);
    expect(rsa).toEqual(expected.map(() => 'pass'));
  });

  it('verify with mailauth', async () => {
    const text = readFileSync(join(messages, 'records.json'), 'utf8');
    const records = JSON.parse(text) as Readonly<Record<string, string>>;
    // A TXT record is made of strings of at most 255 bytes.
    const resolver = (name: string): Promise<string[][]> => Promise.resolve([records[name]?.match(/.{1,255}/g) ?? []]);
    for (const number of expected.keys()) {
      const { results } = await dkimVerify(messageOf(number), { resolver });
      expect([number, ...results.map(({ status }) => status.result)]).toEqual([number, 'pass', 'pass']);
    }
  });

  it('are read by postal-mime', async () => {
    for (const [number, wanted] of expected.entries()) {
      const mail = await PostalMime.parse(messageOf(number));
      const files = mail.attachments.map(({ filename }) => filename ?? '');
      const seen = { subject: mail.subject ?? '', from: mail.from?.name ?? '', text: mail.text ?? '', files };
      expect(read(seen)).toEqual(wanted);
    }
  });
});

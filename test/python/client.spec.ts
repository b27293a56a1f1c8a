import { execFile, execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { receiveEmails, receivingEnvironment } from '../support/received-emails.js';
import { startServer, temporaryFolder } from '../support/server.js';

const run = promisify(execFile);
/** The client, and the reference library of what it verifies. */
const packages = ['resend==2.51.0', 'standardwebhooks==1.1.0'];
const checks = [
  'send_and_get',
  'list_pages',
  'update_and_cancel',
  'share',
  'attachments',
  'idempotency',
  'batch',
  'api_keys',
  'logs',
  'webhooks',
  'errors',
  'contacts',
  'contact_properties',
  'segments',
  'audiences',
  'topics',
  'imports',
  'templates',
  'templated_email',
  'broadcasts',
  'opened_and_clicked',
  'receiving',
  'received_attachments',
  'declared_types',
];

const folder = temporaryFolder();
const python = pythonWithClient();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Python that has both: the one in `PYTHON_WITH_RESEND`, or one made for this run; none where that cannot be had. */
function pythonWithClient(): string | undefined {
  const given = process.env['PYTHON_WITH_RESEND'];
  if (given !== undefined) return given;
  const made = join(folder, 'bin/python');
  try {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore', timeout: 120_000 });
    execFileSync(made, ['-m', 'pip', 'install', '--quiet', ...packages], {
      stdio: 'ignore',
      timeout: 240_000,
    });
  } catch {
    return undefined;
  }
  return existsSync(made) ? made : undefined;
}

describe('the official Python client', () => {
  let outcomes: Readonly<Record<string, string | null>> = {};
  beforeAll(async () => {
    if (python === undefined) return;
    const server = await startServer({
      env: {
        ...receivingEnvironment,
        LOG_LEVEL: 'warn',
        ALLOW_PRIVATE_FETCH: '1',
        PREVERIFIED_DOMAINS: `tracked.example.com,${receivingEnvironment.PREVERIFIED_DOMAINS}`,
      },
    });
    try {
      await receiveEmails(server);
      const script = join(import.meta.dirname, 'client.py');
      const { stdout } = await run(python, [script, server.url, server.key], { timeout: 240_000 });
      outcomes = JSON.parse(stdout) as Readonly<Record<string, string | null>>;
    } finally {
      await server.stop();
    }
  }, 300_000);

  (python === undefined ? it.skip : it).each(checks)('%s', (check) => {
    expect(outcomes[check]).toBeNull();
  });

  (python === undefined ? it.skip : it)('makes no check that is not looked at here', () => {
    expect(Object.keys(outcomes)).toEqual(checks);
  });
});

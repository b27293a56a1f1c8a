import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { receiveEmails, receivingEnvironment } from '../support/received-emails.js';
import { startServer, temporaryFolder } from '../support/server.js';

const run = promisify(execFile);
const checks = [
  'audiences',
  'broadcasts',
  'contacts',
  'managed',
  'properties',
  'received',
  'receiving',
  'segments',
  'templates',
  'topics',
];

const folder = temporaryFolder();
const program = builtClient();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The client's program, built for this run; none where Go or its modules cannot be had. */
function builtClient(): string | undefined {
  const path = join(folder, 'client');
  try {
    const options = { cwd: import.meta.dirname, stdio: 'pipe', timeout: 240_000 } as const;
    execFileSync('go', ['build', '-mod=readonly', '-buildvcs=false', '-o', path, '.'], options);
    return path;
  } catch (error) {
    const [why] = String(error).split('\n');
    process.stdout.write(`skipped: the official Go client: ${why}\n`);
    return undefined;
  }
}

describe('the official Go client', () => {
  let outcomes: Readonly<Record<string, string | null>> = {};
  beforeAll(async () => {
    if (program === undefined) return;
    const server = await startServer({ env: { ...receivingEnvironment, LOG_LEVEL: 'warn', ALLOW_PRIVATE_FETCH: '1' } });
    try {
      await receiveEmails(server);
      const env = { ...process.env, RESEND_BASE_URL: `${server.url}/` };
      const { stdout } = await run(program, [server.key], { env, timeout: 240_000 });
      outcomes = JSON.parse(stdout) as Readonly<Record<string, string | null>>;
    } finally {
      await server.stop();
    }
  }, 300_000);

  (program === undefined ? it.skip : it).each(checks)('%s', (check) => {
    expect(outcomes[check]).toBeNull();
  });

  (program === undefined ? it.skip : it)('makes no check that is not looked at here', () => {
    expect(Object.keys(outcomes).sort()).toEqual(checks);
  });
});

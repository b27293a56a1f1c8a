import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Expected, read, writeMessageKinds } from '../support/message-kinds.js';
import { temporaryFolder } from '../support/server.js';

const run = promisify(execFile);
const folder = temporaryFolder();
const program = builtProgram();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** None where Go or its modules cannot be had. */
function builtProgram(): string | undefined {
  const path = join(folder, 'look');
  try {
    const options = { cwd: join(import.meta.dirname, 'messages'), stdio: 'pipe', timeout: 240_000 } as const;
    execFileSync('go', ['build', '-mod=readonly', '-buildvcs=false', '-o', path, '.'], options);
    return path;
  } catch (error) {
    const [why] = String(error).split('\n');
    process.stdout.write(`skipped: messages read by Go: ${why}\n`);
    return undefined;
  }
}

(program === undefined ? it.skip : it)(
  '33 kinds of messages verify with go-msgauth, and are read by go-message',
  async () => {
    const messages = join(folder, 'messages');
    const expected = await writeMessageKinds(messages);
    const { stdout } = await run(program ?? '', [messages], { timeout: 120_000 });
    const seen = JSON.parse(stdout) as readonly (Expected & { readonly signatures: readonly boolean[] })[];
    expect(seen.map(({ signatures }) => signatures)).toEqual(expected.map(() => [true, true]));
    expect(seen.map(read)).toEqual(expected);
  },
);

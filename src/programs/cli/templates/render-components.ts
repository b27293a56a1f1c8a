import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerUrl } from '../../../infrastructure/system/worker-url.js';
import { UnusableComponents } from '../api/failures.js';
import type { ComponentFile } from './find-components.js';
import type { RenderedComponent, RenderReply, RenderRequest } from './render.worker.js';

/** Without an answer for one file for so long, the process is ended. */
const oneFileMs = 60_000;

export interface LocalComponent extends ComponentFile {
  readonly rendered: RenderedComponent;
}

/**
 * Renders in a process of its own, with this environment. Throws {@link UnusableComponents}, with every problem of
 * every file.
 */
export async function renderComponents(
  files: readonly ComponentFile[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly LocalComponent[]> {
  const replies = await replyTo(
    files.map(({ path }) => resolve(path)),
    env,
  );
  const problems: string[] = [];
  const rendered = files.flatMap((file, index) => {
    const reply = replies[index];
    if (reply !== undefined && 'rendered' in reply) return [{ ...file, rendered: reply.rendered }];
    const found = reply?.problems ?? ['it ended the process that renders it, or did not render within a minute.'];
    problems.push(...found.map((problem) => `${file.path}: ${problem}`));
    return [];
  });
  if (problems.length > 0) throw new UnusableComponents(problems.join('\n'));
  return rendered;
}

/** As many as it answered; the file behind the last one has ended it. */
function replyTo(files: RenderRequest, env: Readonly<Record<string, string | undefined>>): Promise<RenderReply[]> {
  const child = fork(fileURLToPath(workerUrl(import.meta.url, './render.worker.js')), [], {
    env,
    execArgv: [],
    // stdout is for the result.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  return new Promise((answer, reject) => {
    const replies: RenderReply[] = [];
    const kill = (): void => void child.kill('SIGKILL');
    let timer = setTimeout(kill, oneFileMs);
    child.on('message', (reply: RenderReply) => {
      replies.push(reply);
      clearTimeout(timer);
      timer = setTimeout(kill, oneFileMs);
      // What a component left running, a timer or a connection, is not waited for.
      if (replies.length === files.length) kill();
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      answer(replies);
    });
    child.send(files);
  });
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { waitFor } from '../support/wait-for.js';

/** One call as the tracer saw it begin and end; both count its observations. */
export interface TracedCall {
  readonly name: string;
  /** Its file, where there is one: the path. */
  readonly file: string;
  readonly text: string;
  readonly begun: number;
  readonly ended: number;
}

/** Where the tracer is missing, or may not trace here. */
export function straceRuns(): boolean {
  return spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
}

/**
 * Runs a server with its writes and flushes traced into the file, each flush held up: the disk of this machine may be
 * faster than a request. The server stays the process that is started.
 */
export function strace(file: string, flushDelayMs: number): readonly string[] {
  const calls = 'trace=fsync,fdatasync,write,writev,sendto,pwrite64';
  const slowly = `inject=fsync,fdatasync:delay_exit=${flushDelayMs * 1000}`;
  // With -D the tracer is the process apart; -s holds a whole page of a database.
  return ['strace', '-D', '-f', '-y', '-s', '8192', '-e', calls, '-e', slowly, '-o', file];
}

/** All calls of a process that has ended. */
export async function readTrace(file: string, pid: number): Promise<readonly TracedCall[]> {
  const lines = await waitFor(
    () => Promise.resolve(readFileSync(file, 'utf8').split('\n')),
    (all) => all.slice(-10).some((line) => new RegExp(`^${pid} +\\+\\+\\+ exited`).test(line)),
  );
  const calls: TracedCall[] = [];
  /** By thread: a call that other threads' calls have interrupted in the trace. */
  const open = new Map<string, { readonly begun: number; readonly text: string }>();
  for (const [number, line] of lines.entries()) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.startsWith('<... ')) {
      const begin = open.get(thread);
      if (begin !== undefined) calls.push(callOf(begin.text, begin.begun, number));
      open.delete(thread);
    } else if (text.endsWith('<unfinished ...>')) open.set(thread, { begun: number, text });
    else if (text !== '') calls.push(callOf(text, number, number));
  }
  return calls;
}

function callOf(text: string, begun: number, ended: number): TracedCall {
  const [, name = '', file = ''] = /^(\w+)\(\d+<([^>]*)>/.exec(text) ?? [];
  return { name, file, text, begun, ended };
}

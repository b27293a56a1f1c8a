import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The receiver, in another process than everything that is killed. */
export interface CrashSink {
  readonly port: number;
  /** How often each Message-ID (without its angle brackets) has arrived. */
  received(): Promise<ReadonlyMap<string, number>>;
  close(): void;
}

export async function startCrashSink(): Promise<CrashSink> {
  const child = fork(join(import.meta.dirname, 'sink-process.mjs'), { execArgv: [] });
  const { port } = await nextMessage<{ port: number }>(child);
  return {
    port,
    async received() {
      const answer = nextMessage<{ received: [string, number][] }>(child);
      child.send('received');
      return new Map((await answer).received);
    },
    close: () => child.disconnect(),
  };
}

/** Our own script sends it: its shape is known. */
async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message];
  return message;
}

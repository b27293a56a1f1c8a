import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitFor } from './wait-for.js';

export interface DeafHost {
  close(): Promise<void>;
}

const program = `
  require('node:net').createServer().listen({ host: process.argv[1], port: Number(process.argv[2]), backlog: 1 }, () => process.send('up'));
`;

/** How long a connection on loopback must have waited to count as unanswered. */
const unansweredMs = 500;

/** A host behind which packets are dropped: nobody takes what the kernel has queued, and its queue is full. */
export async function startDeafHost(host: string, port: number): Promise<DeafHost> {
  const child = spawn(process.execPath, ['-e', program, host, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the port is taken'))),
  ]);
  child.kill('SIGSTOP');
  const held: Socket[] = [];
  await waitFor(
    () => isAnswered(host, port, held),
    (answered) => !answered,
  );
  return {
    async close() {
      for (const socket of held) socket.destroy();
      await ended(child);
    },
  };
}

async function isAnswered(host: string, port: number, held: Socket[]): Promise<boolean> {
  const socket = connect(port, host).on('error', () => undefined);
  held.push(socket);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(unansweredMs) });
    return true;
  } catch {
    return false;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

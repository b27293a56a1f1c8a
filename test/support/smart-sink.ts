import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loopbackCertificate } from './loopback-certificate.js';

export interface SmartSinkOptions {
  /** The same mail meets the same trouble for the same seed. */
  readonly seed: number;
  /** Where the sink keeps account: appended to, a JSON line each. */
  readonly logFile: string;
  /** Loopback addresses; the port is the same on all of them. */
  readonly addresses?: readonly string[];
}

/** What the sink has on disk about one address of one mail. */
export type SinkLine =
  | { readonly what: 'taken'; readonly messageId: string; readonly recipient: string }
  | { readonly what: 'refused'; readonly recipient: string };

/** A receiver that refuses, defers, stalls, breaks TLS and hangs up, in a process of its own. */
export interface SmartSink {
  readonly port: number;
  /** How often each fault was met. */
  faults(): Promise<ReadonlyMap<string, number>>;
  close(): void;
}

export async function startSmartSink(options: SmartSinkOptions): Promise<SmartSink> {
  const { seed, logFile, addresses = ['127.0.0.1'] } = options;
  const child = fork(join(import.meta.dirname, 'smart-sink-process.mjs'), { execArgv: [] });
  // Our own script answers: its shape is known.
  const answer = async <Answer>(message: object): Promise<Answer> => {
    const answered = once(child, 'message');
    child.send(message);
    return ((await answered) as [Answer])[0];
  };
  const { port } = await answer<{ port: number }>({ seed, logFile, addresses, ...loopbackCertificate });
  return {
    port,
    faults: async () => new Map((await answer<{ faults: [string, number][] }>({})).faults),
    close: () => child.disconnect(),
  };
}

export function sinkLines(logFile: string): readonly SinkLine[] {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SinkLine);
}

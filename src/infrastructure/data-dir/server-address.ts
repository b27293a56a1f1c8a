import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const serverAddress = z.object({ url: z.url(), pid: z.int().positive(), startedAt: z.string(), version: z.string() });

/** Where the server of this folder answers on this machine, so that a command beside it asks the right port. */
export type ServerAddress = z.output<typeof serverAddress>;

const fileIn = (dataDir: string): string => join(dataDir, 'server.json');

/** Readable by the server's user alone: a command sends a key of full access to the address in it. */
export function writeServerAddress(dataDir: string, address: ServerAddress): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(address)}\n`, { mode: 0o600 });
}

export function removeServerAddress(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** @returns undefined when no server wrote one; that of a server that was killed stays. */
export function readServerAddress(dataDir: string): ServerAddress | undefined {
  try {
    return serverAddress.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** A name of the loopback reaches a server that listens on every address. */
export function localUrlOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' || host === '' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which the system takes ports for clients and for servers that ask for any: nothing else on the
 * machine is given one of these.
 */
const firstPort = 10_000;
const ports = 10_000;

/** A port of the loopback where nothing listens, now and for as long as a suite runs. */
export async function closedPort(triesLeft = 100): Promise<number> {
  const port = firstPort + randomInt(ports);
  if (await isFree(port)) return port;
  if (triesLeft === 0) throw new Error('no port is free');
  return closedPort(triesLeft - 1);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

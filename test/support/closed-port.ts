import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port of the loopback that was free a moment ago: nobody answers there. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

import type { AddressInfo, Server } from 'node:net';
import { type ListeningPlace, PortNotTaken } from '../system/listening.js';

/** @returns the port that it listens on, or why it cannot have it */
export function listen<Name extends string>(
  server: Server,
  place: ListeningPlace<Name>,
): Promise<number | PortNotTaken<Name>> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(new PortNotTaken(place, error));
    server.once('error', failed);
    server.listen(place.port, place.host, () => {
      server.off('error', failed);
      server.on('error', () => undefined);
      // A server that listens on TCP has an address of this kind.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

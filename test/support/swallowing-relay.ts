import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A way to a server through a network that swallows: connections are accepted, what they send is taken, and nothing
 * comes back. As with a firewall that has forgotten them, connections of that time stay dead when the network is well
 * again; later ones pass.
 */
export interface SwallowingRelay {
  readonly port: number;
  /** From now on, for every connection there is and every new one. */
  swallow(): void;
  /** Connections from now on pass. */
  cure(): void;
  /** How many connections were opened while it swallowed. */
  swallowed(): number;
  /** How many connections it holds whose other end has not left. */
  open(): number;
  close(): Promise<void>;
}

/** Passes at first, on one port of the loopback; `swallowsAtOnce`: from the first connection on it does not. */
export async function swallowingRelayTo(
  target: { readonly host: string; readonly port: number },
  { swallowsAtOnce = false }: { readonly swallowsAtOnce?: boolean } = {},
): Promise<SwallowingRelay> {
  const sockets = new Set<Socket>();
  let swallows = swallowsAtOnce;
  let swallowed = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    // Its end is what its partner is told; why it ended is of no interest.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    keep(incoming);
    if (swallows) {
      swallowed += 1;
      deaden(incoming);
      return;
    }
    const outgoing = connect({ ...target, allowHalfOpen: true });
    keep(outgoing);
    for (const [socket, partner] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      socket.pipe(partner);
      // One that has been swallowed tells its partner nothing.
      socket.on('close', () => (isDead(socket) ? undefined : partner.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    swallow() {
      swallows = true;
      for (const socket of sockets) deaden(socket);
    },
    cure() {
      swallows = false;
    },
    swallowed: () => swallowed,
    open: () => [...sockets].filter((socket) => !socket.readableEnded).length,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The same for an engine's address: another address that leads to it. */
export async function swallowingRelayToUrl(
  url: string,
): Promise<{ readonly relay: SwallowingRelay; readonly url: string }> {
  const address = new URL(url);
  const relay = await swallowingRelayTo({ host: address.hostname, port: Number(address.port) });
  address.port = String(relay.port);
  return { relay, url: address.href };
}

const dead = new WeakSet<Socket>();
const isDead = (socket: Socket): boolean => dead.has(socket);

/** It is read, and what it says goes nowhere. */
function deaden(socket: Socket): void {
  dead.add(socket);
  socket.unpipe();
  socket.resume();
}

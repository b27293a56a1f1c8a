import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that a spec can cut and open again, on one port of the loopback. */
export interface TcpRelay {
  readonly port: number;
  /** Ends every connection at once and takes no new one. */
  cut(): Promise<void>;
  /** Keeps every connection and passes nothing on until it is restored. */
  hush(): void;
  /** As {@link hush}, but what is asked still arrives. */
  hushAnswers(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function relayTo(target: { readonly host: string; readonly port: number }): Promise<TcpRelay> {
  const sockets = new Map<Socket, Socket>();
  /** Towards the server. */
  const clients = new Set<Socket>();
  let hushed: 'both' | 'answers' | undefined;
  const keep = (socket: Socket, partner: Socket): void => {
    sockets.set(socket, partner);
    // Its end is what its partner is told; why it ended is of no interest.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const listen = async (port: number): Promise<Server> => {
    const server = createServer((incoming) => {
      const outgoing = connect(target);
      clients.add(incoming);
      incoming.on('close', () => clients.delete(incoming));
      for (const [socket, partner] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        keep(socket, partner);
        if (hushed === undefined || (hushed === 'answers' && socket === incoming)) socket.pipe(partner);
        socket.on('close', () => partner.destroy());
      }
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server: Server | undefined = await listen(0);
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  const cut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    if (closing === undefined) return;
    const closed = once(closing, 'close');
    closing.close();
    for (const socket of sockets.keys()) socket.destroy();
    await closed;
  };
  return {
    port,
    cut,
    hush() {
      hushed = 'both';
      for (const socket of sockets.keys()) socket.unpipe();
    },
    hushAnswers() {
      hushed = 'answers';
      for (const socket of sockets.keys()) if (!clients.has(socket)) socket.unpipe();
    },
    restore: async () => {
      for (const [socket, partner] of sockets) {
        if (hushed === 'both' || (hushed === 'answers' && !clients.has(socket))) socket.pipe(partner);
      }
      hushed = undefined;
      server ??= await listen(port);
    },
    close: cut,
  };
}

/** The same for an engine's address: another address that leads to it. */
export async function relayToUrl(url: string): Promise<{ readonly relay: TcpRelay; readonly url: string }> {
  const address = new URL(url);
  const relay = await relayTo({ host: address.hostname, port: Number(address.port) });
  address.port = String(relay.port);
  return { relay, url: address.href };
}

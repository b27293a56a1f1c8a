import { once } from 'node:events';
import { type AddressInfo, createServer as createClearServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { BSON } from 'mongodb';

export interface SmallServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A port of the loopback, in the clear or with TLS, whose answers are given. */
export async function listenWith(
  answer: (socket: Socket) => void,
  tls?: { readonly certificate: string; readonly privateKey: string },
): Promise<SmallServer> {
  const sockets = new Set<Socket>();
  const server: Server =
    tls === undefined
      ? createClearServer(answer)
      : createTlsServer({ cert: tls.certificate, key: tls.privateKey }, answer).on('tlsClientError', () => undefined);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A server that listens on TCP has such an address.
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Takes what comes and says nothing. */
export const silence = (socket: Socket): void => void socket.resume().on('error', () => undefined);

/** A Redis that answers every command with this line, and its own greeting with an empty one. */
export function redisAnswering(line: string) {
  return (socket: Socket): void => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const commands = chunk
        .toString()
        .split('\r\n')
        .filter((part) => /^(\*|PING)/.test(part)).length;
      socket.write(`${line}\r\n`.repeat(commands));
    });
  };
}

const header = 16;
const opMsg = 2_013;
/** What a record of TLS begins with; no message here is of such a length. */
const tlsHandshake = 0x16;

/** A MongoDB that greets, and answers every other command with this error; `hello` is what it says of itself. */
export function mongodbAnswering(error: object, hello: object = {}) {
  return (socket: Socket): void => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      // As the real one does where a greeting of TLS comes.
      if (received[0] === tlsHandshake) return void socket.destroy();
      while (received.length >= header && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(message.length);
        socket.write(replyTo(message, error, hello));
      }
    });
  };
}

function replyTo(message: Buffer, error: object, hello: object): Buffer {
  const isMessage = message.readInt32LE(12) === opMsg;
  // Flags and the kind of the first section, or those of OP_QUERY: flags, name, two numbers.
  const body = isMessage ? header + 5 : message.indexOf(0, header + 4) + 9;
  const command = BSON.deserialize(message.subarray(body));
  const greets = ['hello', 'isMaster', 'ismaster'].some((name) => name in command);
  const greeting = {
    ok: 1,
    isWritablePrimary: true,
    ismaster: true,
    helloOk: true,
    minWireVersion: 0,
    maxWireVersion: 21,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    saslSupportedMechs: ['admin.user', 'SCRAM-SHA-256'],
    ...hello,
  };
  const answer = BSON.serialize(greets ? greeting : { ok: 0, ...error });
  const before = isMessage ? Buffer.alloc(5) : Buffer.from([8, ...Array<number>(15).fill(0), 1, 0, 0, 0]);
  const reply = Buffer.alloc(header);
  reply.writeInt32LE(header + before.length + answer.length, 0);
  reply.writeInt32LE(message.readInt32LE(4), 8);
  reply.writeInt32LE(isMessage ? opMsg : 1, 12);
  return Buffer.concat([reply, before, answer]);
}

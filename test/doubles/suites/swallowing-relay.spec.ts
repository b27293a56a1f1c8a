import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type SwallowingRelay, swallowingRelayTo } from '../../support/swallowing-relay.js';
import { eventually } from '../../support/wait-for.js';

describe('a relay that swallows', () => {
  let echo: Server;
  let relay: SwallowingRelay;
  const opened: Socket[] = [];
  const heard = new Map<Socket, string>();
  let echoed = '';

  beforeEach(async () => {
    echoed = '';
    echo = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        echoed += String(data);
        socket.write(data);
      });
    }).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    relay = await swallowingRelayTo({ host: '127.0.0.1', port: (echo.address() as AddressInfo).port });
  });
  afterEach(async () => {
    for (const socket of opened.splice(0)) socket.destroy();
    await relay.close();
    echo.close();
  });

  async function open(): Promise<Socket> {
    const socket = connect(relay.port, '127.0.0.1');
    opened.push(socket);
    socket.on('data', (data) => heard.set(socket, `${heard.get(socket) ?? ''}${String(data)}`));
    await once(socket, 'connect');
    return socket;
  }
  const hears = (socket: Socket, text: string) => eventually(() => heard.get(socket) === text);

  it('takes what connections of that time say, and keeps them dead; later ones pass', async () => {
    const before = await open();
    before.write('a');
    await hears(before, 'a');
    relay.swallow();
    const during = await open();
    before.write('b');
    during.write('c');
    await eventually(() => before.bytesWritten === 2 && relay.swallowed() === 1);
    relay.cure();
    const after = await open();
    after.write('d');
    await hears(after, 'd');
    expect([before, during].map((socket) => [heard.get(socket), socket.readyState])).toEqual([
      ['a', 'open'],
      [undefined, 'open'],
    ]);
    expect(echoed).toBe('ad');
  });
});

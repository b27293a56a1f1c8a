import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { gatherInbound } from '../../../src/programs/cli/doctor/gather-inbound.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';

describe('what other servers find of this one', () => {
  let names: NameServer;
  beforeAll(async () => {
    names = await startNameServer({ 'mx.example.com': { A: ['127.0.0.1'] } });
  });
  afterAll(() => names.close());

  const look = (inboundHost: string, port: number) => {
    const dns = { servers: [names.address], timeoutMs: 2_000, tries: 1, zoneServers: null };
    return gatherInbound({ inboundPort: 25, domainRecords: { inboundHost }, dns, smtp: { host: '::' } }, port);
  };

  it.each([
    ['220 mx.example.com ESMTP Posthorn\r\n', 'posthorn'],
    ['421 mx.example.com Posthorn is stopping\r\n', 'posthorn'],
    ['220 mx.example.com ESMTP Postfix\r\n', 'another'],
  ])('is told by its greeting: %s', async (greeting, answers) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(greeting)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const found = { host: 'mx.example.com', addresses: ['127.0.0.1'], answers, listensOn: '::' };
    expect(await look('mx.example.com', port)).toEqual({ kind: 'known', value: found });
    server.close();
    await once(server, 'close');
    expect(await look('mx.example.com', port)).toMatchObject({ value: { answers: 'nothing' } });
  });

  it('is nothing where its name leads nowhere', async () => {
    const found = { host: 'gone.example.com', addresses: [], answers: 'nothing', listensOn: '::' };
    expect(await look('gone.example.com', 9)).toEqual({ kind: 'known', value: found });
  });
});

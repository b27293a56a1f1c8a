import { Resolver } from 'node:dns/promises';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { once } from 'node:events';
import { type NameServer, startNameServer } from '../../support/name-server.js';

const question = (name: string, type: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x12, 0x34, 0x01, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0, 0, type, 0, 1]),
  ]);

const header = (reply: Buffer) => ({
  id: reply.readUInt16BE(0),
  authoritative: (reply.readUInt8(2) & 0x04) !== 0,
  truncated: (reply.readUInt8(2) & 0x02) !== 0,
  code: reply.readUInt8(3) & 0x0f,
  answers: reply.readUInt16BE(6),
});

describe('The name server of the tests', () => {
  let server: NameServer;
  let resolver: Resolver;

  beforeEach(async () => {
    server = await startNameServer({
      'example.com': { A: ['192.0.2.1'], MX: [[10, 'mx.example.com']], TXT: ['one', ['two ', 'strings']] },
      'a.deep.example.com': { AAAA: ['2001:db8::1:2'] },
      '*.example.com': { TXT: ['wild'] },
      'alias.example.com': { CNAME: ['example.com'] },
      'long.example.com': { TXT: [['a'.repeat(255), 'b'.repeat(255)]] },
    });
    resolver = new Resolver({ timeout: 300, tries: 1 });
    resolver.setServers([server.address]);
  });
  afterEach(() => server.close());

  const overUdp = async (message: Buffer): Promise<Buffer> => {
    const socket = createSocket('udp4');
    try {
      socket.send(message, server.port, '127.0.0.1');
      const [reply] = (await once(socket, 'message')) as [Buffer];
      return reply;
    } finally {
      socket.close();
    }
  };

  it('answers a stub resolver', async () => {
    expect(await resolver.resolve4('example.com')).toEqual(['192.0.2.1']);
    expect(await resolver.resolve6('a.deep.example.com')).toEqual(['2001:db8::1:2']);
    expect(await resolver.resolveTxt('Example.com')).toEqual(expect.arrayContaining([['one'], ['two ', 'strings']]));
    expect(await resolver.resolveMx('alias.example.com')).toMatchObject([{ priority: 10, exchange: 'mx.example.com' }]);
  });

  it('says that it is the authority, and answers under the id of the question', async () => {
    const reply = await overUdp(question('example.com', 1));
    expect(header(reply)).toEqual({ id: 0x1234, authoritative: true, truncated: false, code: 0, answers: 1 });
  });

  it('keeps a name that is not there apart from one without the record', async () => {
    expect(header(await overUdp(question('example.net', 1)))).toMatchObject({ code: 3, answers: 0 });
    expect(header(await overUdp(question('example.com', 28)))).toMatchObject({ code: 0, answers: 0 });
    // Names lie under it, so it is there (RFC 8020 §2).
    expect(header(await overUdp(question('deep.example.com', 16)))).toMatchObject({ code: 0, answers: 0 });
  });

  it('lets a wildcard answer for what is not there, and for nothing else', async () => {
    expect(await resolver.resolveTxt('any.thing.example.com')).toEqual([['wild']]);
    await expect(resolver.resolveTxt('a.deep.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolveTxt('other.deep.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('sends a client without EDNS to TCP for what is longer than 512 octets', async () => {
    const asked = question('long.example.com', 16);
    expect(header(await overUdp(asked))).toMatchObject({ truncated: true, answers: 0 });
    const socket = connect(server.port, '127.0.0.1');
    // In two pieces, as a network may deliver them.
    const framed = Buffer.concat([Buffer.from([0, asked.length]), asked]);
    socket.write(framed.subarray(0, 5));
    socket.write(framed.subarray(5));
    const [reply] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(header(reply.subarray(2))).toMatchObject({ truncated: false, answers: 1 });
    expect(reply.length).toBe(2 + reply.readUInt16BE(0));
  });

  it('changes while it runs, and says what it was asked', async () => {
    server.publish('new.example.com', { TXT: ['now'], A: ['192.0.2.9'] });
    expect(await resolver.resolveTxt('new.example.com')).toEqual([['now']]);
    server.publish('new.example.com', { TXT: [] });
    await expect(resolver.resolveTxt('new.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(await resolver.resolve4('NEW.example.com')).toEqual(['192.0.2.9']);
    server.remove('new.example.com');
    expect(await resolver.resolveTxt('new.example.com')).toEqual([['wild']]);
    expect(server.asked.slice(0, 2)).toEqual([
      { name: 'new.example.com', type: 'TXT', transport: 'udp' },
      { name: 'new.example.com', type: 'TXT', transport: 'udp' },
    ]);
  });

  it('fails on demand, for one name or for all', async () => {
    server.fail('example.com', 'server-failure');
    await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    server.fail('example.com', 'refused');
    await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'EREFUSED' });
    server.heal('example.com');
    server.fail('*', 'silence');
    await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    server.heal('*');
    server.fail('example.com', 'truncated');
    expect(await resolver.resolve4('example.com')).toEqual(['192.0.2.1']);
    expect(server.asked.at(-1)).toEqual({ name: 'example.com', type: 'A', transport: 'tcp' });
  });
});

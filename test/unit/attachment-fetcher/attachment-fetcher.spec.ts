import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createHostLookup } from '../../../src/infrastructure/addresses/host-lookup.js';
import { ownServices } from '../../../src/infrastructure/outbound-http/own-services.js';
import { eventually } from '../../support/gate.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';
import type { FetchLimits } from '../../../src/application/ports/attachment-fetcher.js';
import { isPublicAddress } from '../../../src/infrastructure/addresses/public-address.js';
import { createAttachmentFetcher } from '../../../src/infrastructure/attachment-fetcher/attachment-fetcher.js';

/** What the servers of these tests have: public for the fetcher, as an address on the internet is. */
const ours = '127.0.0.1';
const likePublic = (address: string): boolean => address === ours || isPublicAddress(address);

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe('fetching a file by URL', () => {
  let handler: Handler;
  let asked: string[];
  let port: number;
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    handler(request, response);
  });
  beforeAll(async () => {
    // On every address of this machine, so that a check and not a missing listener is what holds a request back.
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    asked = [];
    handler = (_request, response) => response.end('content');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const unlimited: FetchLimits = { owner: 'ada', take: () => true, signal: new AbortController().signal };
  const resolve = createHostLookup({ servers: null, timeoutMs: 1_000, tries: 1 });
  const own = ownServices(null, new Set());
  const fetcher = createAttachmentFetcher({ isAllowed: likePublic, resolve, own });
  const strict = createAttachmentFetcher({ isAllowed: isPublicAddress, resolve, own });
  const at = (path: string, host = ours): string => `http://${host}:${port}${path}`;
  const redirect =
    (location: string, status = 302): Handler =>
    (request, response) => {
      if (request.url === '/start') response.writeHead(status, { location }).end();
      else response.end('arrived');
    };
  const namesTo = (...answers: readonly (readonly string[])[]) => {
    let lookups = 0;
    const answer = (): Promise<{ address: string; family: number }[]> => {
      const addresses = answers[Math.min(lookups, answers.length - 1)] ?? [];
      lookups += 1;
      return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    };
    return {
      fetcher: createAttachmentFetcher({ isAllowed: likePublic, resolve: answer, own }),
      lookups: () => lookups,
    };
  };

  it('gives the bytes', async () => {
    const content = Buffer.alloc(300_000, 'ab');
    handler = (_request, response) => response.end(content);
    expect(await fetcher.fetch(at('/file?x=1'), unlimited)).toEqual({ content });
    expect(asked).toEqual(['127.0.0.1/file?x=1']);
  });

  it('leaves a server that sends hints and no answer, long before the time is up', async () => {
    const hints = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20_000));
    const endless = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      const write = (): void => {
        while (!socket.destroyed && socket.write(hints));
      };
      socket.on('drain', write);
      socket.once('data', write);
    });
    endless.listen(0, ours);
    await once(endless, 'listening');
    const url = `http://${ours}:${(endless.address() as AddressInfo).port}/`;
    // Without a limit of its own the signal would end it: that is another problem. 128 MB take a busy machine a minute.
    const signal = AbortSignal.timeout(200_000);
    expect(await fetcher.fetch(url, { ...unlimited, signal })).toEqual({ problem: 'unreachable' });
    endless.close();
  });

  it('says who asks, and nothing else', async () => {
    let headers: IncomingMessage['headers'] = {};
    handler = (request, response) => {
      headers = request.headers;
      response.end();
    };
    await fetcher.fetch(at('/'), unlimited);
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  it.each(['ftp://example.com/a', 'file:///etc/passwd', 'data:text/plain,a', 'javascript:1'])(
    'refuses %s',
    async (url) => {
      expect(await fetcher.fetch(url, unlimited)).toEqual({ problem: 'not-http' });
    },
  );

  it('refuses credentials in the URL', async () => {
    expect(await fetcher.fetch(`http://user:secret@${ours}:${port}/`, unlimited)).toEqual({
      problem: 'has-credentials',
    });
    expect(asked).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
  ])('never asks this machine, however it is written: %s', async (host) => {
    expect(await strict.fetch(at('/', host), unlimited)).toEqual({ problem: 'address-not-allowed' });
    expect(asked).toEqual([]);
  });

  it('never asks this machine by a name', async () => {
    expect(await strict.fetch(at('/', 'localhost'), unlimited)).toEqual({ problem: 'address-not-allowed' });
    expect(asked).toEqual([]);
  });

  describe('a name', () => {
    it('is looked up once, and what was checked is what is asked: a second answer changes nothing', async () => {
      const rebinding = namesTo([ours], ['127.0.0.2']);
      expect(await rebinding.fetcher.fetch(at('/', 'rebinding.example.com'), unlimited)).toMatchObject({
        content: Buffer.from('content'),
      });
      expect(rebinding.lookups()).toBe(1);
      expect(await rebinding.fetcher.fetch(at('/', 'rebinding.example.com'), unlimited)).toEqual({
        problem: 'address-not-allowed',
      });
      expect(asked).toHaveLength(1);
    });

    it.each([
      ['is private', ['10.0.0.1']],
      ['is loopback in IPv6', ['::1']],
      ['is mapped into IPv6', ['::ffff:127.0.0.2']],
      ['is private beside one that is not', [ours, '192.168.0.1']],
    ])('is refused where an address of it %s', async (_what, addresses) => {
      const { fetcher: named } = namesTo(addresses);
      expect(await named.fetch(at('/', 'files.example.com'), unlimited)).toEqual({ problem: 'address-not-allowed' });
      expect(asked).toEqual([]);
    });

    it('that has no address, or is unknown, is refused as one that leads inside', async () => {
      const unknown = createAttachmentFetcher({
        isAllowed: likePublic,
        resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
        own,
      });
      for (const fetcher of [namesTo([]).fetcher, unknown]) {
        expect(await fetcher.fetch(at('/', 'files.example.com'), unlimited)).toEqual({
          problem: 'address-not-allowed',
        });
      }
    });
  });

  describe('what this server serves itself', () => {
    const everything = (publicUrl: string | null, ...ports: readonly number[]) =>
      createAttachmentFetcher({ isAllowed: () => true, resolve, own: ownServices(publicUrl, new Set(ports)) });
    const notAllowed = { problem: 'address-not-allowed' };

    it('is never asked by its address and port, however they are written, nor by a name that leads there', async () => {
      const guarded = everything(null, port);
      for (const host of [ours, '127.0.0.2', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost']) {
        expect(await guarded.fetch(at('/', host), unlimited)).toEqual(notAllowed);
      }
      expect(asked).toEqual([]);
      handler = redirect(at('/end'));
      expect(await everything(null, port + 1).fetch(at('/'), unlimited)).toMatchObject({ content: expect.anything() });
    });

    it('is never asked under PUBLIC_URL, by a redirect either; another port of the same machine may be', async () => {
      expect(await everything('https://mail.example.com').fetch('http://Mail.Example.com.:8080/x', unlimited)).toEqual(
        notAllowed,
      );
      expect(await everything(`http://${ours}:${port}`).fetch(at('/'), unlimited)).toEqual(notAllowed);
      expect(asked).toEqual([]);
      handler = redirect('https://mail.example.com/dashboard');
      expect(await everything('https://mail.example.com').fetch(at('/start'), unlimited)).toEqual(notAllowed);
    });
  });

  describe('names whose servers are silent', () => {
    let names: NameServer;
    beforeEach(async () => {
      names = await startNameServer({ 'files.example.com': { A: [ours] } });
      for (let index = 0; index < 24; index += 1) names.fail(`silent-${index}.example.com`, 'silence');
    });
    afterEach(() => names.close());

    it('delay no fetch of another team, and end with their request', async () => {
      const asks = createHostLookup({ servers: [names.address], timeoutMs: 20_000, tries: 1 });
      const named = createAttachmentFetcher({ isAllowed: likePublic, resolve: asks, own });
      const stop = new AbortController();
      const hanging = Array.from({ length: 24 }, (_, index) =>
        named.fetch(at('/', `silent-${index}.example.com`), { ...unlimited, signal: stop.signal }),
      );
      await eventually(() => names.asked.some(({ name }) => name.startsWith('silent-')));
      expect(await named.fetch(at('/', 'files.example.com'), { ...unlimited, owner: 'another' })).toMatchObject({
        content: Buffer.from('content'),
      });
      expect(new Set(names.asked.map(({ name }) => name).filter((name) => name.startsWith('silent-'))).size).toBe(8);
      stop.abort();
      expect(new Set((await Promise.all(hanging)).map(({ ...problem }) => JSON.stringify(problem)))).toEqual(
        new Set([JSON.stringify({ problem: 'timeout' })]),
      );
    });
  });

  describe('a redirect', () => {
    it.each([301, 302, 303, 307, 308])('of status %i is followed', async (status) => {
      handler = redirect('/end', status);
      expect(await fetcher.fetch(at('/start'), unlimited)).toEqual({ content: Buffer.from('arrived') });
      expect(asked).toEqual(['127.0.0.1/start', '127.0.0.1/end']);
    });

    it.each([
      ['loopback', () => at('/end', '127.0.0.2'), 'address-not-allowed'],
      ['loopback as a number', () => at('/end', '2130706434'), 'address-not-allowed'],
      ['a metadata service', () => 'http://169.254.169.254/latest/meta-data/', 'address-not-allowed'],
      ['a private name', () => at('/end', 'localhost.'), 'address-not-allowed'],
      ['another scheme', () => 'file:///etc/passwd', 'not-http'],
      ['a URL with credentials', () => `http://a:b@${ours}:${port}/end`, 'has-credentials'],
    ])('to %s is refused', async (what, location, problem) => {
      handler = redirect(location());
      const { fetcher: named } = namesTo(['127.0.0.2']);
      expect(await (what === 'a private name' ? named : fetcher).fetch(at('/start'), unlimited)).toEqual({ problem });
      expect(asked).toEqual(['127.0.0.1/start']);
    });

    it('that leads to no URL is told by its status', async () => {
      handler = redirect('http://[');
      expect(await fetcher.fetch(at('/start'), unlimited)).toEqual({ problem: 'status', status: 302 });
    });

    it('is followed five times', async () => {
      handler = (request, response) => {
        const left = Number(request.url?.slice(1));
        if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
        else response.end('arrived');
      };
      expect(await fetcher.fetch(at('/5'), unlimited)).toMatchObject({ content: Buffer.from('arrived') });
      expect(await fetcher.fetch(at('/6'), unlimited)).toEqual({ problem: 'too-many-redirects' });
    });
  });

  it('ends a body that never ends where the limit is', async () => {
    const closed = new Promise<void>((resolve) => {
      handler = (_request, response) => {
        const chunk = Buffer.alloc(65_536);
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
        };
        response.on('drain', more).once('close', resolve);
        more();
      };
    });
    let taken = 0;
    const take = (bytes: number): boolean => {
      if (taken + bytes > 1_000_000) return false;
      taken += bytes;
      return true;
    };
    expect(await fetcher.fetch(at('/'), { ...unlimited, take })).toEqual({ problem: 'refused' });
    await closed;
    expect(taken).toBeLessThanOrEqual(1_000_000);
  });

  it('ends a body that comes too slowly when the time is over', async () => {
    const stop = new AbortController();
    const closed = new Promise<void>((resolve) => {
      handler = (_request, response) => void response.once('close', resolve).write('a');
    });
    const take = (): boolean => {
      stop.abort();
      return true;
    };
    expect(await fetcher.fetch(at('/'), { ...unlimited, take, signal: stop.signal })).toEqual({ problem: 'timeout' });
    await closed;
  });

  it('does not begin when the time is over', async () => {
    expect(await fetcher.fetch(at('/'), { ...unlimited, signal: AbortSignal.abort() })).toEqual({ problem: 'timeout' });
    expect(asked).toEqual([]);
  });

  it.each<[string, Handler, object]>([
    [
      'another status',
      (_request, response) => void response.writeHead(404).end('secret'),
      { problem: 'status', status: 404 },
    ],
    ['a part', (_request, response) => void response.writeHead(206).end('secret'), { problem: 'status', status: 206 }],
    [
      'compressed content',
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('secret'),
      { problem: 'encoded' },
    ],
    [
      'less than it promised',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('secret');
        response.socket?.end();
      },
      { problem: 'unreachable' },
    ],
    ['nothing', (request) => void request.socket.destroy(), { problem: 'unreachable' }],
    ['no HTTP', (request) => void request.socket.end('secret\r\n\r\n'), { problem: 'unreachable' }],
  ])('refuses a server that sends %s', async (_what, answer, problem) => {
    handler = answer;
    expect(await fetcher.fetch(at('/'), unlimited)).toEqual(problem);
  });

  it('refuses a server without TLS where TLS was asked for', async () => {
    expect(await fetcher.fetch(`https://${ours}:${port}/`, unlimited)).toEqual({ problem: 'unreachable' });
  });
});

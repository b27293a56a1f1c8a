import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLinkChecker } from '../../src/infrastructure/link-checker/link-checker.js';

const asked: string[] = [];
let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    asked.push(`${method} ${url}`);
    if (url === '/no-head') response.writeHead(method === 'HEAD' ? 405 : 200).end();
    else if (url === '/gone') response.writeHead(410).end('x'.repeat(1_000));
    else if (url === '/moved') response.writeHead(302, { location: '/well' }).end();
    else if (url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    else if (url === '/circle') response.writeHead(301, { location: '/circle' }).end();
    else if (url === '/well') response.writeHead(200).end('well');
    // Nothing is answered to anything else.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const notOwn = { isName: (name: string) => name === 'own.example', isAddress: () => false };
const checker = createLinkChecker({
  isAllowed: (address) => address === '127.0.0.1',
  resolve: () => Promise.reject(new Error('there is no such name')),
  own: notOwn,
});
const check = (url: string, ms = 5_000) => checker.check(url, { owner: 'a', signal: AbortSignal.timeout(ms) });

describe('the check of a link', () => {
  it('asks with HEAD, and with GET where that is refused', async () => {
    expect(await check(`${base}/well`)).toEqual({ status: 200 });
    expect(await check(`${base}/no-head`)).toEqual({ status: 200 });
    expect(await check(`${base}/gone`)).toEqual({ status: 410 });
    expect(asked).toEqual(['HEAD /well', 'HEAD /no-head', 'GET /no-head', 'HEAD /gone', 'GET /gone']);
  });

  it('follows redirects, not without end, and none to where it may not ask', async () => {
    expect(await check(`${base}/moved`)).toEqual({ status: 200 });
    expect(await check(`${base}/circle`)).toEqual({ problem: 'too-many-redirects' });
    expect(await check(`${base}/inside`)).toEqual({ problem: 'address-not-allowed' });
  });

  it('asks no private address, not this server, and nobody with a password', async () => {
    for (const url of ['http://10.0.0.1/', 'http://own.example/', 'http://a:b@127.0.0.1/', 'ftp://127.0.0.1/']) {
      expect(await check(url)).toEqual({ problem: 'address-not-allowed' });
    }
    expect(await check('http://unknown.example/')).toEqual({ problem: 'address-not-allowed' });
  });

  it('ends when its time is over', async () => {
    expect(await check(`${base}/silent`, 100)).toEqual({ problem: 'timeout' });
  });
});

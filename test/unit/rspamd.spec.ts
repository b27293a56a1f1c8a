import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRspamd } from '../../src/infrastructure/spam-filter/rspamd.js';

let server: Server;
let answers = '';
let received: string[] = [];
const failures: unknown[] = [];
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(`${request.method ?? ''} ${request.url ?? ''} ${Buffer.concat(chunks).toString()}`);
      response.writeHead(answers === '' ? 500 : 200).end(answers);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const judge = (text: string) => createRspamd(url, (error) => failures.push(error)).judge(Buffer.from(text));

describe('rspamd', () => {
  it('is asked for the whole message, and says what counted most', async () => {
    const symbols = { A: { score: 1 }, B: { score: 4 }, GOOD: { score: -2 }, C: { score: 2 }, D: { score: 3 } };
    answers = JSON.stringify({ action: 'add header', score: 8.1, required_score: 15, symbols });
    expect(await judge('Subject: a\r\n\r\nb')).toEqual({
      score: 8.1,
      requiredScore: 15,
      isRejected: false,
      isMarked: true,
      reasons: ['B', 'D', 'C'],
    });
    expect(received).toEqual(['POST /checkv2 Subject: a\r\n\r\nb']);
    answers = JSON.stringify({ action: 'reject', score: 20, required_score: 15 });
    expect(await judge('a')).toMatchObject({ isRejected: true, isMarked: false, reasons: [] });
  });

  it('that is away or answers something else is as none', async () => {
    received = [];
    for (answers of ['', 'no json', '{"action":7}']) expect(await judge('a')).toBeUndefined();
    expect(failures).toHaveLength(3);
  });
});

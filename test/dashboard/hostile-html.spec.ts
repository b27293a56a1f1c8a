import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { triesEverything } from '../support/hostile-html.js';
import { type RunningServer, startServer } from '../support/server.js';
import { startChromium } from './chromium.js';

/** What the browser has; these tests are compiled without its types. */
declare function getComputedStyle(element: unknown): { readonly textDecorationLine: string };

/** Longer than it takes a browser to begin what it was going to ask for. */
const patienceMs = 1_500;

let browser: Browser;
let server: RunningServer;
let listener: Server;
/** What came to the host that the mail names. */
let received: string[];
let page: Page;
let html: string;

beforeAll(async () => {
  server = await startServer();
  browser = await startChromium();
});
// Each test has a host of its own: a browser may open a late connection for a page that is closed already.
beforeEach(async () => {
  received = [];
  listener = listenTo(received);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // An AddressInfo, because it listens on a TCP port.
  html = triesEverything(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
});
afterEach(async () => {
  await page.close();
  listener.close();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

function listenTo(lines: string[]): Server {
  return createServer((socket) => {
    // A preconnect sends nothing.
    const index = lines.push('connected') - 1;
    socket.on('error', () => undefined).on('data', (data) => (lines[index] = String(data).split('\r\n', 1)[0] ?? ''));
  });
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function send(mail: object): Promise<string> {
  const sent = await post('/emails', {
    from: 'Posthorn <onboarding@posthorn.test>',
    to: 'delivered@posthorn.test',
    subject: 'Look at me',
    ...mail,
  });
  return (sent as { id: string }).id;
}

const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, patienceMs));

describe('a mail that tries everything', () => {
  it('reaches its host from a page of its own, so that silence below means something', async () => {
    await page.setContent(html, { waitUntil: 'commit' });
    await wait();
    expect(received.some((line) => line.startsWith('GET /'))).toBe(true);
  });

  it('reaches no host from the page of the mail', async () => {
    const id = await send({ html });
    await page.goto(server.url);
    await page.getByLabel('API key').fill(server.key);
    await page.getByRole('button', { name: 'Show mails' }).click();
    await page.getByRole('link', { name: /Look at me/ }).click();
    for (const title of ['Mail body', 'Captured message']) {
      const frame = page.frameLocator(`iframe[title="${title}"]`);
      await frame.getByText('The end.').waitFor();
      await frame.getByText('Follow me').hover();
      await frame.getByText('Follow me').click({ delay: 200 });
      // Which hints a browser acts on changes with its versions: there is nothing to act on.
      expect(await frame.locator('[href], [src]:not([src^="data:"])').count()).toBe(0);
      const look = (link: unknown) => getComputedStyle(link).textDecorationLine;
      expect(await frame.getByText('Follow me').evaluate(look)).toBe('underline');
      expect(await frame.getByText('Follow me').getAttribute('title')).toMatch(/followed$/);
      await frame.locator('body').getByText('styled').click();
    }
    await wait();
    expect(received).toEqual([]);
    expect(page.url()).toBe(`${server.url}/#/emails/${id}`);
  });

  it('reaches no host from a shared link', async () => {
    const { url } = (await post(`/emails/${await send({ html, text: 'Plain' })}/share`, {})) as { url: string };
    const link = new URL(url);
    await page.goto(`${server.url}${link.pathname}${link.search}`);
    const frame = page.frameLocator('iframe[title="The email"]');
    await frame.getByText('The end.').waitFor();
    await frame.getByText('Follow me').hover();
    await frame.getByText('Follow me').click();
    await wait();
    expect(received).toEqual([]);
  });
});

import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { triesEverything } from '../support/hostile-html.js';
import { type RunningServer, startServer } from '../support/server.js';
import { startChromium } from './chromium.js';

/** Longer than it takes a browser to begin what it was going to ask for. */
const patienceMs = 1_500;
const secureHost = 'https://pictures.example';

let browser: Browser;
let server: RunningServer;
let context: BrowserContext;
let listener: Server;
/** What came to the host that the mail names. */
let received: string[];
/** What the page asked the host for that it may ask for pictures. */
let asked: string[];
let page: Page;
let html: string;

beforeAll(async () => {
  server = await startServer({ fresh: true });
  browser = await startChromium();
  context = await browser.newContext({ viewport: { width: 1100, height: 1000 } });
  const first = await context.newPage();
  await first.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
  await first.getByLabel('Your name').fill('Ada Example');
  await first.getByLabel('Email address').fill('ada@example.com');
  await first.getByLabel('Password', { exact: true }).fill('four plain words here');
  await first.getByLabel('Team name').fill('Example Shop');
  await first.getByRole('button', { name: 'Create and sign in' }).click();
  await first.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
});
// Each test has a host of its own: a browser may open a late connection for a page that is closed already.
beforeEach(async () => {
  received = [];
  asked = [];
  listener = createServer((socket) => {
    // A preconnect sends nothing.
    const index = received.push('connected') - 1;
    socket
      .on('error', () => undefined)
      .on('data', (data) => (received[index] = String(data).split('\r\n', 1)[0] ?? ''));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // An AddressInfo, because it listens on a TCP port.
  html = triesEverything(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  page = await context.newPage();
  await page.route(`${secureHost}/**`, (route) => {
    asked.push(route.request().resourceType());
    return route.abort();
  });
});
afterEach(async () => {
  await page.close();
  listener.close();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function open(body: string): Promise<string> {
  const response = await fetch(`${server.url}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: 'onboarding@posthorn.test',
      to: 'delivered@posthorn.test',
      subject: 'Look at me',
      html: body,
    }),
  });
  const { id } = (await response.json()) as { id: string };
  const address = `${server.url}/dashboard/emails/${id}?tab=content`;
  await page.goto(address);
  return address;
}

async function tryEverything(title: string): Promise<void> {
  const frame = page.frameLocator(`iframe[title="${title}"]`);
  await frame.getByText('The end.').waitFor();
  await frame.getByText('Follow me').hover();
  await frame.getByText('Follow me').click({ delay: 200 });
  // Which hints a browser acts on changes with its versions: there is nothing to act on.
  expect(await frame.locator('[href], script, link, base, form').count()).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, patienceMs));
}

describe('a mail that tries everything, in the room of emails', () => {
  it('reaches its host from a page of its own, so that silence below means something', async () => {
    await page.setContent(html, { waitUntil: 'commit' });
    await new Promise((resolve) => setTimeout(resolve, patienceMs));
    expect(received.some((line) => line.startsWith('GET /'))).toBe(true);
  });

  it('reaches no host', async () => {
    const address = await open(html);
    await tryEverything('Email content');
    await page.getByRole('button', { name: 'View email' }).click();
    await tryEverything('Captured by the sandbox');
    expect(received).toEqual([]);
    expect(page.url()).toBe(address);
  });

  it('has pictures of secure hosts loaded where a person asks for them, and nothing else', async () => {
    await open(triesEverything(secureHost));
    await tryEverything('Email content');
    expect(asked).toEqual([]);
    const address = page.url();
    await page.getByRole('button', { name: 'Load remote images' }).click();
    await page.getByRole('button', { name: 'Hide remote images' }).waitFor();
    await tryEverything('Email content');
    expect(asked.length).toBeGreaterThan(0);
    expect([...new Set(asked)]).toEqual(['image']);
    expect(page.url()).toBe(address);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { type Answers, type MockPosthorn, startMockPosthorn } from './mock-posthorn.js';

export const apiKey = 're_0123456789abcdefghijklmn';

const viewport = { width: 1100, height: 900 };

/**
 * The page of a mock server in a browser. Each test has a server of its own, and so an origin of its own, under which nothing
 * is stored yet; the tab is the same for all tests of a file, because to start its process costs four times as much as a test.
 */
export interface OpenPage {
  posthorn: MockPosthorn;
  context: BrowserContext;
  page: Page;
  /** What the browser's console complained of. */
  complaints: string[];
  /** What any tab asked of anybody but the mock server. */
  foreignRequests: string[];
  /** Opens a route, with the key entered. */
  open(route: string): Promise<void>;
  /** Enters a key where it is asked for. */
  enterKey(key: string): Promise<void>;
}

export function usePage(answers: Answers): OpenPage {
  let browser: Browser;
  // Filled before each test, which is the only time when it is read.
  const opened = {} as OpenPage;

  beforeAll(async () => {
    browser = await startChromium();
    opened.context = await browser.newContext({ viewport, timezoneId: 'UTC', locale: 'en-GB' });
    opened.page = await openTab(opened);
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    const { page } = opened;
    const posthorn = await startMockPosthorn(apiKey);
    Object.assign(posthorn.answers, answers);
    const enterKey = async (key: string): Promise<void> => {
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Show mails' }).click();
    };
    const open = async (route: string): Promise<void> => {
      await page.goto(`${posthorn.origin}/${route}`);
      await enterKey(apiKey);
    };
    Object.assign(opened, { posthorn, complaints: [], foreignRequests: [], open, enterKey });
  });
  afterEach(async () => {
    await leave(opened);
    await opened.posthorn.close();
  });
  return opened;
}

/** A tab that tells the running test what it sees. */
async function openTab(opened: OpenPage): Promise<Page> {
  const page = await opened.context.newPage();
  page.on('console', (message) => message.type() === 'error' && opened.complaints.push(message.text()));
  page.on('pageerror', (error) => opened.complaints.push(error.message));
  opened.context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== opened.posthorn.origin) opened.foreignRequests.push(request.url());
  });
  return page;
}

/** Nothing of a test is there for the next one, even where that has the same port. */
async function leave({ context, page, posthorn: { origin } }: OpenPage): Promise<void> {
  const others = context.pages().filter((tab) => tab !== page);
  await Promise.all(others.map((tab) => tab.close()));
  await context.setOffline(false);
  await context.clearPermissions();
  await page.setViewportSize(viewport);
  await page.goto('about:blank');
  const protocol = await context.newCDPSession(page);
  await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await protocol.detach();
}

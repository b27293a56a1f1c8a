import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { type MockApp, startMockApp } from './mock-app.js';

/** A name that is not this machine's to the browser: over http it is no secure context, as on a real network. */
export const plainHost = 'posthorn.example';

const viewport = { width: 1280, height: 800 };

export interface OpenApp {
  mock: MockApp;
  page: Page;
  /** What the browser's console complained of, but for answers that a test wanted. */
  complaints: string[];
  /** Requests to any host but the mock server. */
  foreignRequests: string[];
}

/**
 * The built app of a mock server, in one page for a file: a page of its own for each test costs a process of the
 * browser, which reads and compiles the app again. Each test finds the page empty, its storage too, and has answers of
 * its own. With `staysOpen` it finds the page where the test before has left it.
 */
export function useApp(answers: () => Readonly<Record<string, object>>, { staysOpen = false } = {}): OpenApp {
  let browser: Browser;
  let page: Page | undefined;
  let mock: MockApp;
  let hasFakeClock = false;
  // Filled before each test, which is the only time when it is read.
  const opened = {} as OpenApp;

  beforeAll(async () => {
    browser = await startChromium();
    mock = await startMockApp({});
  });
  afterAll(async () => {
    await browser.close();
    await mock.close();
  });

  async function newPage(): Promise<Page> {
    const made = await browser.newPage({ viewport, timezoneId: 'UTC', locale: 'en-GB' });
    const install = made.clock.install.bind(made.clock);
    made.clock.install = (options) => {
      hasFakeClock = true;
      return install(options);
    };
    return made;
  }

  beforeEach(async () => {
    mock.reset(answers());
    page ??= await newPage();
    hasFakeClock = false;
    Object.assign(opened, { mock, page, complaints: [], foreignRequests: [] });
    page.on('console', (message) => {
      const isAnswer = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
      if (message.type() === 'error' && !isAnswer) opened.complaints.push(message.text());
    });
    page.on('pageerror', (error) => opened.complaints.push(error.message));
    page.on('request', (request) => {
      const { origin, protocol, hostname } = new URL(request.url());
      if (protocol !== 'data:' && origin !== mock.origin && hostname !== plainHost) {
        opened.foreignRequests.push(request.url());
      }
    });
  });
  afterEach(async () => {
    if (staysOpen) return void opened.page.removeAllListeners();
    if (!hasFakeClock) return forget(opened.page, mock.origin);
    // A clock that was put into a context stays there.
    await opened.page.context().close();
    page = undefined;
  });
  return opened;
}

/** Leaves the page as a new one, but for the files of the app: what a test left in it and in its storage is gone. */
async function forget(page: Page, origin: string): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll();
  await page.evaluate('sessionStorage.clear()').catch(() => undefined);
  await page.goto('about:blank');
  const protocol = await context.newCDPSession(page);
  for (const each of [origin, origin.replace('localhost', plainHost)]) {
    const storageTypes = 'cookies,indexeddb,local_storage,service_workers,cache_storage';
    await protocol.send('Storage.clearDataForOrigin', { origin: each, storageTypes });
  }
  await protocol.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
}

import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { type MockApp, startMockApp } from './mock-app.js';

/** A name that is not this machine's to the browser: over http it is no secure context, as on a real network. */
export const plainHost = 'posthorn.example';

export interface OpenApp {
  mock: MockApp;
  page: Page;
  /** What the browser's console complained of, but for answers that a test wanted. */
  complaints: string[];
  /** Requests to any host but the mock server. */
  foreignRequests: string[];
}

/** The built app of a mock server, in a browser context of its own for each test. */
export function useApp(answers: () => Readonly<Record<string, object>>): OpenApp {
  let browser: Browser;
  // Filled before each test, which is the only time when it is read.
  const opened = {} as OpenApp;

  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    const mock = await startMockApp(answers());
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, timezoneId: 'UTC', locale: 'en-GB' });
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
    await opened.page.context().close();
    await opened.mock.close();
  });
  return opened;
}

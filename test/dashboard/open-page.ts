import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { type Answers, type MockPosthorn, startMockPosthorn } from './mock-posthorn.js';

export const apiKey = 're_0123456789abcdefghijklmn';

/** The page of a mock server in a browser, new for each test. */
export interface OpenPage {
  posthorn: MockPosthorn;
  context: BrowserContext;
  page: Page;
  /** What the browser's console complained of. */
  complaints: string[];
  /** Opens a route, with the key entered. */
  open(route: string): Promise<void>;
}

export function usePage(answers: Answers): OpenPage {
  let browser: Browser;
  // Filled before each test, which is the only time when it is read.
  const opened = {} as OpenPage;

  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    const posthorn = await startMockPosthorn(apiKey);
    Object.assign(posthorn.answers, answers);
    const context = await browser.newContext({
      viewport: { width: 1100, height: 900 },
      timezoneId: 'UTC',
      locale: 'en-GB',
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const open = async (route: string): Promise<void> => {
      await page.goto(`${posthorn.origin}/${route}`);
      await page.getByLabel('API key').fill(apiKey);
      await page.getByRole('button', { name: 'Show mails' }).click();
    };
    Object.assign(opened, { posthorn, context, page, complaints, open });
  });
  afterEach(async () => {
    await opened.context.close();
    await opened.posthorn.close();
  });
  return opened;
}

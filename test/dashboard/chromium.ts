import { type Browser, chromium } from 'playwright-core';

/** A limit for what hangs, as the one of a test: a busy machine must not fail what a person would wait for. */
const longestWaitMs = 90_000;

/** The browser of this run (`before-dashboard.js`). Closing it closes the contexts opened with it, and nothing else. */
export async function startChromium(): Promise<Browser> {
  const address = process.env['POSTHORN_BROWSER'];
  if (address === undefined) throw new Error('before-dashboard.js was not run');
  const browser = await chromium.connect(address);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(longestWaitMs);
    return context;
  };
  return browser;
}

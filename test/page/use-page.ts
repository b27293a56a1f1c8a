import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';
import { pageScript } from '../support/jest/page-script.js';
import { MockAnswers } from '../support/mock-answers.js';
import { type PageClock, putClockInto } from './page-clock.js';
import { type Screen, screenOf, until } from './screen.js';
import { type Outside, standIns } from './stand-ins.js';

export interface OpenPage extends Outside {
  readonly mock: MockAnswers;
  /** The window of the page that was opened last. */
  readonly window: DOMWindow;
  /** The whole document. */
  readonly screen: Screen;
  readonly user: UserEvent;
  /**
   * Path below `/dashboard`. What an earlier page of the test left in the browser's storage is there. `now`: the page's
   * clock begins there, and a test can let time pass.
   */
  open(path: string, options?: { readonly now?: string | Date }): void;
  /** The clock of a page that was opened with `now`. */
  readonly clock: PageClock;
  /** What was asked of the API, where `METHOD path` begins so. */
  asked(name: string): MockAnswers['requests'];
  /** Until it does not throw, tried whenever the document has changed. */
  until(expectation: () => void): Promise<void>;
  /** Until the API was asked so ({@link asked}). */
  untilAsked(name: string): Promise<void>;
  /** Clicks the button of that name, once it is there. */
  press(name: string | RegExp): Promise<void>;
  /** In place of what stands in the field. */
  fill(field: Element, text: string): Promise<void>;
  /** What the page complained of; none is left after a test. */
  readonly complaints: string[];
}

const origin = 'http://localhost';
const html =
  '<!doctype html><html lang="en"><head><title>Posthorn</title></head><body><div id="root"></div></body></html>';

/**
 * The page without a browser: its own script in a document and a realm of jsdom, which each test has anew. There are no
 * styles, no layout, no order of focus and no policy: what is about these is tested in `test/dashboard`.
 */
export function usePage(answers: () => Readonly<Record<string, object>>): OpenPage {
  const zone = process.env['TZ'];
  let dom: JSDOM | undefined;
  const page = {
    mock: new MockAnswers(),
    left: new WeakSet<DOMWindow>(),
    asked: (name: string) => page.mock.requests.filter((request) => request.name.startsWith(name)),
    open(path: string, { now }: { readonly now?: string | Date } = {}): void {
      const stored = dom === undefined ? [] : leave(dom, page);
      dom = emptyPage(`${origin}/dashboard${path}`, page);
      const { window } = dom;
      for (const [name, value] of stored) window.localStorage.setItem(name, value);
      standIns(window, page.mock, page);
      if (now !== undefined) page.clock = putClockInto(window, new Date(now));
      page.window = window;
      page.screen = screenOf(window.document.body);
      // The page has no styles that could keep the pointer away.
      page.user = userEvent.setup({ document: window.document, delay: null, pointerEventsCheck: 0 });
      pageScript().runInContext(dom.getInternalVMContext());
    },
    until: (expectation: () => void) => until(page.window.document.body, expectation),
    untilAsked: (name: string) =>
      page.until(() => {
        if (page.asked(name).length === 0) throw new Error(`not asked: ${name}`);
      }),
    press: async (name: string | RegExp) => page.user.click(await page.screen.findByRole('button', { name })),
    async fill(field: Element, text: string): Promise<void> {
      await page.user.clear(field);
      if (text !== '') await page.user.paste(text);
    },
  } as { -readonly [Name in keyof OpenPage]: OpenPage[Name] };

  beforeAll(() => {
    process.env['TZ'] = 'UTC';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
  beforeEach(() => {
    page.mock.reset(answers());
    Object.assign(page, { complaints: [], downloads: [] });
  });
  afterEach(() => {
    if (dom !== undefined) leave(dom, page);
    dom = undefined;
    if (page.complaints.length > 0) throw new Error(`The page complained: ${page.complaints.join('\n')}`);
  });
  return page;
}

function emptyPage(url: string, page: OpenPage): JSDOM {
  const virtualConsole = new VirtualConsole();
  virtualConsole.on('error', (...said: readonly unknown[]) => page.complaints.push(said.map(String).join(' ')));
  virtualConsole.on('jsdomError', (error) => page.complaints.push(String(error.cause ?? error.message)));
  return new JSDOM(html, { url, runScripts: 'outside-only', pretendToBeVisual: true, virtualConsole });
}

/** Ends the timers of a page. Returns what is in its storage. */
function leave({ window }: JSDOM, { left }: OpenPage): readonly (readonly [string, string])[] {
  const stored = Object.entries<string>(window.localStorage);
  left.add(window);
  window.close();
  return stored;
}

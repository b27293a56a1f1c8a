import type { DOMWindow } from 'jsdom';
import type { MockAnswers } from '../support/mock-answers.js';
import { displayOf } from './flow.js';

/** What a test finds out of what the page did outside of its document. */
export interface Outside {
  /** Pages that were left: nothing happens in them any more. */
  readonly left: WeakSet<DOMWindow>;
  /** Files that the page saved. */
  readonly downloads: { readonly name: string; readonly text: string }[];
}

/* What a browser has and jsdom has not, as far as the page uses it: there is no layout, and nothing scrolls. */

export function standIns(window: DOMWindow, mock: MockAnswers, outside: Outside): void {
  const given = {
    fetch: fetchOf(window, mock, outside),
    queueMicrotask: microtasksOf(window, outside),
    // Node's own are what the standard says.
    Response,
    Headers,
    Request,
    TextEncoder,
    TextDecoder,
    structuredClone,
    matchMedia: (media: string) => new MediaQueries(media),
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    EventSource: SilentEvents,
    scrollTo: () => undefined,
    getComputedStyle: styleOf,
  };
  for (const [name, value] of Object.entries(given)) {
    Object.defineProperty(window, name, { value, writable: true, configurable: true });
  }
  window.Element.prototype.scrollIntoView = () => undefined;
  // All fonts are there.
  Object.defineProperty(window.document, 'fonts', { value: new window.EventTarget() });
  placeAll(window);
  keepDownloads(window, outside);
  window.eval(inBritishEnglish);
}

/** Answers in a later turn, as a network does; what is read of an answer is of the page's own realm. */
function fetchOf(window: DOMWindow, mock: MockAnswers, { left }: Outside) {
  class Answer extends Response {
    override async json(): Promise<unknown> {
      return window.JSON.parse(await this.text()) as unknown;
    }
  }
  return async (address: string, { method = 'GET', headers, body, signal }: RequestInit = {}): Promise<Response> => {
    const csrf = new Headers(headers).get('x-posthorn-csrf') ?? undefined;
    const { pathname, search } = new URL(address, window.location.href);
    const answer = mock.answer(method, pathname + search, csrf, typeof body === 'string' ? body : '');
    await new Promise(setImmediate);
    await answer.after;
    if (left.has(window)) return new Promise<never>(() => undefined);
    if (signal?.aborted === true) throw new window.DOMException('The request was aborted.', 'AbortError');
    const { status, headers: sent = {} } = answer;
    return new Answer(JSON.stringify(answer.body), {
      status,
      headers: { 'content-type': 'application/json', ...sent },
    });
  };
}

/** jsdom ends the timers of a page that is left, and what has begun already fails for want of a document. */
function microtasksOf(window: DOMWindow, { left }: Outside) {
  const queue = window.queueMicrotask.bind(window);
  return (task: () => void) =>
    queue(() => {
      if (!left.has(window)) task();
    });
}

/** A wide window, in light, of a person who wants no motion: what opens is there at once. */
class MediaQueries extends EventTarget {
  readonly matches: boolean;
  readonly onchange = null;

  constructor(readonly media: string) {
    super();
    this.matches = media.includes('prefers-reduced-motion: reduce');
  }

  addListener(): void {}
  removeListener(): void {}
}

/** All elements stand at one place in view: what opens beside one that is out of view is hidden. */
function placeAll(window: DOMWindow): void {
  window.Element.prototype.getBoundingClientRect = () => new window.DOMRect(100, 100, 100, 20);
  const { documentElement } = window.document;
  Object.defineProperty(documentElement, 'clientWidth', { value: 1280 });
  Object.defineProperty(documentElement, 'clientHeight', { value: 800 });
}

/** Sees no change of size, and nothing come into view. */
class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** The server announces nothing. */
class SilentEvents extends EventTarget {
  close(): void {}
}

/**
 * The styles of elements alone. jsdom would go through the style sheet of a browser for each element that a query by
 * role looks at, which took most of a test.
 */
function styleOf(element: HTMLElement) {
  const { style } = element;
  const valueOf = (property: string): string => {
    if (property === 'display') return displayOf(element);
    return property === 'visibility' ? visibilityOf(element) : style.getPropertyValue(property);
  };
  return new Proxy(style, {
    get(target, name) {
      if (name === 'display' || name === 'visibility') return valueOf(name);
      return name === 'getPropertyValue' ? valueOf : (Reflect.get(target, name, target) as unknown);
    },
  });
}

function visibilityOf(element: HTMLElement): string {
  for (let each: HTMLElement | null = element; each !== null; each = each.parentElement) {
    if (each.style.visibility !== '') return each.style.visibility;
  }
  return 'visible';
}

/** A link with `download` is saved; jsdom would go to it. */
function keepDownloads(window: DOMWindow, outside: Outside): void {
  const blobs = new Map<string, Blob>();
  window.URL.createObjectURL = (blob: Blob) => {
    const address = `blob:${window.location.origin}/${blobs.size + 1}`;
    blobs.set(address, blob);
    return address;
  };
  window.URL.revokeObjectURL = () => undefined;
  const save = async (name: string, address: string): Promise<void> => {
    const blob = blobs.get(address);
    outside.downloads.push({ name, text: blob === undefined ? '' : await textOf(window, blob) });
  };
  // The page clicks on links that are in no document, which no listener of the window sees.
  const click = window.HTMLAnchorElement.prototype.click;
  window.HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) void save(this.download, this.href);
    else click.call(this);
  };
}

function textOf(window: DOMWindow, blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new window.FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsText(blob);
  });
}

/** As the browser of `test/dashboard` is set. Node takes the machine's language. */
const inBritishEnglish = `
for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'ListFormat', 'PluralRules', 'Collator']) {
  Intl[name] = class extends Intl[name] {
    constructor(locales = 'en-GB', options) { super(locales, options); }
  };
}
for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
  for (const { prototype } of [Date, Number]) {
    const format = prototype[name];
    if (format) prototype[name] = function (locales = 'en-GB', options) { return format.call(this, locales, options); };
  }
}`;

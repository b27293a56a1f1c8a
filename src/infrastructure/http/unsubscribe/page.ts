import { createHash } from 'node:crypto';
import type { LeavePage, ShownTopic } from '../../../application/unsubscribe/leave.js';
import type { ShownPage } from '../../../application/unsubscribe/unsubscribe-page.js';
import type { BrandSettings } from '../../../domain/brand/brand.js';
import { type PageLanguage, textsIn } from '../../../domain/shared/page-language.js';
import type { PageSettings } from '../../../domain/unsubscribe-page/events.js';
import { escapeHtml } from '../../html/safe/escape-html.js';
import { pageStyle } from './page-style.js';
import { type PageWords, pageWords } from './words.js';

/** A page, and the header fields that it is sent with. */
export interface RenderedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a page is made of beside what stands on it. */
export interface PageFrame {
  readonly settings: PageSettings;
  /** Absent on a page that is about no team. */
  readonly brand?: BrandSettings;
  /** The team's logo as an image of this server, which is the only host that a page loads anything from. */
  readonly logoPath?: string;
  readonly language: PageLanguage;
  /** In a frame of the dashboard that opens no windows: its links lead nowhere. */
  readonly isPreview?: true;
  /** Where the team has no words of its own; defaults to that of preferences. */
  readonly title?: string;
  /** Words of what the page belongs to, which come before those of all pages of the team. */
  readonly own?: { readonly title?: string | null; readonly text?: string | null } | undefined;
  /** Origin that a form of the page leads on to, beside this server. */
  readonly leadsTo?: string;
}

export const usualSettings: PageSettings = { color: null, logo: null, texts: {} };

/** As the team has made it. A logo elsewhere is not shown: that host would learn who opened the page. */
export function lookOf(
  { settings, brand }: Pick<ShownPage, 'settings' | 'brand'>,
  publicUrl: string,
): Pick<PageFrame, 'settings' | 'brand' | 'logoPath'> {
  const prefix = `${publicUrl}/images/`;
  const name = brand.logoUrl?.startsWith(prefix) === true ? brand.logoUrl.slice(prefix.length) : '';
  return { settings, brand, ...(/^[\w-]{1,100}\.[a-z]{1,5}$/.test(name) ? { logoPath: `/images/${name}` } : {}) };
}

/** Asks before anything is done: a person to whom the link was forwarded sees whose address it is. */
export function askingPage(frame: PageFrame, token: string, shown: LeavePage): RenderedPage {
  const words = pageWords[frame.language];
  if (!shown.isSubscribed) return leftPage(frame, token, shown);
  const { topicId } = shown;
  return page(frame, [
    `<p class="ask">${escapeHtml(topicId === null ? words.leaveAll : words.leaveTopic(topicOf(shown, words)))}</p>`,
    form(`/unsubscribe/${token}`, shown.formToken, [button(words.leaveButton)]),
    ...whose(words, shown),
    chooseLink(words, token),
  ]);
}

export function leftPage(frame: PageFrame, token: string, shown: LeavePage): RenderedPage {
  const words = pageWords[frame.language];
  const hasLeftAll = shown.topicId === null || !shown.getsMarketing;
  const said = hasLeftAll ? words.leftAll : words.left(topicOf(shown, words));
  return page(frame, [
    `<p class="ask" role="status">${escapeHtml(said)}</p>`,
    ...whose(words, shown),
    chooseLink(words, token),
  ]);
}

export function preferencePage(frame: PageFrame, token: string, shown: LeavePage, isSaved: boolean): RenderedPage {
  const words = pageWords[frame.language];
  const { topics, getsMarketing, formToken } = shown;
  return page(frame, [
    ...(isSaved ? [`<p class="said" role="status">${escapeHtml(words.saved)}</p>`] : []),
    ...whose(words, shown),
    form(`/preferences/${token}`, formToken, [
      ...(topics.length === 0
        ? []
        : [`<fieldset><legend>${escapeHtml(words.topics)}</legend>`, ...topics.map(topicChoice), '</fieldset>']),
      `<label class="choice"><input type="checkbox" name="none" value="1"${getsMarketing ? '' : ' checked'}>`,
      `<span><b>${escapeHtml(words.noMarketing)}</b><small>${escapeHtml(words.noMarketingHint)}</small></span></label>`,
      button(words.save),
    ]),
  ]);
}

/** In place of what a link opens. */
export function problemPage(language: PageLanguage, problem: 'not-ours' | 'too-old' | 'busy'): RenderedPage {
  const words = pageWords[language];
  const said = {
    'not-ours': [words.notOurs, words.notOursHint],
    'too-old': [words.tooOld, words.tooOldHint],
    busy: [words.busy, words.busyHint],
  }[problem];
  const [title = '', hint = ''] = said;
  return framed({ settings: usualSettings, language }, title, [`<p>${escapeHtml(hint)}</p>`]);
}

/** `a•••@example.com`: enough for its owner to know it. */
export function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address.slice(0, at)][0] ?? ''}•••${address.slice(at)}`;
}

const topicOf = ({ topicName }: LeavePage, words: PageWords): string => topicName ?? words.thisTopic;

export function whose(words: PageWords, { address, sender }: Pick<LeavePage, 'address' | 'sender'>): readonly string[] {
  return [
    `<p class="whose">${escapeHtml(words.of(masked(address)))} ${sender === '' ? '' : escapeHtml(words.from(sender))}</p>`,
  ];
}

const chooseLink = (words: PageWords, token: string): string =>
  `<p><a href="/preferences/${token}">${escapeHtml(words.choose)}</a></p>`;

export const button = (text: string): string => `<button type="submit">${escapeHtml(text)}</button>`;

export const form = (action: string, formToken: string, content: readonly string[]): string =>
  `<form method="post" action="${action}"><input type="hidden" name="form" value="${escapeHtml(formToken)}">${content.join('')}</form>`;

function topicChoice({ id, name, description, isSubscribed }: ShownTopic): string {
  const hint = description === null || description === '' ? '' : `<small>${escapeHtml(description)}</small>`;
  return [
    `<input type="hidden" name="shown" value="${id}">`,
    `<label class="choice"><input type="checkbox" name="topic" value="${id}"${isSubscribed ? ' checked' : ''}>`,
    `<span dir="auto">${escapeHtml(name)}${hint}</span></label>`,
  ].join('');
}

/** With the team's words above the content: in the visitor's language, else in English, else ours. */
export function page(frame: PageFrame, content: readonly string[]): RenderedPage {
  const { settings, language } = frame;
  const all = textsIn(settings.texts, language);
  const text = frame.own?.text ?? all?.text ?? '';
  const paragraphs =
    text === '' ? [] : text.split(/\n{2,}/).map((each) => `<p class="own" dir="auto">${escapeHtml(each)}</p>`);
  return framed(frame, frame.own?.title ?? all?.title ?? frame.title ?? pageWords[language].title, [
    ...paragraphs,
    ...content,
  ]);
}

export function framed(frame: PageFrame, title: string, content: readonly string[]): RenderedPage {
  const { settings, brand, language, isPreview, leadsTo } = frame;
  const style = pageStyle(settings.color, brand);
  const address = brand?.footerAddress ?? '';
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">',
    ...(isPreview === true ? ['<base target="_blank">'] : []),
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>`,
    ...logoOf(frame),
    `<h1 dir="auto">${escapeHtml(title)}</h1>`,
    ...content,
    ...(address === '' ? [] : [`<footer dir="auto">${escapeHtml(address)}</footer>`]),
    '</main></body></html>',
  ].join('\n');
  return { html, headers: headersFor(style, leadsTo) };
}

/** The page's own comes before that of the brand. */
function logoOf({ settings, brand, logoPath }: PageFrame): readonly string[] {
  if (settings.logo !== null) return [`<img class="logo" alt="" src="${escapeHtml(settings.logo)}">`];
  if (logoPath === undefined) return [];
  const width = brand?.logoWidthPx ?? null;
  const sized = width === null ? '' : ` width="${width}"`;
  return [`<img class="logo" alt="${escapeHtml(brand?.logoAlt ?? '')}" src="${logoPath}"${sized}>`];
}

/** No script, nothing from another host, no cache, no frame, and a referrer names no link. */
function headersFor(style: string, leadsTo: string | undefined): Readonly<Record<string, string>> {
  const digest = createHash('sha256').update(style).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    "img-src 'self' data:",
    // Browsers hold a redirect after a form to it too.
    `form-action 'self'${leadsTo === undefined ? '' : ` ${leadsTo}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}

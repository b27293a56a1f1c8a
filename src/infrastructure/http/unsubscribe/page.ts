import { createHash } from 'node:crypto';
import type { LeavePage, ShownTopic } from '../../../application/unsubscribe/leave.js';
import type { PageLanguage, PageSettings } from '../../../domain/unsubscribe-page/events.js';
import { escapeHtml } from '../../html/safe/escape-html.js';
import { type PageWords, pageWords } from './words.js';

/** A page, and the header fields that it is sent with. */
export interface RenderedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a page is made of beside what stands on it. */
export interface PageFrame {
  readonly settings: PageSettings;
  readonly language: PageLanguage;
  /** In a frame of the dashboard that opens no windows: its links lead nowhere. */
  readonly isPreview?: true;
  /** Where the team has no words of its own; defaults to that of preferences. */
  readonly title?: string;
  /** Origin that a form of the page leads on to, beside this server. */
  readonly leadsTo?: string;
}

/** Ours, where the team has chosen none. */
const usualColor = '#1d4ed8';
export const usualSettings: PageSettings = { color: null, logo: null, texts: {} };

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
  const own = settings.texts[language] ?? settings.texts.en;
  const text = own?.text ?? '';
  const paragraphs =
    text === '' ? [] : text.split(/\n{2,}/).map((each) => `<p class="own" dir="auto">${escapeHtml(each)}</p>`);
  return framed(frame, own?.title ?? frame.title ?? pageWords[language].title, [...paragraphs, ...content]);
}

export function framed(
  { settings, language, isPreview, leadsTo }: PageFrame,
  title: string,
  content: readonly string[],
): RenderedPage {
  const style = styleWith(settings.color ?? usualColor);
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">',
    ...(isPreview === true ? ['<base target="_blank">'] : []),
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>`,
    ...(settings.logo === null ? [] : [`<img class="logo" alt="" src="${escapeHtml(settings.logo)}">`]),
    `<h1 dir="auto">${escapeHtml(title)}</h1>`,
    ...content,
    '</main></body></html>',
  ].join('\n');
  return { html, headers: headersFor(style, leadsTo) };
}

/** No script, nothing from elsewhere, no cache, no frame, and a referrer names no link. */
function headersFor(style: string, leadsTo: string | undefined): Readonly<Record<string, string>> {
  const digest = createHash('sha256').update(style).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    'img-src data:',
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

/** The team's color on what is pressed, with letters that can be read on it. */
function styleWith(color: string): string {
  return [
    `:root{color-scheme:light dark;--accent:${color};--on:${lettersOn(color)};--ground:#f6f7f9;--card:#fff;--line:#8a94a0;--text:#1b2027;--dim:#57606b}`,
    '@media(prefers-color-scheme:dark){:root{--ground:#15181c;--card:#1c2026;--line:#6b7684;--text:#e4e7eb;--dim:#a8b0ba}}',
    '*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--ground)}',
    'main{max-width:32rem;margin:8vh auto;padding:2rem;background:var(--card);border-radius:12px;overflow-wrap:anywhere}',
    '.logo{display:block;max-width:12rem;max-height:4rem;margin:0 0 1.5rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}',
    '.own{white-space:pre-line}.ask{font-size:1.125rem;font-weight:600}.whose,small{color:var(--dim)}small{display:block;font-size:.875rem}',
    '.fields{display:grid;gap:.25rem}label.field{font-weight:600}input[type=email]{font:inherit;width:100%;min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--text)}',
    '.trap{position:absolute;left:-9999px}.wrong{font-weight:600}',
    '.said{padding:.5rem .75rem;border-left:4px solid var(--accent);background:var(--ground)}a{color:inherit}',
    'fieldset{border:0;margin:0;padding:0}legend{font-weight:600;padding:0}.choice{display:flex;gap:.75rem;padding:.6rem 0;cursor:pointer}',
    '.choice input{flex:none;width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--accent)}',
    'button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.5rem;margin:1rem 0;border:1px solid var(--line);border-radius:8px;background:var(--accent);color:var(--on);cursor:pointer}',
    ':focus-visible{outline:3px solid var(--text);outline-offset:2px}',
    '@media(max-width:34rem){main{margin:0;min-height:100vh;border-radius:0;padding:1.25rem}button{width:100%}}',
  ].join('');
}

/** Black or white, whichever has more contrast (WCAG 2.2, relative luminance). */
function lettersOn(color: string): '#000' | '#fff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? '#000' : '#fff';
}

import type { ConfirmPage } from '../../../application/form/confirm-join.js';
import type { JoinForm } from '../../../application/form/join.js';
import type { TopicDocument } from '../../../projections/topics/topics.projection.js';
import type { FormTexts } from '../../../domain/form/form.js';
import { textsIn } from '../../../domain/shared/page-language.js';
import { escapeHtml } from '../../html/safe/escape-html.js';
import {
  button,
  form,
  framed,
  page,
  type PageFrame,
  type RenderedPage,
  usualSettings,
  whose,
} from '../unsubscribe/page.js';
import { pageWords } from '../unsubscribe/words.js';
import { type JoinWords, joinWords } from './join-words.js';

/** Named by no site, so that programs fill it in; people neither see nor reach it. */
export const trapField = 'website';

interface ShownForm extends Pick<JoinForm, 'formToken'> {
  readonly form: Pick<JoinForm['form'], 'id' | 'redirectUrl' | 'texts'>;
  readonly topics: readonly Pick<TopicDocument, 'name'>[];
}

/** The form's own page; `wrong`: what was typed is no address. */
export function joinPage(frame: PageFrame, shown: ShownForm, wrong?: string): RenderedPage {
  const words = joinWords[frame.language];
  const value = wrong === undefined ? '' : ` value="${escapeHtml(wrong)}" aria-invalid="true" aria-describedby="wrong"`;
  const { form: of, topics, formToken } = shown;
  const own = textsIn(of.texts, frame.language);
  return page({ ...frame, title: words.title, own, ...leadingTo(of.redirectUrl) }, [
    `<p class="ask">${escapeHtml(words.intro(named(words, topics)))}</p>`,
    form(`/subscribe/${of.id}`, formToken, [
      `<div class="fields"><label class="field" for="email">${escapeHtml(words.email)}</label>`,
      ...(wrong === undefined ? [] : [`<p class="wrong" id="wrong" role="alert">${escapeHtml(words.wrong)}</p>`]),
      `<input type="email" id="email" name="email" required maxlength="254" autocomplete="email"${value}></div>`,
      `<div class="trap" aria-hidden="true"><label>${escapeHtml(words.trap)} <input name="${trapField}" tabindex="-1" autocomplete="off"></label></div>`,
      button(own?.button ?? words.join),
    ]),
  ]);
}

/** What everyone reads who has sent the form, whether the address was known or not. */
export function joinedPage(
  frame: PageFrame,
  { form: { texts } }: Pick<ShownForm, 'form'>,
  address: string,
  asksConfirmation: boolean,
): RenderedPage {
  const words = joinWords[frame.language];
  const own = textsIn(texts, frame.language);
  const [title, hint] = asksConfirmation
    ? [words.checkInbox, words.checkInboxHint(address)]
    : [own?.thanks ?? words.received, null];
  return page({ ...frame, ...headed(words, own) }, [
    `<p class="ask" role="status">${escapeHtml(title)}</p>`,
    ...(hint === null ? [] : [`<p>${escapeHtml(hint)}</p>`]),
  ]);
}

interface ShownConfirmPage extends Omit<ConfirmPage, 'form' | 'topics' | 'page' | 'limitKey'> {
  readonly form: Pick<ConfirmPage['form'], 'texts'>;
  readonly topics: readonly Pick<TopicDocument, 'name'>[];
}

/** Asks before anything is done: a person to whom the link was forwarded sees whose address it is. */
export function confirmPage(frame: PageFrame, token: string, shown: ShownConfirmPage): RenderedPage {
  const words = joinWords[frame.language];
  if (shown.isSubscribed) return confirmedPage(frame, shown);
  return page({ ...frame, ...headed(words, textsIn(shown.form.texts, frame.language)) }, [
    `<p class="ask">${escapeHtml(words.confirmAsk(named(words, shown.topics)))}</p>`,
    ...(shown.hasLeftAll ? [`<p>${escapeHtml(words.backIn)}</p>`] : []),
    form(`/confirm/${token}`, shown.formToken, [button(words.join)]),
    ...whose(pageWords[frame.language], shown),
  ]);
}

export function confirmedPage(
  frame: PageFrame,
  shown: Pick<ShownConfirmPage, 'form' | 'topics' | 'address' | 'sender'>,
): RenderedPage {
  const words = joinWords[frame.language];
  const own = textsIn(shown.form.texts, frame.language);
  return page({ ...frame, ...headed(words, own) }, [
    `<p class="ask" role="status">${escapeHtml(words.confirmed(named(words, shown.topics)))}</p>`,
    ...(own?.thanks == null ? [] : [`<p class="own" dir="auto">${escapeHtml(own.thanks)}</p>`]),
    ...whose(pageWords[frame.language], shown),
  ]);
}

/** In place of a form. */
export function formProblemPage(
  language: PageFrame['language'],
  problem: 'no-form' | 'foreign' | 'busy',
): RenderedPage {
  const words = joinWords[language];
  const [title, hint] = {
    'no-form': [words.noForm, words.noFormHint],
    foreign: [words.foreign, words.foreignHint],
    busy: [pageWords[language].busy, pageWords[language].busyHint],
  }[problem] as [string, string];
  return framed({ settings: usualSettings, language }, title, [`<p>${escapeHtml(hint)}</p>`]);
}

/** After the form: its text invites, and is not said again. */
const headed = (words: JoinWords, own: FormTexts | undefined) => ({
  title: words.title,
  own: { title: own?.title ?? null },
});

const named = (words: JoinWords, topics: readonly Pick<TopicDocument, 'name'>[]): string =>
  topics.map(({ name }) => words.quoted(name)).join(', ');

const leadingTo = (redirectUrl: string | null) =>
  redirectUrl === null ? {} : { leadsTo: new URL(redirectUrl).origin };

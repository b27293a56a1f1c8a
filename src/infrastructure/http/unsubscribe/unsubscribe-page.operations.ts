import { z } from 'zod';
import { GetLeavePage, Leave, type LeavePage } from '../../../application/unsubscribe/leave.js';
import {
  ChangeUnsubscribePage,
  GetUnsubscribePage,
  PreviewUnsubscribePage,
  type ShownPage,
} from '../../../application/unsubscribe/unsubscribe-page.js';
import { mergedTexts, type PageLanguage, pageLanguages } from '../../../domain/shared/page-language.js';
import type { UnsubscribePageState } from '../../../domain/unsubscribe-page/unsubscribe-page.js';
import type { TopicDocument } from '../../../projections/topics/topics.projection.js';
import { httpPart } from '../http-part.js';
import type { Answer } from '../openapi/operation.js';
import { get, patch, post } from '../openapi/served.js';
import { topicId } from '../openapi/shared-examples.js';
import { askingPage, lookOf, preferencePage } from './page.js';
import { changeIn, ChangeUnsubscribePageBody, PreviewUnsubscribePageBody } from './unsubscribe-page.bodies.js';
import { UnsubscribeController } from './unsubscribe.controller.js';

const object = 'unsubscribe_page' as const;
const texts = z.strictObject({ title: z.string().nullable(), text: z.string().nullable() });
const page = z.strictObject({
  object: z.literal(object),
  version: z
    .int()
    .min(0)
    .describe(
      'The version of the page, or 0 if it was never changed. Choices on the page are recorded with its version.',
    ),
  color: z.string().nullable(),
  logo: z.string().nullable(),
  texts: z.partialRecord(z.enum(pageLanguages), texts).describe('The team’s texts by language.'),
  languages: z.array(z.enum(pageLanguages)).describe('The languages of Posthorn’s own texts.'),
});
const preview = z.strictObject({
  object: z.literal('unsubscribe_page_preview'),
  html: z.string().describe('The page as visitors see it. Its links and buttons do nothing.'),
});

function present({ version, settings }: UnsubscribePageState): Answer<typeof page> {
  return { object, version, ...settings, languages: [...pageLanguages] };
}

const shownAs = {
  object,
  version: 1,
  color: '#0f766e',
  logo: null,
  texts: { en: { title: 'Your emails from us', text: 'Choose what you want to hear about.' } },
  languages: [...pageLanguages],
};
const { color, texts: givenTexts } = shownAs;

const getPage = get({
  path: '/dashboard-api/unsubscribe-page',
  summary: 'Get the unsubscribe page',
  answer: page,
  examples: { page: { summary: 'A customized page', answer: shownAs } },
  runs: GetUnsubscribePage,
  input: ({ teamId }) => ({ teamId }),
  present,
});

const changePage = patch({
  path: '/dashboard-api/unsubscribe-page',
  summary: 'Change the unsubscribe page',
  description:
    'Absent fields do not change. Each change creates a new version, and older versions stay in the audit trail.',
  body: ChangeUnsubscribePageBody,
  answer: page,
  examples: {
    changed: { summary: 'A color and texts', request: { color, texts: givenTexts }, answer: shownAs },
  },
  runs: ChangeUnsubscribePage,
  input: ({ context, body }) => ({ context, change: changeIn(body) }),
  present,
});

const previewPage = post({
  path: '/dashboard-api/unsubscribe-page/preview',
  summary: 'Preview the unsubscribe page with unsaved changes',
  need: 'read-only',
  body: PreviewUnsubscribePageBody,
  answer: preview,
  examples: {
    german: {
      summary: 'A preview in German',
      request: { color, language: 'de' },
      answer: { object: 'unsubscribe_page_preview', html: '<!doctype html><html lang="de">…</html>' },
    },
  },
  runs: PreviewUnsubscribePage,
  input: ({ teamId }) => ({ teamId }),
  present: ({ version, settings, topics, brand }, { body, options }) => {
    const change = changeIn(body);
    const texts = mergedTexts(settings.texts, change.texts ?? {});
    const page = { version, settings: { ...settings, ...change, texts }, brand };
    const language = body.language ?? 'en';
    const frame = { ...lookOf(page, options.publicUrl), language, isPreview: true } as const;
    const sample = sampleOf(page, language, topics);
    const shown =
      body.page === 'preferences' ? preferencePage(frame, '', sample, false) : askingPage(frame, '', sample);
    return { object: 'unsubscribe_page_preview' as const, html: shown.html };
  },
});

const samples: Readonly<Record<PageLanguage, readonly [topic: string, description: string]>> = {
  en: ['Product news', 'What is new, once a month.'],
  de: ['Neuigkeiten', 'Einmal im Monat, was neu ist.'],
  fr: ['Nouveautés', 'Une fois par mois, ce qui est nouveau.'],
  es: ['Novedades', 'Lo nuevo, una vez al mes.'],
};

/** The topics of the team that everyone may choose; one of ours, where it has none. */
function sampleOf(
  page: ShownPage,
  language: PageLanguage,
  topics: readonly Pick<TopicDocument, 'id' | 'name' | 'description'>[],
): LeavePage {
  const [name, description] = samples[language];
  const shown = topics.length > 0 ? topics : [{ id: topicId, name, description }];
  const [first = null] = shown;
  return {
    address: 'ann@example.com',
    sender: 'news@example.com',
    topicId: first?.id ?? null,
    topicName: first?.name ?? null,
    isSubscribed: true,
    getsMarketing: true,
    topics: shown.map((topic, at) => ({ ...topic, isSubscribed: at === 0 })),
    page,
    formToken: '',
  };
}

export const unsubscribeHttp = httpPart({
  tag: {
    name: 'Unsubscribing',
    description:
      'The public pages of unsubscribe links, on which people unsubscribe and choose topics. No API key is required.',
  },
  noun: 'Page',
  operations: [getPage, changePage, previewPage],
  controllers: [UnsubscribeController],
  useCases: [GetLeavePage, Leave],
});

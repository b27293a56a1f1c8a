import type { FormSettings } from '../../../application/form/forms.js';
import type { FormDescription, FormTopic } from '../../../domain/form/form.js';
import type { Mailbox } from '../../../domain/shared/mailbox.js';
import { type PageLanguage, pageLanguages } from '../../../domain/shared/page-language.js';
import { described, Field, type FieldRule, isEmpty, type Problem, required } from '../edge/field.js';
import { mailbox } from '../edge/mailbox.js';
import { textsByLanguage } from '../edge/texts-by-language.js';
import { listOf, oneOf, orNull, text, trueOrFalse, uuid } from '../edge/rules.js';
import { membersOf, isList } from '../../../domain/shared/members.js';

const mostTopics = 20;
const mostOrigins = 20;
const maxUrlCharacters = 2_000;

/** A topic, and whether it waits for a confirmation. */
const topics: FieldRule<readonly FormTopic[]> = {
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: mostTopics,
    items: {
      type: 'object',
      required: ['topic_id'],
      properties: {
        topic_id: uuid.schema,
        double_opt_in: {
          type: 'boolean',
          default: true,
          description: 'Whether people are subscribed only after they confirm through a link in an email.',
        },
      },
    },
  },
  parse(value, field): { readonly value: readonly FormTopic[] } | Problem {
    const wrong = {
      problem: `Invalid \`${field}\` field. It must be a list of 1 to ${mostTopics} objects, each with a \`topic_id\` of its own, for example \`[{"topic_id":"…","double_opt_in":true}]\`.`,
    };
    if (!isList(value) || value.length < 1 || value.length > mostTopics) return wrong;
    const read = new Map<string, FormTopic>();
    for (const each of value) {
      if (typeof each !== 'object' || each === null) return wrong;
      const { topic_id: given, double_opt_in: asked } = membersOf(each);
      const isConfirmed = asked === undefined || isEmpty(asked) ? true : asked;
      const topicId = uuid.parse(given, field);
      if ('problem' in topicId || typeof isConfirmed !== 'boolean' || read.has(topicId.value)) return wrong;
      read.set(topicId.value, { topicId: topicId.value, isConfirmed });
    }
    return { value: [...read.values()] };
  },
};

const origin: FieldRule<string> = {
  schema: { type: 'string', format: 'uri' },
  parse(value, field) {
    const parsed = typeof value === 'string' && URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
    const isOrigin = parsed !== undefined && isWeb(parsed) && parsed.pathname === '/' && parsed.search === '';
    return isOrigin
      ? { value: parsed.origin }
      : {
          problem: `Invalid \`${field}\` field. Each must be the origin of a site, for example \`https://example.com\`.`,
        };
  },
};

const webUrl: FieldRule<string> = {
  schema: { type: 'string', format: 'uri', maxLength: maxUrlCharacters },
  parse: (value, field) =>
    typeof value === 'string' && value.length <= maxUrlCharacters && URL.canParse(value) && isWeb(new URL(value))
      ? { value: new URL(value).href }
      : {
          problem: `Invalid \`${field}\` field. It must be an \`https\` or \`http\` URL, for example \`https://example.com/thanks\`.`,
        },
};

const isWeb = ({ protocol, username }: URL): boolean =>
  (protocol === 'https:' || protocol === 'http:') && username === '';

const nameField = described(text(100), 'The name of the form, which only the team sees.');
const topicsField = described(topics, 'The topics to which people subscribe with the form.');
const segmentsField = described(
  listOf(uuid, 0, mostTopics),
  'The IDs of the segments to which the contact is added, with the confirmation if one is required.',
);
const originsField = described(
  listOf(origin, 0, mostOrigins),
  'The origins of the sites whose pages may send the form. If the list is empty, only the form’s own page and clients that are not browsers can send it.',
);
const redirectField = described(
  orNull(webUrl),
  'The URL that the browser opens after the form is sent. Null: a page of this server.',
);
const fromField = described(
  orNull(mailbox),
  'The sender of the confirmation emails, at a verified domain. Required if a topic has `double_opt_in`.',
);
const texts: FieldRule<FormDescription['texts']> = textsByLanguage(
  {
    title: {
      most: 100,
      description:
        'The heading of the form’s pages. Null for the heading of the unsubscribe page, or Posthorn’s own heading.',
    },
    text: { most: 2_000, description: 'The text below the heading of the form, in paragraphs. Null for none.' },
    button: { most: 50, description: 'The label of the button. Null for Posthorn’s own label.' },
    thanks: {
      most: 500,
      description:
        'The text that people read after they are subscribed: with double opt-in, after they confirm. Null for Posthorn’s own text.',
    },
  },
  (text) => ({ title: text('title'), text: text('text'), button: text('button'), thanks: text('thanks') }),
);
const textsField = described(
  texts,
  'Your texts by language. If a visitor’s language has no texts, the form shows your English texts. If you change a form, languages that you omit do not change.',
);
const enabledField = described(
  trueOrFalse,
  'Whether the form is enabled (default: true). Requests to a disabled form return 404.',
);

export class CreateFormBody {
  @Field(nameField, required) name!: string;
  @Field(topicsField, required) topics!: readonly FormTopic[];
  @Field(segmentsField) segments: readonly string[] | undefined;
  @Field(originsField) origins: readonly string[] | undefined;
  @Field(redirectField) redirect_url: string | null | undefined;
  @Field(fromField) from: Mailbox | null | undefined;
  @Field(enabledField) enabled: boolean | undefined;
  @Field(textsField) texts: FormDescription['texts'] | undefined;
}

export class ChangeFormBody {
  @Field(nameField) name: string | undefined;
  @Field(topicsField) topics: readonly FormTopic[] | undefined;
  @Field(segmentsField) segments: readonly string[] | undefined;
  @Field(originsField) origins: readonly string[] | undefined;
  @Field(redirectField) redirect_url: string | null | undefined;
  @Field(fromField) from: Mailbox | null | undefined;
  @Field(enabledField) enabled: boolean | undefined;
  @Field(textsField) texts: FormDescription['texts'] | undefined;
}

export const previewed = ['form', 'sent', 'email', 'confirm', 'confirmed'] as const;

export class PreviewFormBody {
  @Field(described(listOf(uuid, 0, mostTopics), 'The IDs of the topics to which people subscribe with the form.'))
  topics: readonly string[] | undefined;
  @Field(
    described(
      trueOrFalse,
      'Whether the form uses double opt-in, so that the next page asks people to open the confirmation email.',
    ),
  )
  double_opt_in: boolean | undefined;
  @Field(described(oneOf(pageLanguages), 'The language of the page (default: `en`).')) language:
    | PageLanguage
    | undefined;
  @Field(
    described(
      oneOf(previewed),
      'The page to preview. `form` (default): the form. `sent`: the page after the form is sent. `email`: the confirmation email. `confirm`: the page of the confirmation link. `confirmed`: the page after the confirmation.',
    ),
  )
  page: (typeof previewed)[number] | undefined;
  @Field(textsField) texts: FormDescription['texts'] | undefined;
}

export function settingsIn(body: CreateFormBody): FormSettings {
  const { name, topics, segments = [], origins = [], redirect_url: redirectUrl = null, from = null, texts = {} } = body;
  return { name, topics, segmentIds: segments, origins, redirectUrl, from, isEnabled: body.enabled ?? true, texts };
}

/** What is given. */
export function changeIn(body: ChangeFormBody): Partial<FormSettings> {
  const {
    name,
    topics,
    segments: segmentIds,
    origins,
    redirect_url: redirectUrl,
    from,
    enabled: isEnabled,
    texts,
  } = body;
  const given = Object.entries({ name, topics, segmentIds, origins, redirectUrl, from, isEnabled, texts });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

import type { FormSettings } from '../../../application/form/forms.js';
import type { FormTopic } from '../../../domain/form/form.js';
import type { Mailbox } from '../../../domain/shared/mailbox.js';
import { type PageLanguage, pageLanguages } from '../../../domain/unsubscribe-page/events.js';
import { described, Field, type FieldRule, isEmpty, type Problem, required } from '../edge/field.js';
import { mailbox } from '../edge/mailbox.js';
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
          description: 'Nothing is subscribed before the person has confirmed it by a link in an email.',
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

const nameField = described(text(100), 'For the team: visitors do not see it.');
const topicsField = described(topics, 'What a person who joins subscribes to.');
const segmentsField = described(
  listOf(uuid, 0, mostTopics),
  'Segments that the contact is added to, once everything is confirmed.',
);
const originsField = described(
  listOf(origin, 0, mostOrigins),
  'Sites whose pages may send the form. Without any it works on its own page, and for programs that are no browser.',
);
const redirectField = described(orNull(webUrl), 'Where a browser goes afterwards. Null: to a page of this server.');
const fromField = described(
  orNull(mailbox),
  'Sender of the emails that ask for a confirmation, at a verified domain. Required where a topic has `double_opt_in`.',
);
const enabledField = described(trueOrFalse, 'A form that is off is answered as one that does not exist.');

export class CreateFormBody {
  @Field(nameField, required) name!: string;
  @Field(topicsField, required) topics!: readonly FormTopic[];
  @Field(segmentsField) segments: readonly string[] | undefined;
  @Field(originsField) origins: readonly string[] | undefined;
  @Field(redirectField) redirect_url: string | null | undefined;
  @Field(fromField) from: Mailbox | null | undefined;
  @Field(enabledField) enabled: boolean | undefined;
}

export class ChangeFormBody {
  @Field(nameField) name: string | undefined;
  @Field(topicsField) topics: readonly FormTopic[] | undefined;
  @Field(segmentsField) segments: readonly string[] | undefined;
  @Field(originsField) origins: readonly string[] | undefined;
  @Field(redirectField) redirect_url: string | null | undefined;
  @Field(fromField) from: Mailbox | null | undefined;
  @Field(enabledField) enabled: boolean | undefined;
}

export const previewed = ['form', 'sent', 'confirm'] as const;

export class PreviewFormBody {
  @Field(described(listOf(uuid, 0, mostTopics), 'What a person who joins subscribes to.')) topics:
    | readonly string[]
    | undefined;
  @Field(described(trueOrFalse, 'Whether the page after it asks to confirm by an email.')) double_opt_in:
    | boolean
    | undefined;
  @Field(described(oneOf(pageLanguages), 'Of the visitor. English where none is given.')) language:
    | PageLanguage
    | undefined;
  @Field(described(oneOf(previewed), 'The form, the page after it, or that of the link to confirm. Default: `form`.'))
  page: (typeof previewed)[number] | undefined;
}

export function settingsIn(body: CreateFormBody): FormSettings {
  const { name, topics, segments = [], origins = [], redirect_url: redirectUrl = null, from = null } = body;
  return { name, topics, segmentIds: segments, origins, redirectUrl, from, isEnabled: body.enabled ?? true };
}

/** What is given. */
export function changeIn(body: ChangeFormBody): Partial<FormSettings> {
  const { name, topics, segments: segmentIds, origins, redirect_url: redirectUrl, from, enabled: isEnabled } = body;
  const given = Object.entries({ name, topics, segmentIds, origins, redirectUrl, from, isEnabled });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

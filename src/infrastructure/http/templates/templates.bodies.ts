import { type TrackChoice, trackChoices } from '../../../domain/shared/accepted-email.js';
import type { TemplateSettings } from '../../../application/template/template-settings.js';
import type { Mailbox } from '../../../domain/shared/mailbox.js';
import {
  reservedNames,
  type TemplateVariable,
  variableTypes,
  type WrittenDocument,
} from '../../../domain/template/content.js';
import { isObjectName } from '../../../domain/shared/object-names.js';
import { described, Field, type FieldRule, isEmpty, type Problem, required, withoutEmpty } from '../edge/field.js';
import { mailbox, mailboxes } from '../edge/mailbox.js';
import { oneOf, orNull, text } from '../edge/rules.js';
import { hasControlCharacters, headerText } from '../edge/text.js';
import { isUuid } from '../edge/uuid.js';
import { documentField, withHtml } from './document.field.js';
import { membersOf } from '../../../domain/shared/members.js';

const maxSubjectOctets = 998;
const maxCharacters = 1_000_000;
const maxVariables = 50;
const keyPattern = /^[A-Za-z0-9_]{1,50}$/;
const maxAliasCharacters = 100;

const alias: FieldRule<string> = {
  schema: { type: 'string', minLength: 1, maxLength: maxAliasCharacters },
  parse(value, field) {
    if (typeof value === 'string' && isAlias(value.trim())) return { value: value.trim() };
    return {
      problem: `Invalid \`${field}\` field. It must be one line of 1 to ${maxAliasCharacters} characters and no UUID, for example \`order-confirmation\`.`,
    };
  },
};

/** It stands in paths: a UUID would be an id there, and dots alone are dropped from a path. */
const isAlias = (text: string): boolean =>
  text !== '' &&
  text.length <= maxAliasCharacters &&
  !hasControlCharacters(text) &&
  !isUuid(text) &&
  !/^\.+$/.test(text);

const variables: FieldRule<readonly TemplateVariable[]> = {
  schema: {
    type: 'array',
    maxItems: maxVariables,
    items: {
      type: 'object',
      required: ['key', 'type'],
      properties: {
        key: {
          type: 'string',
          pattern: keyPattern.source,
          description: 'The name of the variable, which the content uses in braces.',
        },
        type: { type: 'string', enum: variableTypes, description: 'The type of the values.' },
        fallback_value: {
          description:
            'The value to use if an email contains none. It has the type of the variable. Without a fallback value, each email must contain a value.',
        },
      },
    },
  },
  parse(value, field) {
    if (!Array.isArray(value) || value.length > maxVariables) {
      return { problem: `Invalid \`${field}\` field. It must be a list of at most ${maxVariables} variables.` };
    }
    const read: TemplateVariable[] = [];
    for (const [index, item] of withoutEmpty(value).entries()) {
      const one = readVariable(item, `${field}[${index}]`);
      if ('problem' in one) return one;
      if (read.some(({ key }) => key === one.value.key)) {
        return { problem: `Invalid \`${field}[${index}].key\` field. \`${one.value.key}\` is listed twice.` };
      }
      read.push(one.value);
    }
    return { value: read };
  },
};

function readVariable(item: unknown, field: string): { readonly value: TemplateVariable } | Problem {
  const { key, type, fallback_value: given = null } = membersOf(item);
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    return { problem: `Invalid \`${field}.key\` field. It must be 1 to 50 ASCII letters, digits or underscores.` };
  }
  if (isObjectName(key)) {
    return { problem: `Invalid \`${field}.key\` field. \`${key}\` cannot be a name: use another key.` };
  }
  if (reservedNames.some((name) => name === key)) {
    return { problem: `Invalid \`${field}.key\` field. \`${key}\` is filled in by the server: use another key.` };
  }
  const known = variableTypes.find((each) => each === type);
  if (known === undefined) {
    return { problem: `Invalid \`${field}.type\` field. It must be one of ${variableTypes.join(', ')}.` };
  }
  const fallback = isEmpty(given) && typeOf(given) !== known ? null : given;
  if (fallback !== null && typeOf(fallback) !== known) {
    return { problem: `Invalid \`${field}.fallback_value\` field. It must be of the type \`${known}\`.` };
  }
  // It has the type that was just looked at.
  return { value: { key, type: known, fallback: fallback as TemplateVariable['fallback'] } };
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

const name = described(text(200), 'The name of the template, which only the team sees.');
const aliasField = described(
  orNull(alias),
  'A name that you can use instead of the ID. It is unique in the team. Null: no alias.',
);
const html = described(
  text(maxCharacters),
  'The content as HTML. Variables are written as `{{{NAME}}}` or `{{{NAME|fallback}}}`.',
);
/** May be empty, unlike the html of a template. */
export const plainText: FieldRule<string> = {
  schema: { type: 'string', maxLength: maxCharacters },
  parse(value, field) {
    return typeof value === 'string' && value.length <= maxCharacters
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a string of at most ${maxCharacters} characters.` };
  },
};
export const textField = described(
  orNull(plainText),
  'The content as plain text. Null or omitted: derived from `html`. An empty string: emails have no text part.',
);
export const subject = described(
  orNull(headerText(maxSubjectOctets)),
  'The subject, on one line. Can contain variables.',
);
const from = described(orNull(mailbox), 'The sender of emails that do not set `from`.');
const replyTo = described(
  orNull(mailboxes(0)),
  'The addresses of the `Reply-To` field of emails that do not set `reply_to`.',
);
const tracking = described(
  orNull(oneOf<TrackChoice>(trackChoices)),
  'What to track of what the domain tracks: only `opens`, only `clicks`, or `none`. The `X-Posthorn-Tracking` header of an email takes precedence. Null: everything that the domain tracks. Posthorn only: other servers of this API do not have it.',
);
export const variablesField = described(variables, 'The variables of the content, each with its type.');

export class CreateTemplateBody {
  @Field(name, required) name!: string;
  @Field(html, required) html!: string;
  @Field(documentField) document: WrittenDocument | null | undefined;
  @Field(aliasField) alias: string | null | undefined;
  @Field(from) from: Mailbox | null | undefined;
  @Field(subject) subject: string | null | undefined;
  @Field(replyTo) reply_to: readonly Mailbox[] | null | undefined;
  @Field(textField) text: string | null | undefined;
  @Field(variablesField) variables: readonly TemplateVariable[] | undefined;
  @Field(tracking) tracking: TrackChoice | null | undefined;
}

export class ChangeTemplateBody {
  @Field(name) name: string | undefined;
  @Field(html, withHtml) html: string | undefined;
  @Field(documentField) document: WrittenDocument | null | undefined;
  @Field(aliasField) alias: string | null | undefined;
  @Field(from) from: Mailbox | null | undefined;
  @Field(subject) subject: string | null | undefined;
  @Field(replyTo) reply_to: readonly Mailbox[] | null | undefined;
  @Field(textField) text: string | null | undefined;
  @Field(variablesField) variables: readonly TemplateVariable[] | undefined;
  @Field(tracking) tracking: TrackChoice | null | undefined;
}

/** What was changed and not yet saved. */
export class CheckTemplateBody {
  @Field(html) html: string | undefined;
  @Field(from) from: Mailbox | null | undefined;
  @Field(subject) subject: string | null | undefined;
  @Field(textField) text: string | null | undefined;
  @Field(variablesField) variables: readonly TemplateVariable[] | undefined;
}

/** What a body says, under the application's names; what it leaves out is undefined. */
export function settingsIn({ reply_to: replyTo, tracking: track, ...body }: ChangeTemplateBody): TemplateSettings {
  return { ...body, replyTo, ...(track === undefined ? {} : { track }) };
}

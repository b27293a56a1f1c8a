import { z } from 'zod';
import type { ShownTemplate } from '../../../application/template/templates.js';
import { trackChoices } from '../../../domain/shared/accepted-email.js';
import { formatMailbox } from '../../../domain/shared/mailbox.js';
import { variableTypes } from '../../../domain/template/content.js';
import type { TemplateDocument } from '../../../projections/templates/templates.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { createdAt } from '../openapi/shared-examples.js';
import { id, loggedText, timestamp } from '../openapi/shared-schemas.js';
import { ids } from '../../system/ids.js';

export const object = 'template' as const;
export const templateId = '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3c11';

/** For an operation on one template, named by its id or its alias. */
export const ofOne = {
  parameters: [
    {
      in: 'path',
      name: 'template',
      required: true,
      schema: { type: 'string' },
      description: 'The ID or the alias of the template.',
    },
  ],
  errors: { 404: ['not_found'] },
} as const;

export const row = z.strictObject({
  id,
  name: loggedText,
  status: z.enum(['draft', 'published']).describe('`published`: a version is published, so the template can be sent.'),
  published_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  alias: loggedText.nullable(),
  version: z
    .int()
    .min(1)
    .nullable()
    .describe(
      'The number of the published version. Null if no version is published. Posthorn only: other servers of this API do not have it.',
    ),
  has_unpublished_versions: z
    .boolean()
    .describe(
      'True if the draft differs from the published version. In lists, Posthorn only: other servers of this API do not have it.',
    ),
});

const variable = z.strictObject({
  id,
  key: loggedText,
  type: z.enum(variableTypes),
  fallback_value: z
    .union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

const mailboxText = z.string().meta({ 'x-logged': 'domains' });
const content = {
  from: mailboxText.nullable(),
  subject: z.string().nullable(),
  reply_to: z.array(mailboxText).nullable(),
  html: z.string(),
  text: z.string().nullable(),
  text_derived: z
    .boolean()
    .describe(
      'True if no `text` was given, so it is derived from `html`. Posthorn only: other servers of this API do not have it.',
    ),
  variables: z.array(variable),
  document: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'The editor document from which `html` was generated. Null if the HTML was not written in the editor. Posthorn only: other servers of this API do not have it.',
    ),
  tracking: z
    .enum(trackChoices)
    .nullable()
    .describe(
      'What to track of what the domain tracks: only `opens`, only `clicks`, or `none`. Null: everything that the domain tracks. Posthorn only: other servers of this API do not have it.',
    ),
};
export const whole = row.extend({
  object: z.literal(object),
  current_version_id: id.describe('The ID of the published version, or of the draft if no version is published.'),
  ...content,
});
export const versionRow = z.strictObject({ id, version: z.int().min(1), published_at: timestamp });
export const wholeVersion = versionRow.extend({ object: z.literal('template_version'), ...content });

export function present({ id: templateId, name, alias, versions, ...document }: TemplateDocument): Answer<typeof row> {
  const last = versions.at(-1);
  return {
    id: templateId,
    name,
    status: last === undefined ? 'draft' : 'published',
    published_at: last === undefined ? null : restTimestamp(last.publishedAt),
    created_at: restTimestamp(document.createdAt),
    updated_at: restTimestamp(document.updatedAt),
    alias,
    version: last?.version ?? null,
    has_unpublished_versions: last?.content.blobId !== document.content.blobId,
  };
}

/** With the content of the draft. */
export function presentWhole({ document, content }: ShownTemplate): Answer<typeof whole> {
  const last = document.versions.at(-1);
  return {
    object,
    ...present(document),
    current_version_id: (last ?? document).content.blobId,
    ...presentContent(document, content),
  };
}

type PublishedVersion = TemplateDocument['versions'][number];

export function presentVersion({ version, content, publishedAt }: PublishedVersion): Answer<typeof versionRow> {
  return { id: content.blobId, version, published_at: restTimestamp(publishedAt) };
}

export function presentWholeVersion({
  document,
  content,
  version,
}: ShownTemplate & { readonly version: PublishedVersion }): Answer<typeof wholeVersion> {
  return { object: 'template_version', ...presentVersion(version), ...presentContent(document, content) };
}

function presentContent(document: TemplateDocument, content: ShownTemplate['content']) {
  const { created_at, updated_at } = present(document);
  return {
    from: content.from === null ? null : formatMailbox(content.from),
    subject: content.subject,
    reply_to: content.replyTo === null ? null : content.replyTo.map(formatMailbox),
    html: content.html,
    text: content.text === '' ? null : content.text,
    tracking: content.track ?? null,
    text_derived: content.isTextDerived,
    document: content.document === undefined ? null : { ...content.document },
    variables: content.variables.map(({ key, type, fallback }, index) => ({
      id: ids.derived(document.id, index),
      key,
      type,
      // What the edge took as a fallback.
      fallback_value: fallback as Answer<typeof variable>['fallback_value'],
      created_at,
      updated_at,
    })),
  };
}

export const exampleRow = {
  id: templateId,
  name: 'Receipt',
  status: 'published',
  published_at: createdAt,
  created_at: createdAt,
  updated_at: createdAt,
  alias: 'receipt',
  version: 1,
  has_unpublished_versions: false,
} as const;
export const exampleBody = {
  name: 'Receipt',
  alias: 'receipt',
  from: 'Shop <shop@example.com>',
  subject: 'Your order {{{ORDER}}}',
  html: '<p>Thank you, {{{NAME|dear customer}}}.</p>',
  variables: [{ key: 'ORDER', type: 'string' }],
} as const;
const exampleContent = {
  from: exampleBody.from,
  subject: exampleBody.subject,
  reply_to: null,
  html: exampleBody.html,
  text: 'Thank you, {{{NAME|dear customer}}}.',
  tracking: null,
  document: null,
  text_derived: true,
  variables: [
    {
      id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3c33',
      key: 'ORDER',
      type: 'string',
      fallback_value: null,
      created_at: createdAt,
      updated_at: createdAt,
    },
  ],
} as const;
export const exampleVersion = {
  id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3c22',
  version: 1,
  published_at: createdAt,
} as const;
export const exampleWholeVersion = { object: 'template_version', ...exampleVersion, ...exampleContent } as const;
export const exampleWhole = {
  object,
  ...exampleRow,
  current_version_id: exampleVersion.id,
  ...exampleContent,
} as const;

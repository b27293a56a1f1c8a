import { contentCheckWords } from '../../../domain/shared/content-checks.js';
import { z } from 'zod';
import type { CheckedFindings } from '../../../application/template/check-content.js';
import { CheckTemplate } from '../../../application/template/check-template.js';
import { templateKey } from '../../../application/template/template-streams.js';
import { contentChecks, contentParts, severities } from '../../../domain/template/check/finding.js';
import type { Answer } from '../openapi/operation.js';
import { get, post } from '../openapi/served.js';
import { CheckTemplateBody } from './templates.bodies.js';
import { ofOne } from './templates.answers.js';

const place = z.strictObject({
  part: z.enum(contentParts),
  line: z
    .int()
    .min(1)
    .nullable()
    .describe('The number of the line, from 1. Null if the finding is about the whole part.'),
  column: z
    .int()
    .min(1)
    .nullable()
    .describe('The column, from 1, in UTF-16 code units. Null if the finding is about the whole part.'),
});

const finding = z.strictObject({
  name: z.enum(contentChecks).describe('The name of the check, which does not change.'),
  severity: z
    .enum(severities)
    .describe('`error`: affects all recipients. `warning`: affects some recipients. `note`: a suggestion.'),
  seen: z.string().describe('What the check found.'),
  why: z.string().describe('Why the finding matters.'),
  fix: z.string().describe('How to fix the problem.'),
  source: z
    .strictObject({ name: z.string(), url: z.url() })
    .nullable()
    .describe('The source of the rule. Null if the rule follows from how the server sends email.'),
  place: place
    .nullable()
    .describe('The position of the problem. Null if the finding has no position, for example if something is missing.'),
  refused: z
    .boolean()
    .describe('True if this server refuses to publish a draft with this finding (`TEMPLATE_CHECK_REFUSES`).'),
});

const templateCheck = z.strictObject({
  object: z.literal('template_check'),
  findings: z.array(finding).describe('The findings, most severe first. At most 20 findings per name.'),
  refused: z.boolean().describe('True if the server would refuse to publish the draft.'),
});

/** The answer to what was checked, of a template or another content. */
function presentCheck({ findings, isRefused }: CheckedFindings): Answer<typeof templateCheck> {
  return {
    object: 'template_check',
    findings: findings.map(({ isRefused: refused, place: where, ...shown }) => ({
      ...shown,
      place: where === null ? null : { part: where.part, line: where.line ?? null, column: where.column ?? null },
      refused,
    })),
    refused: isRefused,
  };
}

const words = contentCheckWords['alt-texts'];
const example = {
  object: 'template_check',
  findings: [
    {
      name: 'alt-texts',
      severity: 'warning',
      seen: 'The image `https://example.com/logo.png` has no `alt`.',
      why: words.why,
      fix: words.remedy,
      source: words.source,
      place: { part: 'html', line: 3, column: 5 },
      refused: false,
    },
  ],
  refused: false,
} as const;

export const getCheck = get({
  path: '/templates/{template}/check',
  summary: 'Check the draft of a template',
  description:
    'Finds problems that recipients would have in their email clients. Posthorn only: other servers of this API do not have it.',
  ...ofOne,
  answer: templateCheck,
  examples: { one: { summary: 'An image without alternative text', answer: example } },
  runs: CheckTemplate,
  input: ({ teamId, path, content }) => ({
    teamId,
    key: templateKey(path.template),
    settings: {},
    reading: content,
    readContent: content.readContent,
  }),
  present: presentCheck,
});

export const checkChanges = post({
  path: '/dashboard-api/templates/{template}/check',
  summary: 'Check the draft of a template with unsaved changes',
  description: 'Fields that you omit have the values of the draft. Nothing is stored.',
  ...ofOne,
  errors: { ...ofOne.errors, 422: ['validation_error'] },
  body: CheckTemplateBody,
  answer: templateCheck,
  examples: {
    one: {
      summary: 'An image without alternative text',
      request: { html: '<p>\n  Hello\n    <img src="https://example.com/logo.png">\n</p>' },
      answer: example,
    },
  },
  runs: CheckTemplate,
  input: ({ teamId, path, body, content }) => ({
    teamId,
    key: templateKey(path.template),
    settings: body,
    reading: content,
    readContent: content.readContent,
  }),
  present: presentCheck,
});

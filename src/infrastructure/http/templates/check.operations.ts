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
  line: z.int().min(1).nullable().describe('From 1; null where it is about the whole part.'),
  column: z.int().min(1).nullable().describe('From 1, in UTF-16 units.'),
});

const finding = z.strictObject({
  name: z.enum(contentChecks).describe('The stable name of the check.'),
  severity: z
    .enum(severities)
    .describe('`error`: people will not get what was meant. `warning`: some will not. `note`: it could be better.'),
  seen: z.string().describe('What was seen.'),
  why: z.string().describe('Why it matters.'),
  fix: z.string().describe('What to do.'),
  source: z
    .strictObject({ name: z.string(), url: z.url() })
    .nullable()
    .describe('Who says so; null where it follows from how the server sends.'),
  place: place.nullable().describe('Where it stands; null where something is missing.'),
  refused: z.boolean().describe('This installation publishes nothing with it (`TEMPLATE_CHECK_REFUSES`).'),
});

const templateCheck = z.strictObject({
  object: z.literal('template_check'),
  findings: z.array(finding).describe('The worst first. At most 20 of each name.'),
  refused: z.boolean().describe('Whether publishing it would be refused.'),
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
  summary: 'What is wrong with the draft of a template',
  description: 'What would not reach people as it was meant, by rules about email clients. An extra of this server.',
  ...ofOne,
  answer: templateCheck,
  examples: { one: { summary: 'An image without a text', answer: example } },
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
  summary: 'What is wrong with the draft of a template, with changes that are not saved',
  description: 'What is left out is as the draft has it. Nothing is stored.',
  ...ofOne,
  errors: { ...ofOne.errors, 422: ['validation_error'] },
  body: CheckTemplateBody,
  answer: templateCheck,
  examples: {
    one: {
      summary: 'An image without a text',
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

import { z } from 'zod';
import { actorKinds } from '../../../../domain/shared/recorded.js';
import { ListTemplateVersions } from '../../../../application/template/template-versions.js';
import { templateKey } from '../../../../application/template/template-streams.js';
import { PreviewTemplate } from '../../../../application/template/preview-template.js';
import { SendTemplateTest } from '../../../../application/submission/send-template-test.js';
import type { Mailbox } from '../../../../domain/shared/mailbox.js';
import type { TemplateVariable } from '../../../../domain/template/content.js';
import type { VariableRefusal } from '../../../../domain/template/merge.js';
import { invalid } from '../../edge/errors/api-error.js';
import { described, Field, type FieldRule, required } from '../../edge/field.js';
import { mailbox, mailboxes } from '../../edge/mailbox.js';
import { orNull } from '../../edge/rules.js';
import { describeSendRefusal, emailRefusals } from '../../emails/email.refusals.js';
import { httpPart } from '../../http-part.js';
import { withOwnImages } from '../../images/own-images.js';
import { get, post } from '../../openapi/served.js';
import { emailId, listOf } from '../../openapi/shared-examples.js';
import { id, listOf as listSchema } from '../../openapi/shared-schemas.js';
import { exampleBody, exampleVersion, ofOne, presentVersion, versionRow } from '../../templates/templates.answers.js';
import { plainText, subject, textField, variablesField } from '../../templates/templates.bodies.js';
import { membersOf } from '../../../../domain/shared/members.js';

const { parameters } = ofOne;
const mostValues = 100;
const mostRecipients = 10;

const values: FieldRule<Readonly<Record<string, unknown>>> = {
  schema: {
    type: 'object',
    maxProperties: mostValues,
    description:
      'A value for each variable, including variables that the server usually supplies, such as `FIRST_NAME`.',
  },
  parse(value, field) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.keys(value).length <= mostValues
      ? { value: membersOf(value) }
      : { problem: `Invalid \`${field}\` field. It must be an object with at most ${mostValues} members.` };
  },
};

class PreviewTemplateBody {
  @Field(described(plainText, 'The HTML of the template.'), required) html!: string;
  @Field(textField) text: string | null | undefined;
  @Field(subject) subject: string | null | undefined;
  @Field(variablesField) variables: readonly TemplateVariable[] | undefined;
  @Field(values) values: Readonly<Record<string, unknown>> | undefined;
}

const problem = z.strictObject({ variable: z.string(), message: z.string() });
const preview = z.strictObject({
  object: z.literal('template_preview'),
  subject: z.string(),
  html: z
    .string()
    .nullable()
    .describe(
      'The sanitized HTML, as a document for a sandboxed frame. Null if sanitizing it took too long or too much memory.',
    ),
  text: z.string().nullable(),
  cut: z.boolean().describe('True if the content is truncated.'),
  variables: z.array(z.string()).describe('The names of all used and declared variables.'),
  problems: z
    .array(problem)
    .describe('The variables without a value or with an invalid value. The preview shows them unchanged.'),
});

const sentenceOf = (problem: VariableRefusal): string =>
  problem.refused === 'missing-variable' ? 'Missing value. There is no fallback.' : `Must be ${problem.expected}.`;

const previewTemplate = post({
  path: '/dashboard-api/templates/preview',
  summary: 'Preview a template with unsaved changes',
  status: 200,
  need: 'read-only',
  body: PreviewTemplateBody,
  answer: preview,
  examples: {
    receipt: {
      summary: 'A preview with a missing value',
      request: { html: exampleBody.html, subject: exampleBody.subject, values: { NAME: 'Ann' } },
      answer: {
        object: 'template_preview',
        subject: 'Your order {{{ORDER}}}',
        html: '<!doctype html><html>…</html>',
        text: 'Thank you, Ann.',
        cut: false,
        variables: ['ORDER', 'NAME'],
        problems: [{ variable: 'ORDER', message: 'Missing value. There is no fallback.' }],
      },
    },
  },
  runs: PreviewTemplate,
  input: ({ body: { html, text, subject, variables, values = {} }, content }) => ({
    settings: { html, text: text ?? null, subject: subject ?? null, variables: variables ?? [] },
    values,
    reading: content,
  }),
  present: async ({ html, text, subject, variables, problems }, asked) => {
    const texts = { ...(await withOwnImages(html, asked)), ...(text === undefined ? {} : { text }) };
    const shown = await asked.content.shownMail(texts);
    return {
      object: 'template_preview' as const,
      subject,
      html: shown.html,
      text: shown.text,
      cut: shown.cut,
      variables,
      problems: problems.map((each) => ({ variable: each.variable, message: sentenceOf(each) })),
    };
  },
});

const actor = z.strictObject({ kind: z.enum(actorKinds), id: z.string() });
const exampleActor = { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-5b1d0f2a3c44' } as const;
const shownVersion = versionRow.extend({ actor: actor.describe('The actor that published the version.') });

const listVersions = get({
  path: '/dashboard-api/templates/{template}/versions',
  summary: 'List the published versions of a template, newest first',
  ...ofOne,
  answer: listSchema(shownVersion),
  examples: { one: { summary: 'A published version', answer: listOf({ ...exampleVersion, actor: exampleActor }) } },
  runs: ListTemplateVersions,
  input: ({ teamId, path }) => ({ teamId, key: templateKey(path.template) }),
  present: (versions) => ({
    object: 'list' as const,
    has_more: false,
    data: versions.map((each) => ({ ...presentVersion(each), actor: each.publishedBy })),
  }),
});

class TestTemplateBody {
  @Field(described(recipients(), 'The addresses that get the test. Each gets a separate email.'), required)
  to!: readonly Mailbox[];
  @Field(described(orNull(mailbox), 'The sender (default: the sender of the template).')) from:
    | Mailbox
    | null
    | undefined;
  @Field(values) values: Readonly<Record<string, unknown>> | undefined;
}

function recipients(): FieldRule<readonly Mailbox[]> {
  const several = mailboxes(1);
  return {
    ...several,
    parse(value, field) {
      const read = several.parse(value, field);
      const isMany = 'value' in read && read.value.length > mostRecipients;
      return isMany ? { problem: `Invalid \`${field}\` field. It holds at most ${mostRecipients} addresses.` } : read;
    },
  };
}

const testTemplate = post({
  path: '/dashboard-api/templates/{template}/test',
  summary: 'Send a test email with the draft of a template',
  description: 'Each address gets a separate email with the given values. Either all emails are accepted or none.',
  parameters,
  errors: { 403: ['validation_error'], 404: ['not_found'], 422: ['validation_error', 'missing_required_field'] },
  status: 200,
  body: TestTemplateBody,
  answer: z.strictObject({ object: z.literal('template_test'), emails: z.array(id) }),
  examples: {
    sent: {
      summary: 'A test to one address',
      request: { to: ['delivered@resend.dev'], from: 'Shop <onboarding@resend.dev>', values: {} },
      answer: { object: 'template_test', emails: [emailId] },
    },
  },
  runs: SendTemplateTest,
  input: ({ context, caller: { principal }, path, body }) => ({
    context,
    principal,
    key: templateKey(path.template),
    to: body.to,
    from: body.from ?? undefined,
    values: body.values ?? {},
    describe: describeSendRefusal,
  }),
  present: ({ emailIds }) => ({ object: 'template_test' as const, emails: emailIds }),
});

export const templateRoomHttp = httpPart({
  noun: 'Template',
  operations: [previewTemplate, listVersions, testTemplate],
  refusals: {
    ...emailRefusals,
    'missing-variable': ({ variable }) =>
      invalid(`Missing value for \`${variable}\` in \`values\`. The template has no fallback for it.`),
    'wrong-variable': ({ variable, expected }) =>
      invalid(`Invalid value for \`${variable}\` in \`values\`. It must be ${expected}.`),
  },
});

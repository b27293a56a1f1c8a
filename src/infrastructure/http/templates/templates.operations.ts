import {
  ChangeTemplate,
  CreateTemplate,
  DeleteTemplate,
  DuplicateTemplate,
  GetTemplate,
  GetTemplateVersion,
  ListTemplates,
  PublishTemplate,
  type RefusedByCheck,
  RestoreTemplate,
} from '../../../application/template/templates.js';
import { templateKey } from '../../../application/template/template-streams.js';
import { invalid, notFound } from '../edge/errors/api-error.js';
import { described, Field, type FieldRule, required } from '../edge/field.js';
import { inSearchedList } from '../edge/page.js';
import { httpPart } from '../http-part.js';
import { filters, searchFilter } from '../openapi/filters.js';
import { page } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { listOf } from '../openapi/shared-examples.js';
import { changed, deleted, oneChanged, oneDeleted, searchedListOf } from '../openapi/shared-schemas.js';
import { checkChanges, getCheck } from './check.operations.js';
import {
  exampleBody,
  exampleRow,
  exampleWhole,
  exampleWholeVersion,
  object,
  ofOne,
  present,
  presentWhole,
  presentWholeVersion,
  row,
  templateId,
  whole,
  wholeVersion,
} from './templates.answers.js';
import { ChangeTemplateBody, CreateTemplateBody, settingsIn } from './templates.bodies.js';

const { parameters } = ofOne;
const changeErrors = { 404: ['not_found'], 422: ['validation_error'] } as const;
const one = { object, id: templateId };
const filter = filters({
  search: searchFilter(
    'Only templates whose name or alias contains words that begin with these words. Posthorn only: other servers of this API do not have it.',
  ),
});

const createTemplate = post({
  path: '/templates',
  summary: 'Create a template',
  description: 'Creates a draft, which you can send after you publish it.',
  body: CreateTemplateBody,
  status: 201,
  answer: oneChanged(object),
  examples: { created: { summary: 'A template with a variable and a fallback', request: exampleBody, answer: one } },
  runs: CreateTemplate,
  input: ({ context, body, content }) => ({
    context,
    settings: { ...settingsIn(body), name: body.name, html: body.html },
    reading: content,
  }),
  present: changed(object),
});
const listTemplates = get({
  path: '/templates',
  isPageRead: true,
  summary: 'List templates, newest first',
  parameters: [...filter.parameters, ...page],
  answer: searchedListOf(row),
  examples: { list: { summary: 'A list with one template', answer: listOf(exampleRow) } },
  runs: ListTemplates,
  input: ({ teamId, page, query }) => ({ teamId, page, ...filter.read(query) }),
  isLongRead: ({ search }) => search !== undefined,
  present: inSearchedList(present),
});
const getTemplate = get({
  path: '/templates/{template}',
  isPageRead: true,
  summary: 'Get a template',
  description: 'Returns the content of the draft.',
  ...ofOne,
  answer: whole,
  examples: { one: { summary: 'A template', answer: exampleWhole } },
  runs: GetTemplate,
  input: ({ teamId, path }) => ({ teamId, key: templateKey(path.template) }),
  present: presentWhole,
});
const changeTemplate = patch({
  path: '/templates/{template}',
  savesWriting: true,
  summary: 'Change the draft of a template',
  description: 'Fields that you omit do not change. Emails use the published version until you publish the draft.',
  parameters,
  errors: changeErrors,
  body: ChangeTemplateBody,
  answer: oneChanged(object),
  examples: { changed: { summary: 'A changed subject', request: { subject: 'Order {{{ORDER}}}' }, answer: one } },
  runs: ChangeTemplate,
  input: ({ context, path, body, content }) => ({
    context,
    key: templateKey(path.template),
    settings: settingsIn(body),
    reading: content,
  }),
  present: changed(object),
});
const publishTemplate = post({
  path: '/templates/{template}/publish',
  summary: 'Publish the draft of a template',
  description:
    'Makes the draft the next version, which new emails use. Emails that were already accepted keep their version. If the draft does not differ from the published version, nothing changes.',
  parameters,
  errors: changeErrors,
  status: 200,
  answer: oneChanged(object),
  examples: { published: { summary: 'A published template', answer: one } },
  runs: PublishTemplate,
  input: ({ context, path, content: { readContent } }) => ({ context, key: templateKey(path.template), readContent }),
  present: changed(object),
});
const duplicateTemplate = post({
  path: '/templates/{template}/duplicate',
  summary: 'Duplicate a template',
  description: 'Creates a draft with the content of this template’s draft, without the alias.',
  ...ofOne,
  status: 200,
  answer: oneChanged(object),
  examples: { duplicated: { summary: 'A new template', answer: { object, id: exampleWhole.current_version_id } } },
  runs: DuplicateTemplate,
  input: ({ context, path }) => ({ context, key: templateKey(path.template) }),
  present: changed(object),
});
const deleteTemplate = remove({
  path: '/templates/{template}',
  summary: 'Delete a template',
  description: 'Emails that were already accepted with the template are still sent.',
  ...ofOne,
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted template', answer: { ...one, deleted: true } } },
  runs: DeleteTemplate,
  input: ({ context, path }) => ({ context, key: templateKey(path.template) }),
  present: deleted(object),
});

const getVersion = get({
  path: '/dashboard-api/templates/{template}/versions/{version}',
  summary: 'Get a published version of a template with its content',
  parameters: [
    ...parameters,
    {
      in: 'path',
      name: 'version',
      required: true,
      schema: { type: 'integer', minimum: 1 },
      description: 'The number of the version.',
    },
  ],
  errors: ofOne.errors,
  noun: 'Version',
  answer: wholeVersion,
  examples: { first: { summary: 'The first version', answer: exampleWholeVersion } },
  runs: GetTemplateVersion,
  input: ({ teamId, path }) => ({ teamId, key: templateKey(path.template), number: Number(path.version) }),
  present: presentWholeVersion,
});
const versionNumber: FieldRule<number> = {
  schema: { type: 'integer', minimum: 1 },
  parse: (value, field) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value > 0
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be the number of a version.` },
};
class RestoreTemplateBody {
  @Field(described(versionNumber, 'The number of the version, from 1.'), required) version!: number;
}
const restoreTemplate = post({
  path: '/dashboard-api/templates/{template}/restore',
  summary: 'Restore a version of a template as its draft',
  description: 'Emails use the published version until you publish the draft.',
  parameters,
  errors: changeErrors,
  status: 200,
  body: RestoreTemplateBody,
  answer: oneChanged(object),
  examples: { restored: { summary: 'Restore the first version', request: { version: 1 }, answer: one } },
  runs: RestoreTemplate,
  input: ({ context, path, body: { version } }) => ({ context, key: templateKey(path.template), version }),
  present: changed(object),
});

const mostNamed = 3;

function refusedByCheck(findings: RefusedByCheck['findings']): string {
  const named = findings.slice(0, mostNamed).map(({ name, seen }) => `${name}: ${seen}`);
  const more = findings.length > mostNamed ? [`${findings.length - mostNamed} more.`] : [];
  const all = [...named, ...more].join(' ');
  return `The draft was not published, for this installation refuses what its check finds. ${all} \`GET /templates/{id}/check\` says what to do.`;
}

export const templatesHttp = httpPart({
  tag: {
    name: 'Templates',
    description: 'Emails with variables, which you write once and send with different values.',
  },
  noun: 'Template',
  operations: [
    createTemplate,
    listTemplates,
    getTemplate,
    changeTemplate,
    publishTemplate,
    duplicateTemplate,
    deleteTemplate,
    getVersion,
    restoreTemplate,
    getCheck,
    checkChanges,
  ],
  refusals: {
    'too-many': ({ most }) => invalid(`A team has at most ${most} templates. Delete one first.`),
    'alias-taken': ({ alias }) =>
      invalid(`Invalid \`alias\` field. Another template has the alias \`${alias}\`: choose another one.`),
    'unknown-version': () => notFound('Version not found'),
    changed: () => invalid('The draft was changed meanwhile. Look at it, then publish again.'),
    check: ({ findings }) => invalid(refusedByCheck(findings)),
    'forbidden-place': ({ variable, where }) =>
      invalid(
        `The variable \`${variable}\` is used in ${where}, where a value could become code. Move it into text or a quoted attribute.`,
      ),
  },
});

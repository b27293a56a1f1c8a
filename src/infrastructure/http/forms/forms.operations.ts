import { linkProblems, linkRemedy } from '../../../domain/shared/link-trouble.js';
import { z } from 'zod';
import { CountJoins } from '../../../application/contact/count-members.js';
import { ConfirmJoin, GetConfirmPage } from '../../../application/form/confirm-join.js';
import {
  ChangeForm,
  CreateForm,
  DeleteForm,
  GetForm,
  ListForms,
  PreviewForm,
} from '../../../application/form/forms.js';
import { joinLinkLifeDays } from '../../../application/form/join-link.js';
import { GetJoinForm, Join } from '../../../application/form/join.js';
import { mergedTexts, pageLanguages } from '../../../domain/shared/page-language.js';
import { formatMailbox } from '../../../domain/shared/mailbox.js';
import type { FormDocument } from '../../../projections/forms/forms.projection.js';
import { partRefusals } from '../contacts/contacts.refusals.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import { inList, listOf as inEnvelope, readPage } from '../edge/page.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import { filters, idsFilter } from '../openapi/filters.js';
import { allOrPage, type Answer } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { createdAt, listOf as examplesOf, topicId } from '../openapi/shared-examples.js';
import {
  changed,
  deleted,
  id,
  listOf,
  loggedText,
  oneChanged,
  oneDeleted,
  timestamp,
} from '../openapi/shared-schemas.js';
import { lookOf } from '../unsubscribe/page.js';
import { changeIn, ChangeFormBody, CreateFormBody, PreviewFormBody, settingsIn } from './forms.bodies.js';
import { confirmationWriter } from './confirmation-email.js';
import { confirmedPage, confirmPage, joinedPage, joinPage } from './join-pages.js';
import { JoinController } from './join.controller.js';

const object = 'form' as const;
const text = z.string().nullable();
const formTexts = z.strictObject({ title: text, text, button: text, thanks: text });
const members = {
  id,
  name: loggedText,
  topics: z.array(z.strictObject({ topic_id: z.uuid(), double_opt_in: z.boolean() })),
  segments: z.array(z.uuid()),
  origins: z.array(z.string()),
  redirect_url: z.string().nullable(),
  from: z.string().nullable(),
  enabled: z.boolean(),
  texts: z.partialRecord(z.enum(pageLanguages), formTexts).describe('The texts of the form by language.'),
  version: z.int().describe('The version of the form, which increases with each change. Recorded choices contain it.'),
  created_at: timestamp,
};
const row = z.strictObject(members);

function present(form: FormDocument): Answer<typeof row> {
  const { id, name, topics, segmentIds, origins, redirectUrl, from, isEnabled, texts, version } = form;
  return {
    id,
    name,
    topics: topics.map(({ topicId, isConfirmed }) => ({ topic_id: topicId, double_opt_in: isConfirmed })),
    segments: segmentIds,
    origins,
    redirect_url: redirectUrl,
    from: from === null ? null : formatMailbox(from),
    enabled: isEnabled,
    texts,
    version,
    created_at: restTimestamp(form.createdAt),
  };
}

const formId = '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3caa';
const one = { object, id: formId };
const request = {
  name: 'Footer of the shop',
  topics: [{ topic_id: topicId, double_opt_in: false }],
  origins: ['https://shop.example.com'],
  texts: {
    en: { title: 'News from the workshop', text: 'One email a month.', button: 'Sign me up', thanks: 'Welcome!' },
  },
};
const shown = {
  id: formId,
  ...request,
  segments: [],
  redirect_url: null,
  from: null,
  enabled: true,
  version: 1,
  created_at: createdAt,
};
const path = '/dashboard-api/forms';
const pathOfOne = '/dashboard-api/forms/{id}';

const createForm = post({
  path,
  summary: 'Create a signup form',
  body: CreateFormBody,
  status: 201,
  answer: oneChanged(object),
  examples: { created: { summary: 'A form in the footer of a site', request, answer: one } },
  runs: CreateForm,
  input: ({ context, body }) => ({ context, settings: settingsIn(body) }),
  present: changed(object),
});
const listForms = get({
  path,
  summary: 'List signup forms, newest first',
  parameters: allOrPage,
  answer: listOf(row),
  examples: { list: { summary: 'A list with one form', answer: examplesOf(shown) } },
  runs: ListForms,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(present),
});
const getForm = get({
  path: pathOfOne,
  summary: 'Get a signup form',
  answer: z.strictObject({ object: z.literal(object), ...members }),
  examples: { one: { summary: 'A form', answer: { object, ...shown } } },
  runs: GetForm,
  input: ({ teamId, path: { id: formId } }) => ({ teamId, formId }),
  present: (form) => ({ object, ...present(form) }),
});
const changeForm = patch({
  path: pathOfOne,
  summary: 'Change a signup form',
  description: 'Fields that you omit do not change.',
  body: ChangeFormBody,
  answer: oneChanged(object),
  examples: { off: { summary: 'Disable a form', request: { enabled: false }, answer: one } },
  runs: ChangeForm,
  input: ({ context, path: { id: formId }, body }) => ({ context, formId, settings: changeIn(body) }),
  present: changed(object),
});
const deleteForm = remove({
  path: pathOfOne,
  summary: 'Delete a signup form',
  description: 'The contacts that signed up with the form are not deleted.',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted form', answer: { ...one, deleted: true } } },
  runs: DeleteForm,
  input: ({ context, path: { id: formId } }) => ({ context, formId }),
  present: deleted(object),
});

const ids = filters({ ids: idsFilter('The IDs of up to 100 forms, separated by commas.') });
const countJoins = get({
  path: '/dashboard-api/forms/joins',
  summary: 'Count the contacts that signed up with forms',
  description:
    'Each contact counts once, and no longer after it is deleted. The counts are at most a few seconds old. The response omits IDs of forms that do not exist. If `has_more` is true, some forms are missing because of a time limit: request the missing ones again.',
  parameters: ids.parameters,
  answer: listOf(z.strictObject({ id, joins: z.int().min(0) })),
  examples: { counts: { summary: 'A form with 120 contacts', answer: examplesOf({ id: formId, joins: 120 }) } },
  runs: CountJoins,
  input: ({ teamId, query }) => ({ teamId, ids: ids.read(query).ids ?? [] }),
  isLongRead: () => true,
  present: ({ figures, hasMore }) =>
    inEnvelope(
      [...figures].map(([id, joins]) => ({ id, joins })),
      hasMore,
    ),
});

const sample = { address: 'ada@example.com', sender: '', formToken: '', isSubscribed: false, hasLeftAll: false };
const sampleLink = 'https://posthorn.example.com/confirm/…';
const previewForm = post({
  path: '/dashboard-api/forms/preview',
  summary: 'Preview a page or the confirmation email of a signup form that is not saved',
  need: 'read-only',
  body: PreviewFormBody,
  answer: z.strictObject({
    object: z.literal('form_preview'),
    html: z.string().describe('The page or the email as people see it. The button has no effect.'),
  }),
  examples: {
    german: {
      summary: 'A page in German',
      request: { topics: [topicId], language: 'de' },
      answer: { object: 'form_preview', html: '<!doctype html><html lang="de">…</html>' },
    },
  },
  runs: PreviewForm,
  input: ({ teamId, body: { topics = [] } }) => ({ teamId, topicIds: topics }),
  present: ({ page, topics }, { body, options }) => {
    const frame = { ...lookOf(page, options.publicUrl), language: body.language ?? 'en', isPreview: true } as const;
    const named = topics.length > 0 ? topics : [{ name: '…' }];
    const form = { id: '', redirectUrl: null, texts: mergedTexts({}, body.texts ?? {}) };
    const shown = { ...sample, form, topics: named };
    const asked = { topics: named.map(({ name }) => name), language: frame.language, brand: page.brand };
    const { html } = {
      form: () => joinPage(frame, shown),
      sent: () => joinedPage(frame, shown, sample.address, body.double_opt_in ?? true),
      email: () => confirmationWriter.write({ ...asked, link: sampleLink, linkLifeDays: joinLinkLifeDays }),
      confirm: () => confirmPage(frame, '', shown),
      confirmed: () => confirmedPage(frame, shown),
    }[body.page ?? 'form']();
    return { object: 'form_preview' as const, html };
  },
});

export const formsHttp = httpPart({
  tag: {
    name: 'Joining',
    description: 'Signup forms for your sites, and the public pages that people open, which require no API key.',
  },
  noun: 'Form',
  operations: [createForm, listForms, getForm, changeForm, deleteForm, countJoins, previewForm],
  controllers: [JoinController],
  useCases: [GetJoinForm, Join, GetConfirmPage, ConfirmJoin],
  refusals: {
    ...partRefusals,
    'too-many': ({ most }) => invalid(`A team has at most ${most} forms. Delete one first.`),
    'no-sender': () =>
      invalid('Invalid `from` field. Topics with double opt-in need a sender, for example `news@example.com`.'),
    'confirmation-unreachable': ({ trouble }) =>
      invalid(
        `Invalid \`from\` field. Emails of this form ask to confirm by a link, which would not lead to this server: ${linkProblems[trouble]}. ${linkRemedy}.`,
      ),
    'sender-not-verified': ({ domain }) =>
      new ApiError(
        422,
        'invalid_from_address',
        `Invalid \`from\` field. The domain ${domain} is not verified. Add and verify it first.`,
      ),
  },
});

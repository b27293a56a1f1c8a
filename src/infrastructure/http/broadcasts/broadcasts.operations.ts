import {
  ChangeBroadcast,
  DeleteBroadcast,
  DuplicateBroadcast,
  GetBroadcast,
} from '../../../application/broadcast/broadcasts.js';
import { broadcastSorts, ListBroadcasts } from '../../../application/broadcast/list-broadcasts.js';
import {
  CancelBroadcast,
  CreateBroadcast,
  PauseBroadcast,
  ResumeBroadcast,
  SendBroadcast,
} from '../../../application/broadcast/send-broadcast.js';
import { invalid } from '../edge/errors/api-error.js';
import { inSearchedList, readPage } from '../edge/page.js';
import { httpPart } from '../http-part.js';
import { filters, oneOfFilter, searchFilter } from '../openapi/filters.js';
import { allOrPage } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { listOf } from '../openapi/shared-examples.js';
import { changed, deleted, oneChanged, oneDeleted, searchedListOf } from '../openapi/shared-schemas.js';
import {
  broadcastId,
  exampleBody,
  exampleRow,
  exampleWhole,
  object,
  present,
  presentWhole,
  presentWritten,
  row,
  statuses,
  whole,
  written,
} from './broadcasts.answers.js';
import { broadcastRefusals } from './broadcasts.refusals.js';
import {
  ChangeBroadcastBody,
  CreateBroadcastBody,
  SendBroadcastBody,
  settingsIn,
  timeIn,
} from './broadcasts.bodies.js';
import { sendAgain } from './broadcast-again.operations.js';
import { getProof, whyBroadcast } from './broadcast-proof.operations.js';
import { listClickedLinks, listRecipients } from './broadcast-recipients.operations.js';
import { getPolicy, setPolicy } from './broadcast-policy.operations.js';
import { countBroadcasts, getResults } from './broadcast-results.operations.js';

const one = { object, id: broadcastId };
const sendErrors = { 403: ['validation_error'], 404: ['not_found'], 422: ['validation_error'] } as const;
const changeErrors = { 404: ['not_found'], 422: ['validation_error'] } as const;
const filter = filters({
  status: oneOfFilter(
    'status',
    statuses,
    'Only broadcasts with this status. Posthorn only: other servers of this API do not have it.',
  ),
  search: searchFilter(
    'Only broadcasts whose name contains words that begin with these words. Posthorn only: other servers of this API do not have it.',
  ),
  sort: oneOfFilter(
    'sort',
    broadcastSorts,
    'The sort order (default: newest first). `sent` is the time when the broadcast was or will be sent. `delivered` and `bounced` are shares of the people to whom it was sent; `opened`, `clicked`, and `unsubscribed` are shares of the people to whom it was delivered. A `-` at the beginning sorts in descending order. Posthorn only: other servers of this API do not have it.',
  ),
});

const createBroadcast = post({
  path: '/broadcasts',
  summary: 'Create a broadcast',
  description: 'Creates a draft. With `send`, the broadcast is sent immediately or at `scheduled_at`.',
  body: CreateBroadcastBody,
  status: 201,
  errors: {
    403: ['validation_error'],
    404: ['not_found'],
    422: ['validation_error', 'missing_required_field'],
  },
  answer: written,
  examples: { created: { summary: 'A draft', request: exampleBody, answer: { ...one, revision: 1 } } },
  runs: CreateBroadcast,
  input: (asked) => {
    const { context, body } = asked;
    const scheduledAt = timeIn(body, asked);
    if (scheduledAt !== undefined && body.send !== true) {
      throw invalid('Invalid `scheduled_at` field. It is only for broadcasts that are sent: set `send` to `true`.');
    }
    const send = body.send === true ? { scheduledAt } : undefined;
    return { context, settings: settingsIn(body), reading: asked.content, send };
  },
  present: presentWritten,
});
const listBroadcasts = get({
  path: '/broadcasts',
  isPageRead: true,
  summary: 'List broadcasts, newest first',
  parameters: [...filter.parameters, ...allOrPage],
  answer: searchedListOf(row),
  examples: { list: { summary: 'A list with one draft', answer: listOf(exampleRow) } },
  runs: ListBroadcasts,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query), ...filter.read(query) }),
  isLongRead: ({ search, sort }) => search !== undefined || sort !== undefined,
  present: inSearchedList(present),
});
const getBroadcast = get({
  path: '/broadcasts/{id}',
  isPageRead: true,
  summary: 'Get a broadcast',
  answer: whole,
  examples: { one: { summary: 'A draft', answer: exampleWhole } },
  runs: GetBroadcast,
  input: ({ teamId, path }) => ({ teamId, broadcastId: path.id }),
  present: (found, { options }) => presentWhole(found, options),
});
const changeBroadcast = patch({
  path: '/broadcasts/{id}',
  savesWriting: true,
  summary: 'Change a broadcast',
  description:
    'Fields that you omit do not change. After a broadcast is sent, you can change only `name` and `public`.',
  body: ChangeBroadcastBody,
  errors: { ...changeErrors, 409: ['validation_error'], 422: ['validation_error', 'missing_required_field'] },
  answer: written,
  examples: {
    changed: { summary: 'A changed subject', request: { subject: 'News' }, answer: { ...one, revision: 2 } },
  },
  runs: ChangeBroadcast,
  input: (asked) => ({
    context: asked.context,
    broadcastId: asked.path.id,
    settings: settingsIn(asked.body),
    reading: asked.content,
    revision: asked.body.revision,
    isPublic: asked.body.public,
  }),
  present: presentWritten,
});
const sendBroadcast = post({
  path: '/broadcasts/{id}/send',
  summary: 'Send or schedule a broadcast',
  description:
    'The audience, the topic, and the content are frozen when sending begins: immediately, or at `scheduled_at`.',
  body: SendBroadcastBody,
  status: 200,
  errors: sendErrors,
  answer: oneChanged(object),
  examples: {
    scheduled: { summary: 'A broadcast that is sent in an hour', request: { scheduled_at: 'in 1 hour' }, answer: one },
  },
  runs: SendBroadcast,
  input: (asked) => ({ context: asked.context, broadcastId: asked.path.id, scheduledAt: timeIn(asked.body, asked) }),
  present: changed(object),
});
const cancelBroadcast = post({
  path: '/broadcasts/{id}/cancel',
  summary: 'Cancel a broadcast',
  description:
    'Turns a scheduled broadcast back into a draft, or stops a broadcast that is being sent. A stopped broadcast sends no further email and cannot be sent again; emails that were already sent are not affected.',
  status: 200,
  errors: changeErrors,
  answer: oneChanged(object),
  examples: { canceled: { summary: 'A scheduled broadcast that becomes a draft', answer: one } },
  runs: CancelBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: changed(object),
});
const duplicateBroadcast = post({
  path: '/broadcasts/{id}/duplicate',
  summary: 'Duplicate a broadcast',
  description: 'Creates a draft with the segment, the topic, and the content of a broadcast with any status.',
  status: 201,
  errors: changeErrors,
  answer: oneChanged(object),
  examples: {
    duplicated: { summary: 'A new draft', answer: { object, id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d55' } },
  },
  runs: DuplicateBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: changed(object),
});
const deleteBroadcast = remove({
  path: '/broadcasts/{id}',
  summary: 'Delete a broadcast',
  description: 'You can delete a draft or a scheduled broadcast.',
  errors: changeErrors,
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted broadcast', answer: { ...one, deleted: true } } },
  runs: DeleteBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: deleted(object),
});

const noneIsSending = { errors: changeErrors, status: 200, answer: oneChanged(object) } as const;
const pauseBroadcast = post({
  path: '/dashboard-api/broadcasts/{id}/pause',
  summary: 'Pause a scheduled broadcast or a broadcast that is being sent',
  ...noneIsSending,
  examples: { paused: { summary: 'A paused broadcast', answer: one } },
  runs: PauseBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: changed(object),
});
const resumeBroadcast = post({
  path: '/dashboard-api/broadcasts/{id}/resume',
  summary: 'Resume a paused broadcast',
  ...noneIsSending,
  examples: { resumed: { summary: 'A resumed broadcast', answer: one } },
  runs: ResumeBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: changed(object),
});

export const broadcastsHttp = httpPart({
  tag: { name: 'Broadcasts', description: 'Emails that are sent once to each person in a segment.' },
  noun: 'Broadcast',
  operations: [
    createBroadcast,
    listBroadcasts,
    getBroadcast,
    changeBroadcast,
    sendBroadcast,
    cancelBroadcast,
    duplicateBroadcast,
    deleteBroadcast,
    pauseBroadcast,
    resumeBroadcast,
    listRecipients,
    listClickedLinks,
    getResults,
    countBroadcasts,
    getPolicy,
    setPolicy,
    getProof,
    whyBroadcast,
    sendAgain,
  ],
  refusals: broadcastRefusals,
});

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
  status: oneOfFilter('status', statuses, 'Only those with this status. An extra of this server.'),
  search: searchFilter('Beginnings of words of the name. An extra of this server.'),
  sort: oneOfFilter(
    'sort',
    broadcastSorts,
    'In place of newest first: `sent` is the time that it was or will be sent, `-` puts the greatest first. An extra of this server.',
  ),
});

const createBroadcast = post({
  path: '/broadcasts',
  summary: 'Create a broadcast',
  description: 'A draft, or with `send` one that is sent at once or at `scheduled_at`.',
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
  examples: { list: { summary: 'One draft', answer: listOf(exampleRow) } },
  runs: ListBroadcasts,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query), ...filter.read(query) }),
  isLongRead: ({ search }) => search !== undefined,
  present: inSearchedList(present),
});
const getBroadcast = get({
  path: '/broadcasts/{id}',
  isPageRead: true,
  summary: 'Get a broadcast',
  answer: whole,
  examples: { one: { summary: 'As it is now', answer: exampleWhole } },
  runs: GetBroadcast,
  input: ({ teamId, path }) => ({ teamId, broadcastId: path.id }),
  present: (found, { options }) => presentWhole(found, options),
});
const changeBroadcast = patch({
  path: '/broadcasts/{id}',
  savesWriting: true,
  summary: 'Change a broadcast',
  description: 'What is left out stays as it is. Of one that was sent, only `name` and `public` change.',
  body: ChangeBroadcastBody,
  errors: { ...changeErrors, 409: ['validation_error'], 422: ['validation_error', 'missing_required_field'] },
  answer: written,
  examples: {
    changed: { summary: 'Another subject', request: { subject: 'News' }, answer: { ...one, revision: 2 } },
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
    'From the answer on, its audience, topic and content stay as they are. With `scheduled_at`: as they are at that time.',
  body: SendBroadcastBody,
  status: 200,
  errors: sendErrors,
  answer: oneChanged(object),
  examples: { scheduled: { summary: 'In an hour', request: { scheduled_at: 'in 1 hour' }, answer: one } },
  runs: SendBroadcast,
  input: (asked) => ({ context: asked.context, broadcastId: asked.path.id, scheduledAt: timeIn(asked.body, asked) }),
  present: changed(object),
});
const cancelBroadcast = post({
  path: '/broadcasts/{id}/cancel',
  summary: 'Cancel a broadcast',
  description:
    'A scheduled one is a draft again. One that is being sent stops: what was sent stays sent, nothing more goes out, and it cannot be sent again.',
  status: 200,
  errors: changeErrors,
  answer: oneChanged(object),
  examples: { canceled: { summary: 'A draft again', answer: one } },
  runs: CancelBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: changed(object),
});
const duplicateBroadcast = post({
  path: '/broadcasts/{id}/duplicate',
  summary: 'Duplicate a broadcast',
  description: 'A draft with segment, topic and content of the other, whatever became of that one.',
  status: 201,
  errors: changeErrors,
  answer: oneChanged(object),
  examples: {
    duplicated: { summary: 'Another draft', answer: { object, id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d55' } },
  },
  runs: DuplicateBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: changed(object),
});
const deleteBroadcast = remove({
  path: '/broadcasts/{id}',
  summary: 'Delete a broadcast',
  description: 'A draft, or one that is scheduled.',
  errors: changeErrors,
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'It is gone', answer: { ...one, deleted: true } } },
  runs: DeleteBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: deleted(object),
});

const noneIsSending = { errors: changeErrors, status: 200, answer: oneChanged(object) } as const;
const pauseBroadcast = post({
  path: '/dashboard-api/broadcasts/{id}/pause',
  summary: 'Pause a broadcast that is scheduled or being sent',
  ...noneIsSending,
  examples: { paused: { summary: 'No further email is opened', answer: one } },
  runs: PauseBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: changed(object),
});
const resumeBroadcast = post({
  path: '/dashboard-api/broadcasts/{id}/resume',
  summary: 'Go on with a broadcast that was paused',
  ...noneIsSending,
  examples: { resumed: { summary: 'It goes on', answer: one } },
  runs: ResumeBroadcast,
  input: ({ context, path }) => ({ context, broadcastId: path.id }),
  present: changed(object),
});

export const broadcastsHttp = httpPart({
  tag: { name: 'Broadcasts', description: 'An email to everyone in a segment, each once.' },
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

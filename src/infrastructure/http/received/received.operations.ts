import {
  DownloadReceived,
  GetReceivedAttachment,
  ListReceivedAttachments,
} from '../../../application/received/received-files.js';
import { GetReceived, GetShownReceived, ListReceived } from '../../../application/received/read-received.js';
import { inSearchedList, listOf, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { httpPart } from '../http-part.js';
import { filters, isSearch, oneOfFilter, readText, searchFilter } from '../openapi/filters.js';
import { allOrPage, counted, id } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { createdAt, listOf as examplesOf } from '../openapi/shared-examples.js';
import * as answers from './received.answers.js';
import { ReceivedController } from './received.controller.js';

const exampleId = '019a3f5e-7c1a-7d30-9c4b-8c1d0f2a3c21';
const fileId = '019a3f5e-7c1a-7d30-9c4b-8c1d0f2a3c22';
const exampleFile = {
  id: fileId,
  filename: 'order.txt',
  content_type: 'text/plain',
  content_disposition: 'attachment',
  size: 10,
} as const;
const exampleLink = {
  download_url: `https://mail.example.com/emails/receiving/${exampleId}/attachments/${fileId}/download?expires=1767326645&signature=hQ2r0b3yX1o`,
  expires_at: '2026-01-02T04:04:05.000Z',
} as const;
const exampleRow = {
  id: exampleId,
  message_id: '<CA+42@mail.example.net>',
  to: ['support@example.com'],
  from: 'Ann <ann@example.net>',
  created_at: createdAt,
  subject: 'Where is my order?',
  bcc: [],
  cc: [],
  reply_to: [],
  received_for: ['support@example.com'],
  attachments: [{ ...exampleFile, content_id: null }],
  authentication: {
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    arc: 'none',
    passed: { spf: 'bounces.example.net', dkim: ['example.net'], dmarc: 'example.net' },
  },
} as const;

const mostIdCharacters = 1_000;
const narrowing = filters({
  search: searchFilter(
    'Only emails that match all of these words. Each must be the beginning of a word in an address, the subject, or the Message-ID. Posthorn only: other servers of this API do not have it.',
  ),
  thread: {
    name: 'thread',
    schema: { type: 'string', maxLength: mostIdCharacters },
    description:
      'A Message-ID. Only the emails with this Message-ID and replies to it. Posthorn only: other servers of this API do not have it.',
    read: (value, name) => readText(value, name, mostIdCharacters),
  },
});
const format = filters({
  html: oneOfFilter(
    'html_format',
    ['data_uri', 'cid'] as const,
    'The format of embedded images in the HTML: `data_uri` for `data:` URIs (default), or `cid` for the sender’s original references.',
  ),
});

const listReceived = get({
  path: '/emails/receiving',
  isPageRead: true,
  summary: 'List received emails, newest first',
  parameters: [...allOrPage, counted, ...narrowing.parameters],
  answer: answers.receivedList,
  examples: { list: { summary: 'One received email', answer: examplesOf(exampleRow) } },
  runs: ListReceived,
  input: ({ teamId, query: given }) => ({ teamId, page: readPage(given), filter: narrowing.read(given) }),
  isLongRead: isSearch,
  present: inSearchedList(answers.presentReceivedRow),
});

const getReceived = get({
  path: '/emails/receiving/{id}',
  isPageRead: true,
  summary: 'Get a received email',
  parameters: [id, ...format.parameters],
  answer: answers.receivedEmail,
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'], 503: ['application_error'] },
  examples: {
    one: {
      summary: 'A received email with an attachment',
      answer: {
        object: 'email',
        ...exampleRow,
        html: null,
        text: 'Order 42 has not come.',
        headers: { from: 'Ann <ann@example.net>', subject: 'Where is my order?' },
        raw: { ...exampleLink, download_url: `https://mail.example.com/emails/receiving/${exampleId}/raw?expires=1` },
      },
    },
  },
  runs: GetReceived,
  input: ({ teamId, path, query: given, request }) => ({
    teamId,
    receivedId: path.id,
    wantsPictures: format.read(given).html !== 'cid',
    takeBytes: request.holdBytes,
  }),
  present: (found, { options }) => answers.presentReceived(options.publicUrl, found),
});

const listFiles = get({
  path: '/emails/receiving/{id}/attachments',
  isPageRead: true,
  summary: 'List the attachments of a received email, in their original order',
  parameters: [id, ...allOrPage],
  answer: answers.receivedFileList,
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: { list: { summary: 'One attachment', answer: examplesOf({ ...exampleFile, ...exampleLink }) } },
  runs: ListReceivedAttachments,
  input: ({ teamId, path, query: given }) => ({ teamId, receivedId: path.id, page: readPage(given) }),
  present: ({ documents, hasMore }, { options, path }) =>
    listOf(
      documents.map((linked) => answers.presentReceivedFile(options.publicUrl, path.id, linked)),
      hasMore,
    ),
});

const getFile = get({
  path: '/emails/receiving/{id}/attachments/{attachment_id}',
  summary: 'Get an attachment of a received email with a download link',
  parameters: [id, { ...id, name: 'attachment_id' }],
  answer: answers.receivedFile,
  noun: 'Attachment',
  examples: {
    one: {
      summary: 'An attachment with its download link',
      answer: { object: 'attachment', ...exampleFile, ...exampleLink },
    },
  },
  runs: GetReceivedAttachment,
  input: ({ teamId, path }) => ({ teamId, receivedId: path.id, attachmentId: pathId(path.attachment_id) }),
  present: (linked, { options, path }) => ({
    object: 'attachment' as const,
    ...answers.presentReceivedFile(options.publicUrl, path.id, linked),
  }),
});

export const receivedHttp = httpPart({
  tag: { name: 'Receiving Emails', description: 'Emails that your domains received.' },
  noun: 'Email',
  operations: [listReceived, getReceived, listFiles, getFile],
  controllers: [ReceivedController],
  useCases: [DownloadReceived, GetShownReceived],
});

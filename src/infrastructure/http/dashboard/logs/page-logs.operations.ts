import { z } from 'zod';
import { NameApiKeys } from '../../../../application/request-log/key-names.js';
import { GetLog, ListLogs, type LoggedRequest } from '../../../../application/request-log/read-logs.js';
import type { LogDocument } from '../../../../projections/logs/logs.projection.js';
import { sendInSlices } from '../../edge/large-answers.js';
import { listOfPage } from '../../edge/page.js';
import { isUuid } from '../../edge/uuid.js';
import { log, logList, presentLog, presentLogRow } from '../../logs/logs.answers.js';
import { getLog, listLogs, logParameters, readLogFilter } from '../../logs/logs.operations.js';
import { isSearch } from '../../openapi/filters.js';
import type { Answer } from '../../openapi/operation.js';
import { referenceOf } from '../../openapi/document.js';
import { type Asked, get } from '../../openapi/served.js';
import { createdAt, emailId, listOf } from '../../openapi/shared-examples.js';
import { id, searchedListOf } from '../../openapi/shared-schemas.js';

/* The request log as the page shows it: names of keys, and more about each request than the public contract has. */

const members = {
  api_key: z
    .strictObject({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe('The API key of the request. Null for requests from the dashboard and for opens of public links.'),
  duration_ms: z.number(),
};

const row = z.strictObject({
  ...logList.shape.data.element.shape,
  ...members,
  error_name: z
    .string()
    .nullable()
    .describe('The name of the error in the response, such as `validation_error`. Null if the request succeeded.'),
});
export const pageLogList = searchedListOf(row);
export const pageLog = z.strictObject({
  ...log.shape,
  ...members,
  idempotency_key: z
    .string()
    .nullable()
    .describe('The idempotency key, with masked email addresses. Null if the request had no key.'),
  email_ids: z.array(id).describe('The IDs of the emails that the request created, or of the email that it concerned.'),
  reference: z
    .string()
    .nullable()
    .describe('The path of this endpoint in the API reference. Null if the reference does not contain it.'),
});

type Names = ReadonlyMap<string, string>;

function presentPageLogRow(document: LogDocument, names: Names): Answer<typeof row> {
  const { apiKeyId, durationMs, errorName = null } = document;
  const key = keyOf(apiKeyId, names);
  return { ...presentLogRow(document), api_key: key, duration_ms: durationMs, error_name: errorName };
}

function presentPageLog(found: LoggedRequest, names: Names, reference: string | null): Answer<typeof pageLog> {
  const { apiKeyId, durationMs, emailIds, endpoint } = found.request;
  return {
    ...presentLog(found),
    api_key: keyOf(apiKeyId, names),
    duration_ms: durationMs,
    idempotency_key: found.detail?.idempotencyKey ?? null,
    email_ids: emailIds.length > 0 ? emailIds : mailIn(endpoint),
    reference,
  };
}

function keyOf(id: string | null, names: Names) {
  return id === null ? null : { id, name: names.get(id) ?? null };
}

/** The mail that a path names, or that a shared link opened. */
function mailIn(endpoint: string): readonly string[] {
  const [, first = '', second] = endpoint.split('/');
  return /^emails?$/.test(first) && isUuid(second) ? [second] : [];
}

function namesOf(asked: Pick<Asked, 'teamId' | 'execute'>, ids: readonly (string | null)[]): Promise<Names> {
  return asked.execute(NameApiKeys({ teamId: asked.teamId, ids: new Set(ids.filter((each) => each !== null)) }));
}

const shown = {
  id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
  created_at: createdAt,
  endpoint: '/emails',
  method: 'POST',
  response_status: 200,
  user_agent: 'resend-node:6.38.0',
  api_key: { id: '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44', name: 'Shop, production' },
  duration_ms: 4.2,
} as const;

export const listPageLogs = get({
  path: '/dashboard-api/logs',
  summary: `${listLogs.summary}, with API key names`,
  parameters: logParameters,
  answer: pageLogList,
  examples: { list: { summary: 'A request that sent an email', answer: listOf({ ...shown, error_name: null }) } },
  runs: ListLogs,
  input: ({ teamId, page, query }) => ({ teamId, page, filter: readLogFilter(query) }),
  isLongRead: isSearch,
  async present(found, asked) {
    const names = await namesOf(
      asked,
      found.documents.map(({ apiKeyId }) => apiKeyId),
    );
    return listOfPage(found, (document) => presentPageLogRow(document, names));
  },
});

export const getPageLog = get({
  path: '/dashboard-api/logs/{id}',
  summary: `${getLog.summary}, API key, and emails`,
  answer: pageLog,
  examples: {
    sent: {
      summary: 'A request that sent an email',
      answer: {
        object: 'log',
        ...shown,
        request_body: { to: ['delivered@resend.dev'], subject: 'Your order' },
        response_body: { id: emailId },
        idempotency_key: 'order-1042',
        email_ids: [emailId],
        reference: '/docs#/Emails/postEmails',
      },
    },
  },
  runs: GetLog,
  input: ({ teamId, path, request }) => ({ teamId, requestId: path.id, takeBytes: request.holdBytes }),
  async present(found, asked) {
    const names = await namesOf(asked, [found.request.apiKeyId]);
    sendInSlices(
      asked.reply,
      found.emails.map((sent) => sent?.body),
    );
    return presentPageLog(found, names, referenceOf(asked.documented, found.request));
  },
});

import { erasedText } from '../../../domain/shared/personal.js';
import { z } from 'zod';
import type { ReadEmail } from '../../../application/email/get-email.js';
import type { LoggedRequest } from '../../../application/request-log/read-logs.js';
import type { EmailDocument } from '../../../projections/emails/emails.document.js';
import type { LogDocument } from '../../../projections/logs/logs.projection.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { id, searchedListOf, timestamp } from '../openapi/shared-schemas.js';

const rowMembers = {
  id: id.describe('The ID of the request, as in `x-request-id`.'),
  created_at: timestamp,
  endpoint: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']),
  response_status: z.int(),
  user_agent: z.string().nullable(),
};
const body = z.record(z.string(), z.unknown()).nullable();
const row = z.strictObject(rowMembers);

export const logList = searchedListOf(row);
export const log = z.strictObject({
  object: z.literal('log'),
  ...rowMembers,
  request_body: body.describe(
    'The request body without secrets. If the request sent emails, the body contains their current state. An array is in `items`. Null if no body is stored.',
  ),
  response_body: body.describe('The response body without secrets. Null if no body is stored.'),
});

/** A row of GET /logs. */
export function presentLogRow(log: LogDocument): Answer<typeof row> {
  return {
    id: log.id,
    created_at: restTimestamp(log.at),
    endpoint: log.endpoint,
    method: methodOf(log),
    response_status: log.status,
    user_agent: log.userAgent,
  };
}

/** GET /logs/{id}. Where emails were accepted, they are shown as they read today: the entry has their ids only. */
export function presentLog({ request, detail, emails }: LoggedRequest): Answer<typeof log> {
  const { id: requestId, at, endpoint, status, emailIds } = request;
  const sent = emailIds.length > 0;
  return {
    object: 'log',
    id: requestId,
    created_at: restTimestamp(at),
    endpoint,
    method: methodOf(request),
    response_status: status,
    user_agent: detail?.userAgent ?? null,
    request_body: sent ? sentBody(endpoint, emails, refusedIn(detail?.responseBody)) : (detail?.requestBody ?? null),
    response_body: sent ? { ...answerOf(endpoint, emailIds), ...detail?.responseBody } : (detail?.responseBody ?? null),
  };
}

/** Only requests of these methods lead to an endpoint. */
const methodOf = ({ method }: { readonly method: string }) => method as z.infer<typeof rowMembers.method>;

/** The messages of an SMTP session are shown as those of a batch. */
const isBatch = (endpoint: string): boolean => endpoint.endsWith('/batch') || endpoint === '/smtp';

function answerOf(endpoint: string, emailIds: readonly string[]) {
  return isBatch(endpoint) ? { data: emailIds.map((emailId) => ({ id: emailId })) } : { id: emailIds[0] };
}

/** Null stands for a mail that is no longer kept, and in a batch for one that was refused. */
function sentBody(endpoint: string, emails: readonly (ReadEmail | undefined)[], refused: ReadonlySet<number>) {
  const sent = emails.map((email) => (email === undefined ? null : mailBody(email)));
  if (!isBatch(endpoint)) return sent[0] ?? null;
  const count = sent.length + refused.size;
  return { items: Array.from({ length: count }, (_, index) => (refused.has(index) ? null : (sent.shift() ?? null))) };
}

function refusedIn(responseBody: Readonly<Record<string, unknown>> | null | undefined): ReadonlySet<number> {
  const errors = responseBody?.['errors'];
  if (!Array.isArray(errors)) return new Set();
  // What the batch itself had answered.
  return new Set((errors as readonly { readonly index: number }[]).map(({ index }) => index));
}

function mailBody({ email, body }: ReadEmail) {
  const { from, to, cc, bcc, replyTo, subject, tags, attachments, scheduledAt, erased } = email;
  return {
    from,
    to,
    ...(cc.length > 0 ? { cc } : {}),
    ...(bcc.length > 0 ? { bcc } : {}),
    ...(replyTo.length > 0 ? { reply_to: replyTo } : {}),
    subject,
    ...(body?.html === undefined ? {} : { html: body.html }),
    ...(body?.text === undefined ? {} : { text: body.text }),
    ...(erased ? { text: erasedText } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(attachments.length > 0 ? { attachments: attachments.map(attachmentRow) } : {}),
    ...(scheduledAt === null ? {} : { scheduled_at: restTimestamp(scheduledAt) }),
  };
}

function attachmentRow({ filename, contentType, contentId }: EmailDocument['attachments'][number]) {
  return {
    ...(filename === null ? {} : { filename }),
    content_type: contentType,
    ...(contentId === null ? {} : { content_id: contentId }),
    content: '[redacted]',
  };
}

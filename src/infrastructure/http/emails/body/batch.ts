import type { BatchItem } from '../../../../application/submission/accept-rest-batch.js';
import { inTurns } from '../../../../application/shared/in-turns.js';
import { ApiError, atIndex, invalid } from '../../edge/errors/api-error.js';
import { isFailure } from '../../edge/field.js';
import { readSendEmailBody, toEmailRequest } from './send-email.body.js';

export const maxBatchItems = 100;

/** The items of POST /emails/batch: in strict mode the first bad one is the request's error, in permissive mode its own. */
export async function readBatchItems(
  raw: unknown,
  mode: 'strict' | 'permissive',
  textOfHtml: (html: string) => Promise<string>,
  nowMs: number,
): Promise<readonly BatchItem[]> {
  if (!Array.isArray(raw)) throw invalid('The request body must be a JSON array of emails.');
  if (raw.length < 1 || raw.length > maxBatchItems) {
    throw invalid(`The request body must be an array of 1 to ${maxBatchItems} emails.`);
  }
  const read = await inTurns(raw as readonly unknown[], (items, from) =>
    items.map((item, index) => {
      const body = readSendEmailBody(item, 'The email', nowMs);
      if (isFailure(body) && mode === 'strict') {
        throw new ApiError(422, body.name, atIndex(from + index, body.message));
      }
      return body;
    }),
  );
  return Promise.all(
    read.map(async (body) =>
      isFailure(body) ? { invalid: body.message } : { request: await toEmailRequest(body, textOfHtml) },
    ),
  );
}

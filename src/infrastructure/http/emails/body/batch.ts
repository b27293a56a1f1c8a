import type { BatchItem } from '../../../../application/submission/accept-rest-batch.js';
import { inTurns } from '../../../../application/shared/in-turns.js';
import { ApiError, atIndex, invalid } from '../../edge/errors/api-error.js';
import { isFailure } from '../../edge/field.js';
import { readSendEmailBody, toEmailRequest } from './send-email.body.js';
import { isList } from '../../../../domain/shared/members.js';

export const maxBatchItems = 100;

/** What the reading of any item takes, as `inTurns` counts it, and each member and value in it. */
const ofItem = 6_000;
const ofMember = 30;
/** Larger ones have a turn each. */
const largeItem = 64 * 1024;

/**
 * The items of POST /emails/batch: in strict mode the first bad one is the request's error, in permissive mode its own.
 */
export async function readBatchItems(
  raw: unknown,
  mode: 'strict' | 'permissive',
  textOfHtml: (html: string) => Promise<string>,
  nowMs: number,
): Promise<readonly BatchItem[]> {
  if (!isList(raw)) throw invalid('The request body must be a JSON array of emails.');
  if (raw.length < 1 || raw.length > maxBatchItems) {
    throw invalid(`The request body must be an array of 1 to ${maxBatchItems} emails.`);
  }
  const read = await inTurns(raw, effortOf, (item, index) => {
    const body = readSendEmailBody(item, 'The email', nowMs);
    if (isFailure(body) && mode === 'strict') throw new ApiError(422, body.name, atIndex(index, body.message));
    return body;
  });
  return Promise.all(
    read.map(async (body) =>
      isFailure(body) ? { invalid: body.message } : { request: await toEmailRequest(body, textOfHtml) },
    ),
  );
}

function effortOf(item: unknown): number {
  return ofItem + charactersIn(item, largeItem);
}

/** Number of characters in its texts and members; counts no further than to `enough`. */
function charactersIn(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length;
  // Contents of attachments have been read by then.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0;
  let sum = 0;
  for (const member of Object.values(value)) {
    sum += ofMember + charactersIn(member, enough - sum);
    if (sum >= enough) break;
  }
  return sum;
}

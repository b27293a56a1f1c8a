import { command } from '../access/use-case.js';
import type { RefusedItem } from '../../domain/submission/events.js';
import type { Sender, RequestContext, Unavailable } from '../shared/context.js';
import { inTurns, wholeTurn } from '../shared/in-turns.js';
import type { AcceptRestPorts } from './accept-rest-email.js';
import { acceptSubmission, type CheckedSubmission } from './accept-submission.js';
import { checkFilled, filledIn } from './check-email.js';
import type { AcceptRefusal, Idempotency, RequestedEmail, SendRefusal } from './email-request.js';
import { AttachmentFetches } from './fetch-attachments.js';
import type { CheckedEmail } from './prepare-email.js';

/** An item that the edge could parse, or why it could not. */
export type BatchItem = { readonly request: RequestedEmail } | { readonly invalid: string };

/** POST /emails/batch. In strict mode every item must be a request; the first refusal refuses all. */
export interface AcceptBatch {
  readonly context: RequestContext;
  readonly principal: Sender;
  readonly items: readonly BatchItem[];
  readonly mode: 'strict' | 'permissive';
  readonly idempotency: Idempotency | null;
  /** The sentence that a permissive batch shows (and remembers) for a refused item. */
  readonly describe: (refusal: SendRefusal) => string;
}

export type AcceptBatchResult =
  | { readonly emailIds: readonly string[]; readonly errors: readonly RefusedItem[] }
  | (AcceptRefusal & { readonly index?: number });

export const AcceptBatch = command({ name: 'AcceptBatch', need: 'sender', run: acceptRestBatch });

/** All or nothing; in permissive mode, all that may be sent or nothing. */
export async function acceptRestBatch(ports: AcceptRestPorts, command: AcceptBatch): Promise<AcceptBatchResult> {
  const { context, idempotency, items } = command;
  const requests = items.flatMap((item) => ('request' in item ? [item.request] : []));
  const fetches = new AttachmentFetches(ports.fetching, command.principal.teamId, requests);
  try {
    return await acceptSubmission(ports, context, idempotency, () => checkItems(ports, fetches, command));
  } finally {
    fetches.end();
  }
}

type ItemRefusal = (SendRefusal | Unavailable) & { readonly index?: number };

/** What filling in takes, as `inTurns` counts it: a template may have thousands of places. */
const ofTemplate = wholeTurn / 4;
const ofValue = 30;

function effortOf(item: BatchItem): number {
  if ('invalid' in item || !('template' in item.request)) return 0;
  return ofTemplate + ofValue * Object.keys(item.request.template.variables).length;
}

async function checkItems(
  ports: AcceptRestPorts,
  fetches: AttachmentFetches,
  { principal, items, mode, describe }: AcceptBatch,
): Promise<CheckedSubmission | ItemRefusal> {
  const filled = await inTurns(items, effortOf, async (item) =>
    'invalid' in item ? item : filledIn(ports, principal, item.request),
  );
  const checked = await Promise.all(
    filled.map(async (item) =>
      'invalid' in item || 'refused' in item ? item : checkFilled(ports, fetches, principal, item),
    ),
  );
  const emails: CheckedEmail[] = [];
  const errors: RefusedItem[] = [];
  for (const [index, item] of checked.entries()) {
    if ('invalid' in item) errors.push({ index, message: item.invalid });
    else if (!('refused' in item)) emails.push(item);
    else if (item.refused === 'unavailable') return item;
    else if (mode === 'strict') return { ...item, index };
    else errors.push({ index, message: describe(item) });
  }
  return { kind: 'batch', emails, errors };
}

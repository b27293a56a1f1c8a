import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import type { DuePorts } from './due-messages.js';
import { timeOfMessageId } from './message-id.js';

const pageLimit = 200;
/** Messages of one instant that are sorted at once. */
const mostOfAMoment = 2_000;

/**
 * An endpoint's messages that wait for another attempt, in the order of their events: ids are in the order of time, and
 * what happened in one moment is put in the order of the log.
 */
export async function* waitingInOrder(
  { readStore, messages }: DuePorts,
  webhookId: string,
): AsyncGenerator<WebhookMessageDocument> {
  const equals = { webhookId, status: 'attempting' };
  const query = { equals, orderBy: 'id', direction: 'asc', limit: pageLimit } as const;
  let held: WebhookMessageDocument[] = [];
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const behind = after === undefined ? {} : { after: { value: after, id: after } };
    const page = await readStore.list(messages, { ...query, ...behind });
    // The read store keeps what the projection of this shape wrote.
    held.push(...page.documents.map(({ document }) => document as WebhookMessageDocument));
    const last = held.at(-1)?.id;
    hasMore = page.hasMore && last !== undefined;
    after = last;
    // The last moment may go on in the next page.
    const goesOn = ({ id }: WebhookMessageDocument): boolean =>
      hasMore && held.length < mostOfAMoment && timeOfMessageId(id) === timeOfMessageId(last ?? '');
    const whole = held.filter((document) => !goesOn(document));
    held = held.filter(goesOn);
    yield* whole.sort(byPlace);
  }
}

function byPlace(a: WebhookMessageDocument, b: WebhookMessageDocument): number {
  const [timeA, timeB] = [timeOfMessageId(a.id), timeOfMessageId(b.id)];
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.part - b.part;
}

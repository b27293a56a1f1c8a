import { type LastEvent, lastEvents } from '../../../projections/emails/emails.document.js';
import { invalid } from '../edge/errors/api-error.js';

/** `last_event` of the query string of GET /emails. */
export function readLastEvent(query: unknown): LastEvent | undefined {
  const { last_event: wanted } = query as Readonly<Record<string, unknown>>;
  if (wanted === undefined) return undefined;
  const found = lastEvents.find((known) => known === wanted);
  if (found === undefined) throw invalid(`The \`last_event\` parameter must be one of ${lastEvents.join(', ')}.`);
  return found;
}

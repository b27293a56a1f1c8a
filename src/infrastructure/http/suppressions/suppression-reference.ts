import type { SuppressionKey } from '../../../application/suppression/read-suppressions.js';
import type { SuppressionOrigin } from '../../../domain/suppression/events.js';
import { parseMailbox } from '../emails/body/mailbox.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import { isUuid } from '../edge/uuid.js';

export const suppressionOrigins: readonly SuppressionOrigin[] = ['bounce', 'complaint', 'manual'];

/** `origin` of the query string of GET /suppressions. */
export function readSuppressionOrigin(query: unknown): SuppressionOrigin | undefined {
  const { origin } = query as Readonly<Record<string, unknown>>;
  if (origin === undefined) return undefined;
  const found = suppressionOrigins.find((known) => known === origin);
  if (found === undefined) throw invalid(`The \`origin\` parameter must be one of ${suppressionOrigins.join(', ')}.`);
  return found;
}

/** The id or the address in a path. */
export function readSuppressionKey(text: string): SuppressionKey {
  const key = suppressionKeyOf(text);
  if (key !== undefined) return key;
  throw new ApiError(422, 'invalid_parameter', 'The path must name a suppression by its id or its email address.');
}

export function suppressionKeyOf(text: string): SuppressionKey | undefined {
  if (isUuid(text)) return { id: text.toLowerCase() };
  const mailbox = parseMailbox(text);
  return mailbox === undefined || mailbox.name !== null ? undefined : { address: mailbox.address };
}

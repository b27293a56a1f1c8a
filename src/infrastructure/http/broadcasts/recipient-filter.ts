import type { RecipientType } from '../../../application/broadcast/recipients.js';
import type { ExportFilters } from '../../../domain/export/events.js';
import { invalid } from '../edge/errors/api-error.js';
import { type Filter, filters, oneOfFilter, readText, uuidFilter } from '../openapi/filters.js';

const recipientTypes = [
  ...(['sent', 'delivered', 'opened', 'clicked'] as const),
  ...(['bounced', 'complained', 'unsubscribed', 'suppressed'] as const),
] satisfies readonly RecipientType[];
export const bounceTypes = ['permanent', 'transient', 'undetermined'] as const;

const maxAddressCharacters = 320;
const email: Filter<string> = {
  name: 'email',
  schema: { type: 'string', maxLength: maxAddressCharacters },
  description: 'Only addresses that begin with this text.',
  read: (value, name) => readText(value, name, maxAddressCharacters),
};
export const typeFilter = oneOfFilter(
  'type',
  recipientTypes,
  'The result to list. `opened` and `clicked` count only people.',
);
export const narrowing = {
  address: email,
  bounceType: oneOfFilter('bounce_type', bounceTypes, 'Only bounces of this type. Requires `type=bounced`.'),
};

/** What a file of recipients is filtered by. */
export const recipientFilter = filters({
  broadcastId: uuidFilter('broadcast_id', 'The ID of the broadcast.'),
  type: typeFilter,
  ...narrowing,
});

/** Throws where no broadcast is named, or a bounce type without bounces. */
export function readRecipientFilter(given: object): ExportFilters {
  const { broadcastId, type, address, bounceType } = recipientFilter.read({ ...given });
  if (broadcastId === undefined) throw invalid('Missing `broadcast_id` filter. It names the broadcast.');
  refuseBounceType(type, bounceType);
  return {
    broadcastId,
    ...(type === undefined ? {} : { recipientType: type }),
    ...(address === undefined ? {} : { addressStart: address }),
    ...(bounceType === undefined ? {} : { bounceType }),
  };
}

export function refuseBounceType(type: RecipientType | undefined, bounceType: string | undefined): void {
  if (bounceType !== undefined && type !== 'bounced') {
    throw invalid('The `bounce_type` parameter is only for `type=bounced`.');
  }
}

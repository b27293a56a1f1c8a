import type { EmailBounced } from '../../domain/email/events.js';

/** Whether an email that was taken has bounced afterwards, by a report that came back. */
export function isLateBounce(event: { readonly type: string; readonly data: unknown }): boolean {
  // The type of an event names its shape.
  return event.type === 'EmailBounced' && (event.data as EmailBounced['data']).answeredBy === 'report';
}

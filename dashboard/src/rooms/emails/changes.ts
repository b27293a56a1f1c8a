import { ask } from '../../api/client';
import type { Export, SharedLink } from './documents';
import type { Filters } from './parameters';

const one = (id: string): string => `/emails/${encodeURIComponent(id)}`;

export interface NewEmail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export const emails = {
  send: (body: NewEmail) => ask<{ id: string }>('POST', '/emails', { body }),
  cancel: (id: string, keepalive = false) => ask<object>('POST', `${one(id)}/cancel`, { keepalive }),
  /** `at` in ISO 8601. */
  reschedule: (id: string, at: string) => ask<object>('PATCH', one(id), { body: { scheduled_at: at } }),
  resend: (id: string, idempotencyKey: string, keepalive = false) =>
    ask<{ id: string }>('POST', `/dashboard-api${one(id)}/resend`, { keepalive, idempotencyKey }),
  share: (id: string, life: string) => ask<SharedLink>('POST', `${one(id)}/share`, { body: { expires_in: life } }),
  revokeShare: (id: string, shareId: string, keepalive = false) =>
    ask<object>('DELETE', `${one(id)}/share/${encodeURIComponent(shareId)}`, { keepalive }),
  export: (filters: Filters) => ask<Export>('POST', '/dashboard-api/exports', { body: { kind: 'emails', filters } }),
};

/** A name for one wish, so that a repeat of the request is not a second one. Not `randomUUID`, which needs https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

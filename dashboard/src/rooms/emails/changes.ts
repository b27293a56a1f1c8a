import { call } from '../../api/client';
import type { Body } from '../../api/operations';

export const emails = {
  send: (body: Body<'POST /emails'>) => call('POST /emails', { body }),
  cancel: (id: string, keepalive = false) => call('POST /emails/{id}/cancel', { path: { id }, keepalive }),
  /** `at` in ISO 8601. */
  reschedule: (id: string, at: string) => call('PATCH /emails/{id}', { path: { id }, body: { scheduled_at: at } }),
  resend: (id: string, idempotencyKey: string, keepalive = false) =>
    call('POST /dashboard-api/emails/{id}/resend', { path: { id }, keepalive, idempotencyKey }),
  share: (id: string, life: string) => call('POST /emails/{id}/share', { path: { id }, body: { expires_in: life } }),
  revokeShare: (id: string, shareId: string, keepalive = false) =>
    call('DELETE /emails/{id}/share/{share_id}', { path: { id, share_id: shareId }, keepalive }),
};

/** A name for one request, so that a repeat of the request is not a second one. Not `randomUUID`, which needs https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

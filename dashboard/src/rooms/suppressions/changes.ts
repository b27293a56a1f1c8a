import { ask } from '../../api/client';
import type { Scope } from './documents';

export const suppressionChanges = {
  add: (body: { email: string; scope: Scope }) => ask<{ id: string }>('POST', '/suppressions', { body }),
  addMany: (emails: readonly string[], scope: Scope) =>
    ask<{ data: readonly { id: string }[] }>('POST', '/suppressions/batch/add', { body: { emails, scope } }),
  remove: (id: string, keepalive: boolean) =>
    ask<object>('DELETE', `/suppressions/${encodeURIComponent(id)}`, { keepalive }),
};

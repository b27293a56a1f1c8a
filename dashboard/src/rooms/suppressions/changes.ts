import { call } from '../../api/client';
import type { Scope } from './documents';

export const suppressionChanges = {
  add: (body: { email: string; scope: Scope }) => call('POST /suppressions', { body }),
  addMany: (emails: readonly string[], scope: Scope) =>
    call('POST /suppressions/batch/add', { body: { emails, scope } }),
  remove: (id: string, keepalive: boolean) =>
    call('DELETE /suppressions/{suppression}', { path: { suppression: id }, keepalive }),
};

import { call } from '../../api/client';
import type { Scope } from './documents';

export const suppressionChanges = {
  addMany: (emails: readonly string[], scope: Scope) =>
    call('POST /suppressions/batch/add', { body: { emails, scope } }),
};

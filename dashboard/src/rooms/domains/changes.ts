import { call } from '../../api/client';
import type { NewDomain, Tls } from './documents';

export const domainChanges = {
  add: (body: NewDomain) => call('POST /domains', { body }),
  claim: (body: NewDomain) => call('POST /domains/claim', { body }),
  verify: (id: string) => call('POST /domains/{id}/verify', { path: { id } }),
  verifyClaim: (id: string) => call('POST /domains/{id}/claim/verify', { path: { id } }),
  changeTls: (id: string, tls: Tls) => call('PATCH /domains/{id}', { path: { id }, body: { tls } }),
  delete: (id: string, keepalive: boolean) => call('DELETE /domains/{id}', { path: { id }, keepalive }),
};

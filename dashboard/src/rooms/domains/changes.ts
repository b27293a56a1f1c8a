import { ask } from '../../api/client';
import type { NewDomain, Tls } from './documents';

const one = (id: string): string => `/domains/${encodeURIComponent(id)}`;

export const domainChanges = {
  add: (body: NewDomain) => ask<{ id: string }>('POST', '/domains', { body }),
  claim: (body: NewDomain) => ask<{ domain_id: string }>('POST', '/domains/claim', { body }),
  verify: (id: string) => ask<object>('POST', `${one(id)}/verify`),
  verifyClaim: (id: string) => ask<object>('POST', `${one(id)}/claim/verify`),
  changeTls: (id: string, tls: Tls) => ask<object>('PATCH', one(id), { body: { tls } }),
  delete: (id: string, keepalive: boolean) => ask<object>('DELETE', one(id), { keepalive }),
};

import { call } from '../../api/client';
import type { Body } from '../../api/operations';
import type { NewDomain, Tls } from './documents';

export type TrackingChange = Pick<
  Body<'PATCH /domains/{id}'>,
  'open_tracking' | 'click_tracking' | 'tracking_subdomain'
>;

export const domainChanges = {
  add: (body: NewDomain) => call('POST /domains', { body }),
  claim: (body: NewDomain) => call('POST /domains/claim', { body }),
  verify: (id: string) => call('POST /domains/{id}/verify', { path: { id } }),
  verifyClaim: (id: string) => call('POST /domains/{id}/claim/verify', { path: { id } }),
  changeTls: (id: string, tls: Tls) => call('PATCH /domains/{id}', { path: { id }, body: { tls } }),
  changeTracking: (id: string, body: TrackingChange) => call('PATCH /domains/{id}', { path: { id }, body }),
  delete: (id: string, keepalive: boolean) => call('DELETE /domains/{id}', { path: { id }, keepalive }),
};

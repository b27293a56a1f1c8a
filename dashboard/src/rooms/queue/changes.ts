import { call } from '../../api/client';
import type { Body } from '../../api/operations';

export const queueChanges = {
  pause: (body: Body<'POST /dashboard-api/queue/pause'>) => call('POST /dashboard-api/queue/pause', { body }),
  resume: (body: Body<'POST /dashboard-api/queue/resume'>) => call('POST /dashboard-api/queue/resume', { body }),
  retry: (domain: string, reason: string) => call('POST /dashboard-api/queue/retry', { body: { domain, reason } }),
  drop: (domain: string, reason: string, keepalive: boolean) =>
    call('POST /dashboard-api/queue/drop', { body: { domain, reason }, keepalive }),
};

import { ask } from '../../api/client';
import type { Moved } from './queries';

const post = <Document = object>(act: string, body: object, keepalive = false) =>
  ask<Document>('POST', `/dashboard-api/queue/${act}`, { body, keepalive });

export const queueChanges = {
  pause: (body: { domain: string; reason: string; until?: string }) => post('pause', body),
  resume: (receiver: { domain: string } | { pause_id: string }) => post('resume', receiver),
  retry: (domain: string, reason: string) => post<Moved>('retry', { domain, reason }),
  drop: (domain: string, reason: string, keepalive: boolean) => post<Moved>('drop', { domain, reason }, keepalive),
};

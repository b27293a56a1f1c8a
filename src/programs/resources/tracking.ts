import type { Served } from './served.js';
import { trackingLogStreams } from '../../domain/tracking/events.js';

export const tracking = {
  streams: [trackingLogStreams],
  processManagers: async () => [(await import('../../application/tracking/hit-judge.js')).hitJudge],
  http: async () => (await import('../../infrastructure/http/tracking/tracking.operations.js')).trackingHttp,
} satisfies Served;

import type { Served } from './served.js';
import { installationStreams } from '../../domain/installation/events.js';
import { queueStreams } from '../../domain/queue/events.js';
import { processManagerStreams } from '../../domain/process-manager/events.js';
import { retentionStreams } from '../../domain/retention/events.js';
import { logSealStreams } from '../../domain/log-seal/events.js';
import { logVerificationStreams } from '../../domain/log-verification/events.js';

/** What a server says of itself and of its work: kept, and shown only as part of an audit. */
export const server = [
  { streams: [installationStreams], http: async () => (await import('./server.http.js')).serverHttp },
  { streams: [queueStreams] },
  { streams: [processManagerStreams] },
  {
    streams: [retentionStreams],
    processManagers: async () => [
      (await import('../../application/retention/retirement-finisher.js')).retirementFinisher,
    ],
  },
  { streams: [logSealStreams, logVerificationStreams] },
] as const satisfies readonly Served[];

import { Counter, Gauge, type Registry } from 'prom-client';
import {
  alertSeverityOf,
  type ServerTrouble,
  serverTroubleKinds,
} from '../../../application/server-trouble/server-trouble.js';

export interface ProcessFigures {
  readonly serverTroubles: () => readonly Pick<ServerTrouble, 'kind'>[];
  /** Versions of this program and Node; null: not shown. */
  readonly build: { readonly version: string; readonly node: string } | null;
  /** The disk of DATA_DIR, in bytes; null: email is stored elsewhere. */
  readonly disk: () => { readonly free: number; readonly size: number } | null;
  /** Milliseconds since the epoch; null: this process takes no email over SMTP. */
  readonly certificateEndsAtMs: () => number | null;
  /** Milliseconds since the epoch; null: none is known. */
  readonly lastBackupAtMs: () => number | null;
}

/** About the process and the machine. */
export function processMetrics(
  registry: Registry,
  {
    serverTroubles = () => [],
    build = null,
    disk = () => null,
    certificateEndsAtMs = () => null,
    lastBackupAtMs = () => null,
  }: Partial<ProcessFigures>,
) {
  const registers = [registry];
  return {
    buildInfo: new Gauge({
      name: 'posthorn_build_info',
      help: '1, with the version of Posthorn and of Node.',
      labelNames: ['version', 'node'] as const,
      registers,
      collect() {
        if (build !== null) this.set(build, 1);
      },
    }),
    diskFree: new Gauge({
      name: 'posthorn_disk_free_bytes',
      help: 'Free on the disk of DATA_DIR for users who are not root.',
      registers,
      collect() {
        const found = disk();
        if (found !== null) this.set(found.free);
      },
    }),
    diskSize: new Gauge({
      name: 'posthorn_disk_size_bytes',
      help: 'Size of the disk of DATA_DIR.',
      registers,
      collect() {
        const found = disk();
        if (found !== null) this.set(found.size);
      },
    }),
    certificateEnd: new Gauge({
      name: 'posthorn_smtp_certificate_expiry_timestamp_seconds',
      help: 'When the certificate for SMTP expires, since the epoch; 0: this process takes no email over SMTP.',
      registers,
      collect() {
        this.set((certificateEndsAtMs() ?? 0) / 1000);
      },
    }),
    lastBackup: new Gauge({
      name: 'posthorn_last_backup_timestamp_seconds',
      help: 'When the last backup of DATA_DIR was begun, since the epoch; 0: none is known.',
      registers,
      collect() {
        this.set((lastBackupAtMs() ?? 0) / 1000);
      },
    }),
    serverTrouble: new Gauge({
      name: 'posthorn_server_trouble',
      help: '1: this is wrong with the process or its surroundings now; 0: it is not.',
      labelNames: ['kind', 'severity'] as const,
      registers,
      collect() {
        const open = new Set(serverTroubles().map(({ kind }) => kind));
        for (const kind of serverTroubleKinds)
          this.set({ kind, severity: alertSeverityOf(kind) }, open.has(kind) ? 1 : 0);
      },
    }),
    securityEvents: new Counter({
      name: 'posthorn_security_events_total',
      help: 'Refused API keys, SMTP logins and senders, and clients that reached a limit, by kind.',
      labelNames: ['event'] as const,
      registers,
    }),
    traceSpans: new Counter({
      name: 'posthorn_trace_spans_total',
      help: 'Spans of traces, by outcome: sent to the collector, or dropped.',
      labelNames: ['outcome'] as const,
      registers,
    }),
  };
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Trouble, troubleKinds } from '../../application/delivery/trouble/trouble.js';
import {
  alertSeverityOf,
  type ServerTrouble,
  serverTroubleKinds,
} from '../../application/server-trouble/server-trouble.js';
import { withTimeout } from '../../application/shared/timeout.js';
import type { EngineCalls } from './engine-calls.js';
import { QueueMetrics } from './queue-metrics.js';
import { WebhookMetrics } from './webhook-metrics.js';

/** What one process counts. No label ever holds an address or a domain, nor an id but those of some webhooks. */
export type Metrics = ReturnType<typeof createMetrics>;

/** How far a projection is behind. */
interface ProjectionLag {
  readonly name: string;
  readonly lagMs: number;
  readonly state: 'running' | 'failing' | 'stopped';
}

/** Outages of one shared engine. */
interface EngineOutages {
  readonly engine: string;
  readonly isAway: boolean;
  readonly times: number;
}

/** Gauges of the library whose names end as those of counters do. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** How long the figures wait for the engines. */
const lagAnswerMs = 1_000;

/** What is asked at each scrape; what is left out shows nothing. */
export interface AskedFigures {
  readonly projectionLags: () => Promise<readonly ProjectionLag[]>;
  readonly requestsToLog: () => number;
  readonly smtpConnections: () => number;
  /** Those that this process holds, or waits for (false), by name. */
  readonly leases: () => ReadonlyMap<string, boolean>;
  readonly logFaults: () => ReadonlyMap<string, number>;
  readonly engineCalls: EngineCalls['entries'];
  readonly engineOutages: () => readonly EngineOutages[];
  readonly troubles: () => readonly Pick<Trouble, 'kind'>[];
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

/** A registry of its own, so that two servers in one process do not count together. */
export function createMetrics({
  projectionLags = async () => [],
  requestsToLog = () => 0,
  smtpConnections = () => 0,
  leases = () => new Map(),
  logFaults = () => new Map(),
  engineCalls = () => [],
  engineOutages = () => [],
  troubles = () => [],
  serverTroubles = () => [],
  build = null,
  disk = () => null,
  certificateEndsAtMs = () => null,
  lastBackupAtMs = () => null,
}: Partial<AskedFigures> = {}) {
  const registry = new Registry();
  // Without the log it is not known how far behind it they are; everything else is counted here, and asked for most
  // while an engine is away.
  const knownLags = () => withTimeout(lagAnswerMs, projectionLags()).catch(() => []);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return {
    registry,
    webhooks: new WebhookMetrics(registry),
    queue: new QueueMetrics(registry),
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
    complaints: new Counter({
      name: 'posthorn_complaints_total',
      help: 'Spam complaints that were recorded.',
      registers,
    }),
    suppressions: new Counter({
      name: 'posthorn_suppressions_total',
      help: 'Addresses that were put on a suppression list.',
      registers,
    }),
    emailsAccepted: new Counter({
      name: 'posthorn_emails_accepted_total',
      help: 'Emails whose acceptance is on disk.',
      registers,
    }),
    deliveryAttempts: new Counter({
      name: 'posthorn_delivery_attempts_total',
      help: 'SMTP transactions by how they ended.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    deliveryResults: new Counter({
      name: 'posthorn_delivery_results_total',
      help: 'What became of recipients in attempts: by receiver (large providers, other, relay, sandbox, none), outcome, and what the reply meant.',
      labelNames: ['receiver', 'outcome', 'reply'] as const,
      registers,
    }),
    deliveriesByTls: new Counter({
      name: 'posthorn_deliveries_by_tls_total',
      help: 'Recipients whose email a receiver took, by how the connection was protected: dane, mta-sts, certificate, encrypted (without proof) or none.',
      labelNames: ['tls'] as const,
      registers,
    }),
    deliveryDuration: new Histogram({
      name: 'posthorn_delivery_duration_seconds',
      help: 'Time from the beginning of an attempt to its result, by receiver: look-ups and the wait for a connection are part of it.',
      labelNames: ['receiver'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    deliveryTrouble: new Gauge({
      name: 'posthorn_delivery_trouble',
      help: '1: this keeps email from leaving now; 0: it does not.',
      labelNames: ['kind'] as const,
      registers,
      collect() {
        const open = new Set(troubles().map(({ kind }) => kind));
        for (const kind of troubleKinds) this.set({ kind }, open.has(kind) ? 1 : 0);
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
    outcomesUnknown: new Counter({
      name: 'posthorn_outcome_unknown_total',
      help: 'Attempts whose final dot was sent and whose reply was never seen.',
      registers,
    }),
    eventLogAppends: new Counter({
      name: 'posthorn_event_log_appends_total',
      help: 'Appends to the event log by result: written, conflict or unknown.',
      labelNames: ['result'] as const,
      registers,
    }),
    eventLogFaults: new Counter({
      name: 'posthorn_event_log_faults_total',
      help: 'What a shared event log did and the process bore: a subscription dropped under a burst, an answer for no append.',
      labelNames: ['fault'] as const,
      registers,
      collect() {
        this.reset();
        for (const [fault, times] of logFaults()) this.inc({ fault }, times);
      },
    }),
    engineCalls: new Counter({
      name: 'posthorn_engine_calls_total',
      help: 'Calls to the shared engines, by engine and its own name for the call, and events that subscriptions brought.',
      labelNames: ['engine', 'call'] as const,
      registers,
      collect() {
        this.reset();
        for (const { times, ...labels } of engineCalls()) this.inc(labels, times);
      },
    }),
    engineAway: new Gauge({
      name: 'posthorn_engine_away',
      help: '1: the shared engine cannot be used now; 0: it can.',
      labelNames: ['engine'] as const,
      registers,
      collect() {
        for (const { engine, isAway } of engineOutages()) this.set({ engine }, isAway ? 1 : 0);
      },
    }),
    engineOutages: new Counter({
      name: 'posthorn_engine_outages_total',
      help: 'Times that a shared engine could not be used for two seconds and more.',
      labelNames: ['engine'] as const,
      registers,
      collect() {
        this.reset();
        for (const { engine, times } of engineOutages()) this.inc({ engine }, times);
      },
    }),
    traceSpans: new Counter({
      name: 'posthorn_trace_spans_total',
      help: 'Spans of traces, by outcome: sent to the collector, or dropped.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    requestLogWaiting: new Gauge({
      name: 'posthorn_request_log_waiting',
      help: 'Answered requests that are not in the request log yet.',
      registers,
      collect() {
        this.set(requestsToLog());
      },
    }),
    requestLogLost: new Counter({
      name: 'posthorn_request_log_lost_total',
      help: 'Answered requests that the request log will never show, because it could not be written for too long.',
      registers,
    }),
    trackingHitsLost: new Counter({
      name: 'posthorn_tracking_hits_lost_total',
      help: 'Opens and clicks that were answered and will never be counted, because more came than could be written.',
      registers,
    }),
    domainFalls: new Counter({
      name: 'posthorn_domain_falls_total',
      help: "Falls of a domain's sending health beyond chance, by group of receivers and measure.",
      labelNames: ['group', 'measure'] as const,
      registers,
    }),
    vaultEntriesSwept: new Counter({
      name: 'posthorn_vault_entries_swept_total',
      help: 'Vault entries that the orphan sweep has visited, by outcome: kept or removed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    streamsRetired: new Counter({
      name: 'posthorn_streams_retired_total',
      help: 'Streams removed by retention, by kind: email or submission.',
      labelNames: ['kind'] as const,
      registers,
    }),
    projectionLag: new Gauge({
      name: 'posthorn_projection_lag_seconds',
      help: 'Time since a projection last had everything that is in the log.',
      labelNames: ['projection'] as const,
      registers,
      async collect() {
        this.reset();
        for (const { name, lagMs } of await knownLags()) this.set({ projection: name }, lagMs / 1000);
      },
    }),
    projectionStuck: new Gauge({
      name: 'posthorn_projection_stuck',
      help: '1: a projection that this process runs cannot go on; 0: it can.',
      labelNames: ['projection'] as const,
      registers,
      async collect() {
        this.reset();
        for (const { name, state } of await knownLags()) this.set({ projection: name }, state === 'running' ? 0 : 1);
      },
    }),
    leaseHeld: new Gauge({
      name: 'posthorn_lease_held',
      help: '1: this process does the work of the lease; 0: it waits, ready to take over.',
      labelNames: ['lease'] as const,
      registers,
      collect() {
        for (const [lease, isHeld] of leases()) this.set({ lease }, isHeld ? 1 : 0);
      },
    }),
    securityEvents: new Counter({
      name: 'posthorn_security_events_total',
      help: 'Refused API keys, SMTP logins and senders, and clients that reached a limit, by kind.',
      labelNames: ['event'] as const,
      registers,
    }),
    smtpConnections: new Gauge({
      name: 'posthorn_smtp_connections',
      help: 'Connections that submit email now.',
      registers,
      collect() {
        this.set(smtpConnections());
      },
    }),
    smtpMessages: new Counter({
      name: 'posthorn_smtp_messages_total',
      help: 'Messages submitted over SMTP, by outcome: accepted or refused.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    smtpRefusals: new Counter({
      name: 'posthorn_smtp_refusals_total',
      help: 'What was refused over SMTP, by reason.',
      labelNames: ['reason'] as const,
      registers,
    }),
    inboundReports: new Counter({
      name: 'posthorn_inbound_reports_total',
      help: 'Messages taken at return paths, by outcome: recorded (a bounce or a complaint), noted (it changed nothing) or no-report.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    inboundEmails: new Counter({
      name: 'posthorn_inbound_emails_total',
      help: 'Emails taken at receiving domains, by outcome: received, or known (sent again by a server that missed the answer).',
      labelNames: ['outcome'] as const,
      registers,
    }),
    inboundRefusals: new Counter({
      name: 'posthorn_inbound_refusals_total',
      help: 'What the inbound listener refused, by reason.',
      labelNames: ['reason'] as const,
      registers,
    }),
    httpRequestDuration: new Histogram({
      name: 'posthorn_http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
}

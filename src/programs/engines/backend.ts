import type { Installation } from '../../application/installation/establish-installation.js';
import type { TroubleChange } from '../../application/delivery/trouble/trouble.js';
import type { EngineFailure } from '../../application/engines/engine-failure.js';
import type { QuotaCounter } from '../../application/ports/quota-counter.js';
import type { Tracer } from '../../application/ports/tracer.js';
import type { JudgedSession } from '../../application/tls-report/tls-counts.js';
import type { RateLimiter } from '../../application/ports/rate-limiter.js';
import type { DailyAllowances } from '../../application/ports/daily-allowances.js';
import type { SignInPatience } from '../../application/ports/sign-in-patience.js';
import type { VaultSweep } from '../../application/ports/vault-sweep.js';
import type { WhenProcessed } from '../../application/shared/own-writes.js';
import type { Ports } from '../../application/shared/ports.js';
import type { Config } from '../../infrastructure/config/config.js';
import type { ProjectionStatus } from '../../infrastructure/projection-runner/run-projection.js';
import type { EngineWatch } from '../../infrastructure/engine-failure/watch-engines.js';
import type { EngineCalls } from '../../infrastructure/telemetry/engine-calls.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';

/** The ports behind which the engines work, whichever they are. */
export interface Engines
  extends Pick<Ports, 'store' | 'codec' | 'keys' | 'blobs' | 'sealer' | 'hash' | 'readStore' | 'captured'> {
  readonly sweep: VaultSweep;
  readonly whenProcessed: WhenProcessed;
}

export interface Delivery {
  /** No new claim; replies to dots already sent are awaited for the grace time, and everything is recorded. */
  stop(): Promise<void>;
}

export interface DeliveryStart {
  /** With the port that this process listens at, which the system may have chosen. */
  readonly config: Config;
  readonly metrics: Metrics;
  /** Null where no traces are made. */
  readonly tracer: Tracer | null;
  /** Null where connections are not counted. Never rejects. */
  readonly onTlsSession: ((judged: JudgedSession) => void) | null;
  /** What keeps email from leaving has begun, or is over. */
  readonly onTrouble: (change: TroubleChange) => void;
  /** Time of the last restore or migration, ISO 8601: older claims belong to no worker here. */
  readonly copiedAt: string | null;
}

/** What a shared event log did that the process bore: it opened the subscription again, it dropped the answer. */
export type LogFault = 'dropped-subscription' | 'stray-answer';

/** What a serving process stands on, whichever engines it is: embedded, or shared with other processes. */
export interface Backend {
  readonly engines: Engines;
  readonly installation: Installation;
  /** Null for no limit. */
  readonly rateLimiter: RateLimiter | null;
  readonly quotaCounter: QuotaCounter;
  readonly patience: SignInPatience;
  readonly allowances: DailyAllowances;
  /** This start made `master.key`. */
  readonly masterKeyCreated: boolean;
  /** Status of the projections that run in this process. */
  projectionStatus(): Promise<readonly ProjectionStatus[]>;
  /** Failures of the shared engines that are away now. */
  engineFailures(): readonly EngineFailure[];
  /** Whether every engine is there without which no mail is accepted. */
  canAccept(): boolean;
  /** Whether each shared engine is away now, and how often it has been. */
  engineOutages(): ReturnType<EngineWatch['outages']>;
  /** Those that this process holds, or waits for (false), by name. */
  leases(): ReadonlyMap<string, boolean>;
  /** How often each has happened in this process. */
  logFaults(): ReadonlyMap<LogFault, number>;
  /** What the shared engines were asked so far; nothing where they are embedded. */
  engineCalls(): ReturnType<EngineCalls['entries']>;
  /** The error of a start in an operator's words where an engine went away meanwhile; otherwise itself. */
  explained(error: unknown): Promise<unknown>;
  /** Work that one process does at a time: this one at once, or whenever it holds the lease of this name. */
  alone(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Once everything that `engines` and `metrics` are for has been made. */
  startDelivery(start: DeliveryStart): Promise<Delivery>;
  /** Everything that was started must have ended. */
  close(): Promise<void>;
}

export interface BackendOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** A part of the program has ended that nothing can go on without. */
  readonly onFatal: (error: Error) => void;
}

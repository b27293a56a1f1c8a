import type { Authenticator } from '../../../application/api-key/api-keys.js';
import type { Quotas } from '../../../application/usage/quotas.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { RateLimiter } from '../../../application/ports/rate-limiter.js';
import type { ByteBudget } from '../../../application/shared/byte-budget.js';
import type { BodyPace } from './collect-bytes.js';
import type { RateLimiters } from './rate-limit.js';
import type { RequestRecorder } from './request-log/record-requests.js';
import type { KeylessLimits } from './unread-bodies.js';
import type { Logger } from '../../telemetry/logger.js';
import type { Metrics } from '../../telemetry/metrics.js';

export interface Readiness {
  readonly ready: boolean;
  /** One sentence for the operator: what is still missing. */
  readonly detail: string;
}

/** What the HTTP edge is given by whoever composes the application. */
export interface HttpOptions {
  readonly authenticator: Authenticator;
  /** What `in 1 min` counts from. */
  readonly clock: Pick<Clock, 'now'>;
  /** Null: requests are not counted. */
  readonly rateLimiters: RateLimiters | null;
  /** Openings of a shared link from one address; null: they are not counted. */
  readonly linkLimiter?: RateLimiter | null;
  /** Null: nobody has any. */
  readonly quotas: Pick<Quotas, 'limits' | 'used'> | null;
  readonly metrics: Pick<Metrics, 'registry' | 'httpRequestDuration'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly requestLog: RequestRecorder;
  /** False while starting and while stopping: every API route then answers 503. */
  readiness(): Readiness;
  /** What is wrong with this process or an engine, a sentence each. */
  problems(): Promise<readonly string[]>;
  /** ISO 8601: nothing is sent since a restore; null while delivery goes on. */
  deliveryHeldSince(): string | null;
  /** False where this process has other roles only: health and metrics are served, everything else answers 503. */
  readonly servesApi: boolean;
  /** Where clients reach the API, without a trailing slash. */
  readonly publicUrl: string;
  /** Those that a domain can be in; the first is the default. */
  readonly regions: readonly string[];
  /** What the TXT record that proves a claim begins with, before `=`. */
  readonly claimPrefix: string;
  /** The built dashboard: `index.html` and `assets/`. Without it `/` is not served. */
  readonly dashboardDir?: string;
  /** The built API reference: `index.html` and `assets/`. Without it `/docs` is not served. */
  readonly referenceDir?: string;
  /** Largest request body; a larger one is answered with 413. */
  readonly maxBodyBytes: number;
  /** Memory that all requests together may hold, each team its share; a request beyond it is answered with 503. */
  readonly budget: ByteBudget;
  /** Slower bodies are given up; {@link defaultBodyPace} where it is not given. */
  readonly bodyPace?: BodyPace;
  /** What `/metrics` asks for; null: nothing. */
  readonly metricsToken?: string | null;
  /** What clients without a key may take; {@link defaultKeylessLimits} where it is not given. */
  readonly keyless?: KeylessLimits;
}

/** What a client is told to wait for while the process starts or stops. */
export const retryWhenReadySeconds = 5;

export const HTTP_OPTIONS = Symbol('HttpOptions');

import type { Trouble } from '../../../application/delivery/trouble/trouble.js';
import type { Authenticator } from '../../../application/api-key/api-keys.js';
import type { People } from '../../../application/people/people.js';
import type { CallerScope } from '../../../application/ports/caller-scope.js';
import type { Tracer } from '../../../application/ports/tracer.js';
import type { Quotas } from '../../../application/usage/quotas.js';
import type { AnsweredRequest, RequestDetail } from '../../../domain/request-log/events.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { RateLimiter } from '../../../application/ports/rate-limiter.js';
import type { ReadPlaces } from '../../../application/shared/read-places.js';
import type { TeamOwners } from '../../../application/shared/team-owners.js';
import type { ByteBudget } from '../../../application/shared/byte-budget.js';
import type { BodyPace } from './incoming-body.js';
import type { RateLimiters, VisitorLimiters } from './rate-limit.js';
import type { KeylessLimits } from './unread-bodies.js';
import type { AuthFailures } from '../../security/auth-failures.js';
import type { NoteSecurityEvent } from '../../security/security-events.js';
import type { Logger } from '../../telemetry/logger.js';
import type { Metrics } from '../../telemetry/metrics.js';

export interface Readiness {
  readonly ready: boolean;
  /**
   * False when an engine is away without which no mail is accepted, or delivery is about to start. What does without it
   * is answered all the same.
   */
  readonly accepts: boolean;
  /** Nothing new can be stored: the disk is full, or the data folder is away. */
  readonly cannotStore: boolean;
  /** One sentence for the operator: what is still missing. */
  readonly detail: string;
}

/** Where answered requests go. `bytes`: the size of the two bodies as JSON. */
export interface RequestRecorder {
  note(teamId: string, request: AnsweredRequest, detail: RequestDetail, bytes: number): void;
}

/** What the page tells people of this installation. */
export interface Installation {
  /** Null when this process takes no mail over SMTP. */
  readonly smtp: {
    readonly userNames: readonly string[];
    readonly ports: readonly { readonly port: number; readonly encryption: 'starttls' | 'tls' }[];
    readonly selfSigned: boolean;
  } | null;
  /** Null for no limit. */
  readonly retentionDays: number | null;
  readonly requestLogDays: number;
  /** Whether mail of the server itself, as an invitation, leaves this machine. */
  readonly noticesLeave: boolean;
  readonly delivery: {
    readonly mode: 'mx' | 'relay' | 'capture';
    /** Whether the relay's word that a mailbox does not exist suppresses its address. */
    readonly relaySuppresses: boolean;
  };
}

/** What the program gives to the HTTP edge. */
export interface HttpOptions {
  readonly authenticator: Authenticator;
  /** Without it no person can sign in. */
  readonly people?: People;
  /** Without it every team counts alone. */
  readonly teamOwners?: Pick<TeamOwners, 'of' | 'known'>;
  /** Carries the rights of the caller to the use cases; without it none are passed on. */
  readonly callerScope?: CallerScope;
  /** Limit of requests for tracked links; null: they are not counted. */
  readonly hitLimiter?: RateLimiter | null;
  /** Images of emails, by network; null: they are not counted. */
  readonly imageLimiter?: RateLimiter | null;
  /** Limits of requests that sign in or follow an emailed link; null: they are not counted. */
  readonly visitorLimiters?: VisitorLimiters | null;
  /** Places for searches and other long reads; without it their number is not limited. */
  readonly readPlaces?: ReadPlaces;
  /** What `in 1 min` counts from. */
  readonly clock: Pick<Clock, 'now'>;
  /** Null when requests are not counted. */
  readonly rateLimiters: RateLimiters | null;
  /**
   * Openings of a shared link from one address, and what is sent of the description of the API to one network; null:
   * not counted.
   */
  readonly linkLimiter?: RateLimiter | null;
  /** What is entered into one form, from everywhere; null: not counted. */
  readonly formLimiter?: RateLimiter | null;
  /** Null when there are none. */
  readonly quotas: Pick<Quotas, 'limits' | 'used'> | null;
  readonly metrics: Pick<Metrics, 'registry' | 'httpRequestDuration'>;
  /** Null where no traces are made. */
  readonly tracer?: Tracer | null;
  readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  readonly requestLog: RequestRecorder;
  /** False while starting and while stopping: every API route then answers 503. */
  readiness(): Readiness;
  /** What is wrong with this process or an engine, a sentence each. */
  problems(): Promise<readonly string[]>;
  /** What keeps email from leaving this process now. */
  deliveryTroubles(): readonly Trouble[];
  /** ISO 8601: nothing is sent since a restore; null while delivery goes on. */
  deliveryHeldSince(): string | null;
  /** False where this process has other roles only: health and metrics are served, everything else answers 503. */
  readonly servesApi: boolean;
  /** Where clients reach the API, without a trailing slash. */
  readonly publicUrl: string;
  /** Those that a domain can be in; the first is the default. */
  readonly regions: readonly string[];
  readonly installation: Installation;
  /** Its admins speak for the server. */
  readonly firstTeamId?: string;
  /**
   * The built dashboard: `index.html`, `scheme.js` and `assets/`, each compressed too. Without it `/dashboard` is not
   * served.
   */
  readonly dashboardDir?: string;
  /** The built API reference: `index.html` and `assets/`. Without it `/docs` is not served. */
  readonly referenceDir?: string;
  /** Largest request body; a larger one is answered with 413. */
  readonly maxBodyBytes: number;
  /** Largest file of an import. */
  readonly importMaxBytes: number;
  /** Memory that all requests together may hold, each team its share; a request beyond it is answered with 503. */
  readonly budget: ByteBudget;
  /** Slower bodies are given up; {@link defaultBodyPace} where it is not given. */
  readonly bodyPace?: BodyPace;
  /** What `/metrics` asks for; null: only programs on this machine see it. */
  readonly metricsToken?: string | null;
  /** For log and metrics; without it nothing is noted. */
  readonly noteSecurityEvent?: NoteSecurityEvent;
  /** Wrong keys by network; the usual patience where it is not given. */
  readonly authFailures?: AuthFailures;
  /** What clients without a key may take; {@link defaultKeylessLimits} where it is not given. */
  readonly keyless?: KeylessLimits;
}

/** How long a client is asked to wait while the process starts or stops. */
export const retryWhenReadySeconds = 5;

export const HTTP_OPTIONS = Symbol('HttpOptions');

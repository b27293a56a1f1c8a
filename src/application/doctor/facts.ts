import type { Looked, SendingHostFacts } from '../../domain/insight/facts.js';
import type { FailureInWords } from '../engines/engine-failure.js';
import type { SenderStanding } from '../sending-domain/sending-domains.js';
import type { LogFacts } from './log-facts.js';

/** Something that is read from a file: it may not be there yet, or not be readable. */
export type Readable<Facts> =
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly reason: string }
  | { readonly state: 'read'; readonly facts: Facts };

/** The part of the configuration that the checks look at. */
export interface ConfigFacts {
  readonly dataDir: string;
  readonly host: string;
  readonly publicUrl: string | null;
  readonly roles: readonly string[];
  readonly deliveryMode:
    | { readonly kind: 'capture' }
    | { readonly kind: 'mx' }
    | {
        readonly kind: 'relay';
        readonly relay: {
          readonly host: string;
          readonly implicitTls: boolean;
          readonly verify: boolean;
          readonly credentials: object | null;
        };
      };
  readonly heloName: string;
  /** Settings of direct delivery. */
  readonly mx: { readonly port: number; readonly allowPrivate: boolean };
  readonly masterKey: string | null;
  readonly preverifiedDomains: readonly string[];
  readonly sandboxDomains: readonly string[];
  readonly notices: { readonly from: string; readonly to: readonly string[] };
  readonly rateLimitPerSecond: number;
  readonly quotas: { readonly daily: number | null; readonly monthly: number | null };
  readonly requestLogDays: number;
  readonly sealEveryMs: number;
  readonly allowPrivateFetch: boolean;
  readonly allowPrivateLinks: boolean;
  readonly overruled: readonly { readonly name: string; readonly by: string }[];
}

/** What answers at the port where other servers deliver. */
export type InboundAnswer = 'posthorn' | 'another' | 'nothing';

/** What other servers find that look for this one. */
export interface InboundFacts {
  readonly host: string;
  /** By its A and AAAA records; none where it has no such record. */
  readonly addresses: readonly string[];
  /** At the first of them. */
  readonly answers: InboundAnswer;
  /** The address of this machine that it listens on: SMTP_HOST, or HOST. */
  readonly listensOn: string;
}

export interface ProgramFacts {
  /** Whether a server holds the folder; on shared engines, a lease. */
  readonly serverRuns: boolean;
  /** Such as `20.20.1`. */
  readonly nodeVersion: string;
  /** The least version that is supported. */
  readonly leastNodeVersion: string;
  /** By how much the wall clock moved against the one that never jumps while the facts were gathered. */
  readonly clockSteppedMs: number;
}

export interface FileFacts {
  /** Relative to the folder. */
  readonly name: string;
  readonly bytes: number;
  /** Permission bits. */
  readonly mode: number;
  readonly modifiedMs: number;
}

/** The newest backup that `posthorn backup` took of this folder. */
export interface LastBackup {
  readonly backupId: string;
  /** ISO 8601. */
  readonly takenAt: string;
  /** ISO 8601: when it was last found to be whole; null: never looked at. */
  readonly checkedAt: string | null;
}

export interface FolderFacts {
  /** Permission bits. */
  readonly mode: number;
  /** This user may write in it. */
  readonly writable: boolean;
  /** For those who are not root. */
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Directly in the folder; those of single large bodies are summed up as `blobs`. */
  readonly files: readonly FileFacts[];
  /** A restore was cut off while it put files in place. */
  readonly halfRestored: boolean;
  /** What restores have moved aside, and starts where it was damaged: names, and when that was. */
  readonly movedAside: readonly { readonly name: string; readonly modifiedMs: number }[];
  /** As `posthorn backup` notes it; null where none was taken. */
  readonly lastBackup: LastBackup | null;
}

export interface ProjectionFacts {
  /** `name@version` */
  readonly name: string;
  /** Null when it has folded nothing yet. */
  readonly checkpoint: string | null;
  /** Events of its categories that it has not considered yet. */
  readonly behindEvents: number;
  /** ISO 8601, of the oldest of them. */
  readonly behindSince: string | null;
  /** It is behind, and came no further while doctor looked. */
  readonly standsStill: boolean;
}

/** Counted in mails, and in attempts. */
export interface PendingFacts {
  readonly unsettled: number;
  readonly due: number;
  /** ISO 8601, of the one that is due the longest. */
  readonly dueSince: string | null;
  /** Waiting for a later time: a schedule or a next try. */
  readonly later: number;
  readonly openClaims: number;
  /** Among them, those whose attempt must have ended long ago. */
  readonly claimsPastDeadline: number;
}

/** An endpoint that fails, is behind, or was disabled by its own answers. */
export interface WebhookFacts {
  readonly id: string;
  /** Null when it is enabled. */
  readonly why: 'failing' | 'gone' | null;
  /** Messages that wait for another attempt. */
  readonly retrying: number;
  /** ISO 8601: nothing but failures from then on. */
  readonly failingSince: string | null;
  /** ISO 8601, of the oldest event that it has not come to. */
  readonly behindSince: string | null;
}

export interface ReadModelFacts {
  /** The installation that they were built from; null: none was ever named. */
  readonly builtFrom: string | null;
  readonly projections: readonly ProjectionFacts[];
  readonly pending: PendingFacts;
  /** Mails that wait for their own time. */
  readonly scheduled: number;
  /** Endpoints that are enabled, and the first hundred in trouble. */
  readonly webhooks: { readonly enabled: number; readonly troubled: readonly WebhookFacts[] };
  /** The domain of NOTICE_FROM. */
  readonly noticeSender: SenderStanding;
  /** What teams used today and in this month (UTC). */
  readonly usage: readonly { readonly teamId: string; readonly daily: number; readonly monthly: number }[];
}

export interface VaultFacts {
  /** Null when not established. */
  readonly keyStoreId: string | null;
  /** `missing`: there is no master key to try. */
  readonly masterKey: 'fits' | 'does-not-fit' | 'missing' | 'unreadable';
  readonly destroyedLog: { readonly bytes: number; readonly appliedBytes: number };
  /** ISO 8601: the oldest logged hour whose keys are left. */
  readonly oldestRequestLogAt: string | null;
}

/** What a short look, or `PRAGMA quick_check`, found in one file; `problems` empty: nothing. */
export interface IntegrityFacts {
  readonly file: string;
  readonly problems: readonly string[];
}

/** A server that others operate. */
export interface EngineFacts {
  /** The name of its address in the configuration. */
  readonly name: string;
  /** Null when it cannot be used. */
  readonly roundTripMs: number | null;
  /** Why it cannot be used; null where it can. */
  readonly failure: FailureInWords | null;
  /** Whether its user may do more than Posthorn needs; null: the engine asks for no user, or it is not known. */
  readonly hasSpareRights: boolean | null;
}

/** Work that one process at a time does. */
export interface LeaseFacts {
  readonly name: string;
  /** Null when given back, or never taken. */
  readonly holder: string | null;
  readonly fence: number;
  /** Its heartbeat went on while doctor looked, for at most a term. */
  readonly moves: boolean;
}

/** What processes share. */
export interface SharedFacts {
  readonly engines: readonly EngineFacts[];
  readonly leases: readonly LeaseFacts[];
}

/** The certificate that the operator chose for SMTP; a string: why it cannot be used, with what to do. */
export type CertificateFacts = string | CertificateTimes;

/** ISO 8601, both. */
interface CertificateTimes {
  readonly validFrom: string;
  readonly validTo: string;
}

/** Everything that the checks look at, gathered once. */
export interface Facts {
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  readonly config: ConfigFacts;
  readonly program: ProgramFacts;
  /** Null when everything is embedded, in the folder. */
  readonly shared: SharedFacts | null;
  /** `missing`, without a meaning, where engines are shared. */
  readonly folder: Readable<FolderFacts>;
  readonly log: Readable<LogFacts>;
  readonly readModels: Readable<ReadModelFacts>;
  readonly vault: Readable<VaultFacts>;
  /** Null where the server signs its own, or takes no email over SMTP. */
  readonly certificate: CertificateFacts | null;
  /** What DNS says of the addresses that email leaves from. */
  readonly sendingHost: Looked<SendingHostFacts>;
  readonly inbound: Looked<InboundFacts>;
  /** Database files that a later version of the program has laid out, each in words. */
  readonly newerFiles: readonly string[];
  /**
   * The database files that a look found damaged; each of them where all was read (`--deep`). Null: of shared engines.
   */
  readonly integrity: readonly IntegrityFacts[] | null;
}

/** What was read; undefined where it was not. */
export function read<Part>(readable: Readable<Part>): Part | undefined {
  return readable.state === 'read' ? readable.facts : undefined;
}

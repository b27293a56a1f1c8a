import type { Looked, SendingHostFacts } from '../../domain/insight/facts.js';
import type { MxTroubleKind } from '../delivery/trouble/mx-trouble.js';
import type { RelayTroubleKind } from '../delivery/trouble/relay-trouble.js';
import type { FailureInWords } from '../engines/engine-failure.js';
import type { ForeignEvents } from '../verify/foreign-events.js';
import type { SenderStanding } from '../sending-domain/sending-domains.js';

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

export interface ProcessManagerFacts {
  readonly name: string;
  /** ISO 8601: when it last saved its position; null: never. */
  readonly savedAt: string | null;
  /** Null also where it follows something else than the log. */
  readonly position: string | null;
  /** ISO 8601, of the oldest event that it has not finished with. */
  readonly undoneSince: string | null;
  /** How old an event becomes before its turn comes. */
  readonly afterMs: number;
}

/** The last restore of this log. */
export interface RestoreFacts {
  readonly backupId: string;
  /** ISO 8601. */
  readonly restoredAt: string;
  /** Nothing is sent until `posthorn resume`. */
  readonly held: boolean;
}

/** What waits for a decision since a restore, or since the clock jumped over its time. */
export interface HeldWorkFacts {
  readonly broadcasts: readonly {
    readonly id: string;
    readonly name: string;
    /** Null before its audience is frozen. */
    readonly recipients: number | null;
  }[];
  readonly imports: readonly { readonly id: string; readonly rowsDone: number }[];
  /** Emails that confirm a sign-up by a form. */
  readonly confirmations: number;
  readonly emails: number;
}

/** The last `posthorn verify`. */
export interface VerificationFacts {
  /** ISO 8601. */
  readonly at: string;
  readonly events: number;
  readonly seals: number;
  /** Null when the log is sound; else the place and what is wrong there, in words. */
  readonly broken: string | null;
}

/** The relay takes no mail. */
export interface RelayFacts {
  readonly kind: RelayTroubleKind;
  /** What it answered last; null: nothing. */
  readonly code: number | null;
  /** ISO 8601: the oldest sign of it since mail went through. */
  readonly since: string;
}

/** Receivers take no mail, in general. */
export interface DirectFacts {
  readonly kind: MxTroubleKind;
  /** ISO 8601: when so many showed it. */
  readonly since: string;
}

export interface LogFacts {
  /** Null when not counted: that would read the whole log. */
  readonly events: number | null;
  /** The last position; null: empty. */
  readonly head: string | null;
  /** ISO 8601; null: empty. */
  readonly newestAt: string | null;
  /** Among the newest events, the furthest that one's time lies before that of an event before it. */
  readonly largestStepBackMs: number;
  /** Events of the last 24 hours, as far as the log is that old. */
  readonly lastDay: { readonly events: number; readonly hours: number };
  /** Null when the log was begun and has no installation. */
  readonly installationId: string | null;
  /** The event format found in the log, and the one that this program knows; null as `installationId` is. */
  readonly eventFormat: { readonly found: number; readonly known: number } | null;
  /** As far as the log was looked at. */
  readonly foreign: ForeignEvents;
  /** Null as `installationId` is. */
  readonly keyStoreId: string | null;
  /** Null when it was never restored. */
  readonly restore: RestoreFacts | null;
  readonly heldWork: HeldWorkFacts;
  readonly seal: { readonly number: number; readonly at: string } | null;
  readonly unsealed: { readonly events: number; readonly oldestAt: string | null };
  /** As far as it was recorded; null: never. */
  readonly lastVerified: VerificationFacts | null;
  readonly openErasures: readonly { readonly id: string; readonly requestedAt: string }[];
  readonly processManagers: readonly ProcessManagerFacts[];
  /** Attempts of the last 24 hours whose outcome is unknown; `newestAt` null: none. */
  readonly unknownOutcomes: { readonly events: number; readonly newestAt: string | null };
  /** Null when mail goes through, or no relay was asked. */
  readonly relay: RelayFacts | null;
  /** Empty when email goes through, or a relay takes it. */
  readonly direct: readonly DirectFacts[];
  /** The last removal of whole streams, by retention or the request log's age. */
  readonly lastRetiredAt: string | null;
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

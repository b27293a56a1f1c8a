import type { MxTroubleKind } from '../delivery/trouble/mx-trouble.js';
import type { RelayTroubleKind } from '../delivery/trouble/relay-trouble.js';
import type { ForeignEvents } from '../verify/foreign-events.js';

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

import type { Position } from '../shared/recorded.js';

/** The first event of every log. The process that writes it wins; later starts compare with it. */
export interface InstallationCreated {
  readonly type: 'InstallationCreated';
  readonly data: {
    readonly installationId: string;
    readonly firstTeamId: string;
    readonly keyStoreId: string;
    /** As {@link EventFormatRaised} says it; absent: from before it was noted. */
    readonly eventFormat?: number | undefined;
  };
}

/**
 * A program has started here that knows more events than any before it, and may write them from now on. One that knows fewer must not start:
 * it would meet what it cannot read half way through.
 */
export interface EventFormatRaised {
  readonly type: 'EventFormatRaised';
  readonly data: { readonly format: number };
}

/** The key that a start made (or was given) so that somebody can begin. */
export interface BootstrapApiKeyAdded {
  readonly type: 'BootstrapApiKeyAdded';
  readonly data: { readonly apiKeyId: string };
}

/** Log and vault were replaced by copies: what happened behind `head` is not known here. Nothing is sent until resumed. */
export interface InstallationRestored {
  readonly type: 'InstallationRestored';
  readonly data: {
    readonly backupId: string;
    /** ISO 8601: when the copy of the log was begun. */
    readonly takenAt: string;
    /** The last position in the copy. */
    readonly head: Position;
  };
}

/** Somebody has looked at what was restored: mail is sent again. */
export interface DeliveryResumed {
  readonly type: 'DeliveryResumed';
  readonly data: { readonly backupId: string };
}

/** This log has been copied to other engines and goes on there. Here nothing is started any more. */
export interface InstallationMovedAway {
  readonly type: 'InstallationMovedAway';
  readonly data: {
    /** The same where it goes on. */
    readonly migrationId: string;
  };
}

/**
 * This log was copied from other engines, up to here. Positions that events before this one name are places in the log
 * as it was there, and lead nowhere here.
 */
export interface InstallationMovedIn {
  readonly type: 'InstallationMovedIn';
  readonly data: {
    readonly migrationId: string;
    /** Up to where, in this log, what was copied is sealed; null: nowhere. */
    readonly sealedThrough: Position | null;
  };
}

/** The link that makes the first person was shown to the operator. `tokenHash` is a keyed hash of what it holds. */
export interface SetUpLinkMade {
  readonly type: 'SetUpLinkMade';
  readonly data: { readonly tokenHash: string };
}

/** There is a first person (or is about to be, under this id). No such link opens anything any more. */
export interface SetUpCompleted {
  readonly type: 'SetUpCompleted';
  readonly data: { readonly userId: string };
}

export type InstallationEvent =
  | EventFormatRaised
  | SetUpLinkMade
  | SetUpCompleted
  | InstallationCreated
  | BootstrapApiKeyAdded
  | InstallationRestored
  | DeliveryResumed
  | InstallationMovedAway
  | InstallationMovedIn;

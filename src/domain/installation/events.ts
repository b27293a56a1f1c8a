import type { Position } from '../shared/recorded.js';

/** The first event of every log. Whoever writes it wins; later starts compare with it. */
export interface InstallationCreated {
  readonly type: 'InstallationCreated';
  readonly data: {
    readonly installationId: string;
    readonly firstTeamId: string;
    readonly keyStoreId: string;
  };
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

export type InstallationEvent = InstallationCreated | BootstrapApiKeyAdded | InstallationRestored | DeliveryResumed;

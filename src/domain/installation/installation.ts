import { type Decider, refuse, unreachable } from '../shared/decider.js';
import type {
  ClockLeapt,
  HeldWorkReleased,
  InstallationCreated,
  InstallationEvent,
  InstallationMovedIn,
  InstallationRestored,
} from './events.js';

export type InstallationCommand =
  | { readonly type: 'CreateInstallation'; readonly installation: InstallationCreated['data'] }
  | { readonly type: 'RaiseEventFormat'; readonly format: number; readonly version?: string }
  | { readonly type: 'AddBootstrapApiKey'; readonly apiKeyId: string }
  | { readonly type: 'RecordRestore'; readonly restored: InstallationRestored['data'] }
  | { readonly type: 'ResumeDelivery' }
  | { readonly type: 'ReleaseHeldWork'; readonly released: HeldWorkReleased['data'] }
  | { readonly type: 'RecordLeap'; readonly leap: ClockLeapt['data'] }
  | { readonly type: 'MoveAway'; readonly migrationId: string }
  | { readonly type: 'MakeSetUpLink'; readonly tokenHash: string }
  | { readonly type: 'CompleteSetUp'; readonly userId: string; readonly tokenHash: string | null }
  | { readonly type: 'MoveIn'; readonly moved: InstallationMovedIn['data'] };

/** The last restore, and whether delivery is still held because of it. */
export interface RestoreState {
  readonly backupId: string;
  /** ISO 8601. */
  readonly restoredAt: string;
  readonly held: boolean;
}

export type InstallationState =
  | { readonly status: 'none' }
  | {
      readonly status: 'created';
      readonly installation: InstallationCreated['data'];
      readonly bootstrapApiKeyIds: readonly string[];
      /** Null when this log was never restored. */
      readonly restore: RestoreState | null;
      /** The migration by which it left; null: it is here. */
      readonly movedAway: string | null;
      /** Links that make the first person, by hash; null: there is one. */
      readonly setUpLinks: readonly string[] | null;
      readonly firstUserId: string | null;
      /** When it was last copied from other engines, ISO 8601; null: it never was. */
      readonly movedInAt: string | null;
      /** The highest that a program has written with; 0: from before it was noted. */
      readonly eventFormat: number;
      /** The version that raised it; null: it was not noted. */
      readonly formatVersion: string | null;
    };

export type InstallationRefusal = 'not-created' | 'moved-away' | 'link-invalid';

const here = { movedAway: null, movedInAt: null, setUpLinks: [], firstUserId: null } as const;

/** Processes that start together each show a link of their own. */
const setUpLinksKept = 5;

/** What belongs together: one log, one vault, a first team. */
export const installation: Decider<InstallationCommand, InstallationState, InstallationEvent, InstallationRefusal> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'CreateInstallation') {
      return state.status === 'none' ? [{ type: 'InstallationCreated', data: command.installation }] : [];
    }
    if (state.status === 'none') return refuse('not-created');
    switch (command.type) {
      case 'RaiseEventFormat': {
        const { format, version } = command;
        if (format <= state.eventFormat) return [];
        return [{ type: 'EventFormatRaised', data: version === undefined ? { format } : { format, version } }];
      }
      case 'AddBootstrapApiKey': {
        const known = state.bootstrapApiKeyIds.includes(command.apiKeyId);
        return known ? [] : [{ type: 'BootstrapApiKeyAdded', data: { apiKeyId: command.apiKeyId } }];
      }
      case 'RecordRestore':
        return [{ type: 'InstallationRestored', data: command.restored }];
      case 'ResumeDelivery': {
        const { restore } = state;
        return restore?.held === true ? [{ type: 'DeliveryResumed', data: { backupId: restore.backupId } }] : [];
      }
      case 'ReleaseHeldWork':
        return [{ type: 'HeldWorkReleased', data: command.released }];
      case 'RecordLeap':
        return [{ type: 'ClockLeapt', data: command.leap }];
      case 'MakeSetUpLink':
        return state.setUpLinks === null ? [] : [{ type: 'SetUpLinkMade', data: { tokenHash: command.tokenHash } }];
      case 'CompleteSetUp': {
        const { userId, tokenHash } = command;
        if (state.setUpLinks === null)
          return state.firstUserId === userId || tokenHash === null ? [] : refuse('link-invalid');
        if (tokenHash !== null && !state.setUpLinks.includes(tokenHash)) return refuse('link-invalid');
        return [{ type: 'SetUpCompleted', data: { userId } }];
      }
      case 'MoveAway':
        if (state.movedAway !== null) return state.movedAway === command.migrationId ? [] : refuse('moved-away');
        return [{ type: 'InstallationMovedAway', data: { migrationId: command.migrationId } }];
      case 'MoveIn':
        // Only the copy of a log that has left goes on elsewhere: of the two, never both serve.
        if (state.movedAway !== command.moved.migrationId) return state.movedAway === null ? [] : refuse('moved-away');
        return [{ type: 'InstallationMovedIn', data: command.moved }];
      default:
        return unreachable(command);
    }
  },

  evolve(state, event, at) {
    if (event.type === 'InstallationCreated') {
      const { eventFormat = 0, version: formatVersion = null, ...installation } = event.data;
      return {
        status: 'created',
        installation,
        eventFormat,
        formatVersion,
        bootstrapApiKeyIds: [],
        restore: null,
        ...here,
      };
    }
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'EventFormatRaised':
        return { ...state, eventFormat: event.data.format, formatVersion: event.data.version ?? null };
      case 'BootstrapApiKeyAdded':
        return { ...state, bootstrapApiKeyIds: [...state.bootstrapApiKeyIds, event.data.apiKeyId] };
      case 'InstallationRestored':
        return { ...state, restore: { backupId: event.data.backupId, restoredAt: at, held: true } };
      case 'DeliveryResumed':
        return { ...state, restore: state.restore === null ? null : { ...state.restore, held: false } };
      // What they hold and release depends on places in the log: `held-work`.
      case 'HeldWorkReleased':
      case 'ClockLeapt':
        return state;
      case 'SetUpLinkMade':
        return state.setUpLinks === null
          ? state
          : { ...state, setUpLinks: [...state.setUpLinks, event.data.tokenHash].slice(-setUpLinksKept) };
      case 'SetUpCompleted':
        return { ...state, setUpLinks: null, firstUserId: event.data.userId };
      case 'InstallationMovedAway':
        return { ...state, movedAway: event.data.migrationId };
      case 'InstallationMovedIn':
        return { ...state, movedAway: null, movedInAt: at };
      default:
        return unreachable(event);
    }
  },
};

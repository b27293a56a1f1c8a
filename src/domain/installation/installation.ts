import { type Decider, refuse, unreachable } from '../shared/decider.js';
import type { InstallationCreated, InstallationEvent, InstallationRestored } from './events.js';

export type InstallationCommand =
  | { readonly type: 'CreateInstallation'; readonly installation: InstallationCreated['data'] }
  | { readonly type: 'AddBootstrapApiKey'; readonly apiKeyId: string }
  | { readonly type: 'RecordRestore'; readonly restored: InstallationRestored['data'] }
  | { readonly type: 'ResumeDelivery' };

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
      /** Null: this log was never restored. */
      readonly restore: RestoreState | null;
    };

/** What belongs together: one log, one vault, a first team. */
export const installation: Decider<InstallationCommand, InstallationState, InstallationEvent, 'not-created'> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'CreateInstallation') {
      return state.status === 'none' ? [{ type: 'InstallationCreated', data: command.installation }] : [];
    }
    if (state.status === 'none') return refuse('not-created');
    switch (command.type) {
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
      default:
        return unreachable(command);
    }
  },

  evolve(state, event, at) {
    if (event.type === 'InstallationCreated') {
      return { status: 'created', installation: event.data, bootstrapApiKeyIds: [], restore: null };
    }
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'BootstrapApiKeyAdded':
        return { ...state, bootstrapApiKeyIds: [...state.bootstrapApiKeyIds, event.data.apiKeyId] };
      case 'InstallationRestored':
        return { ...state, restore: { backupId: event.data.backupId, restoredAt: at, held: true } };
      case 'DeliveryResumed':
        return { ...state, restore: state.restore === null ? null : { ...state.restore, held: false } };
      default:
        return unreachable(event);
    }
  },
};

import { type Decider, refuse } from '../shared/decider.js';
import type { InstallationCreated, InstallationEvent } from './events.js';

export type InstallationCommand =
  | { readonly type: 'CreateInstallation'; readonly installation: InstallationCreated['data'] }
  | { readonly type: 'AddBootstrapApiKey'; readonly apiKeyId: string };

export type InstallationState =
  | { readonly status: 'none' }
  | {
      readonly status: 'created';
      readonly installation: InstallationCreated['data'];
      readonly bootstrapApiKeyIds: readonly string[];
    };

/** What belongs together: one log, one vault, a first team. */
export const installation: Decider<InstallationCommand, InstallationState, InstallationEvent, 'not-created'> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'CreateInstallation') {
      return state.status === 'none' ? [{ type: 'InstallationCreated', data: command.installation }] : [];
    }
    if (state.status === 'none') return refuse('not-created');
    const known = state.bootstrapApiKeyIds.includes(command.apiKeyId);
    return known ? [] : [{ type: 'BootstrapApiKeyAdded', data: { apiKeyId: command.apiKeyId } }];
  },

  evolve(state, event) {
    if (event.type === 'InstallationCreated') {
      return { status: 'created', installation: event.data, bootstrapApiKeyIds: [] };
    }
    if (state.status === 'none') return state;
    return { ...state, bootstrapApiKeyIds: [...state.bootstrapApiKeyIds, event.data.apiKeyId] };
  },
};

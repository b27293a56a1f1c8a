import { type Decider, refuse, unreachable } from '../shared/decider.js';
import type { ApiKeyCreated, ApiKeyEvent } from './events.js';

export type ApiKeyCommand =
  | { readonly type: 'CreateApiKey'; readonly key: ApiKeyCreated['data'] }
  | { readonly type: 'RenameApiKey'; readonly teamId: string; readonly name: string }
  /** `until`: ISO 8601. */
  | { readonly type: 'ReplaceApiKey'; readonly teamId: string; readonly by: string; readonly until: string }
  | { readonly type: 'DeleteApiKey'; readonly teamId: string }
  /** `day` is the UTC date of now, `YYYY-MM-DD`. */
  | { readonly type: 'NoteApiKeyUse'; readonly day: string };

export type ApiKeyState =
  | { readonly status: 'none' }
  | {
      readonly status: 'active';
      readonly key: ApiKeyCreated['data'];
      readonly lastUsedDay: string | undefined;
      readonly replacedBy?: string;
    }
  | { readonly status: 'deleted' };

export type ApiKeyRefusal = 'not-found' | 'already-exists' | 'already-replaced';

/** A credential of a team. */
export const apiKey: Decider<ApiKeyCommand, ApiKeyState, ApiKeyEvent, ApiKeyRefusal> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'CreateApiKey') {
      return state.status === 'none' ? [{ type: 'ApiKeyCreated', data: command.key }] : refuse('already-exists');
    }
    if (state.status !== 'active') return refuse('not-found');
    if ('teamId' in command && command.teamId !== state.key.teamId) return refuse('not-found');
    switch (command.type) {
      case 'RenameApiKey':
        return command.name === state.key.name ? [] : [{ type: 'ApiKeyRenamed', data: { name: command.name } }];
      case 'ReplaceApiKey': {
        const { by, until } = command;
        return state.replacedBy === undefined
          ? [{ type: 'ApiKeyReplaced', data: { by, until } }]
          : refuse('already-replaced');
      }
      case 'DeleteApiKey':
        return [{ type: 'ApiKeyDeleted', data: {} }];
      case 'NoteApiKeyUse':
        return command.day === state.lastUsedDay ? [] : [{ type: 'ApiKeyUsed', data: {} }];
      default:
        return unreachable(command);
    }
  },

  evolve(state, event, at) {
    if (event.type === 'ApiKeyCreated') return { status: 'active', key: event.data, lastUsedDay: undefined };
    if (state.status !== 'active') return state;
    switch (event.type) {
      case 'ApiKeyRenamed':
        return { ...state, key: { ...state.key, name: event.data.name } };
      case 'ApiKeyReplaced': {
        const expiresAt = earlier(state.key.expiresAt, event.data.until);
        return { ...state, key: { ...state.key, expiresAt }, replacedBy: event.data.by };
      }
      case 'ApiKeyUsed':
        return { ...state, lastUsedDay: at.slice(0, 10) };
      case 'ApiKeyDeleted':
        return { status: 'deleted' };
      default:
        return unreachable(event);
    }
  },
};

/** The earlier of two times in ISO 8601; an absent one is never. */
export const earlier = (one: string | null | undefined, other: string): string =>
  one != null && Date.parse(one) < Date.parse(other) ? one : other;

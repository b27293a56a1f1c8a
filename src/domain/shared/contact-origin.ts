import { unreachable } from './decider.js';
import type { Actor } from './recorded.js';

/** How somebody became a contact. */
export const origins = ['form', 'import', 'api', 'dashboard', 'command_line'] as const;
export type ContactOrigin = (typeof origins)[number];

/** The actor of what an import writes. */
export const importerId = 'importer';

/**
 * By whom a contact was made.
 * @returns undefined where that is none of these.
 */
export function originOf({ kind, id }: Actor): ContactOrigin | undefined {
  switch (kind) {
    case 'api-key':
      return 'api';
    case 'user':
      return 'dashboard';
    case 'cli':
      return 'command_line';
    case 'system':
      // A person who joins by a form, at once or after the email that asks.
      return id === importerId ? 'import' : id === 'form' || id === 'recipient' ? 'form' : undefined;
    case 'smtp-session':
      return undefined;
    default:
      return unreachable(kind);
  }
}

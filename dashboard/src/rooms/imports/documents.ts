import { queryOptions } from '@tanstack/react-query';
import type { Answer, RowOf } from '../../api/operations';
import { pages, read } from '../../api/reading';
import type { importMessages } from '../../messages/imports';
import type { Tone } from '../../ui/status';

export type Import = RowOf<'GET /dashboard-api/contacts/imports'>;
export type ImportPreview = Answer<'POST /contacts/imports/preview'>;

export const importsQuery = (status: string | undefined) =>
  pages('GET /dashboard-api/contacts/imports', { query: { status } });

/** The server announces each chunk; asked again as well, where that connection is not there. */
const whileRunningMs = 5_000;

export const importQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/contacts/imports/{id}', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data) ? whileRunningMs : false),
  });

export type ImportState = keyof typeof importMessages.states;

const undoStates = { in_progress: 'undoing', completed: 'undone', failed: 'undoFailed' } as const;

/** What people call its state: the API has four words for eight. */
export function stateOf({ status, failure, undo }: Pick<Import, 'status' | 'failure' | 'undo'>): ImportState {
  if (undo !== null) return undoStates[undo.status];
  return failure?.reason === 'canceled' ? 'canceled' : status;
}

export const tones: Readonly<Record<ImportState, Tone>> = {
  queued: 'busy',
  in_progress: 'busy',
  completed: 'good',
  failed: 'bad',
  canceled: 'calm',
  undoing: 'busy',
  undone: 'calm',
  undoFailed: 'bad',
};

export const isRunning = (one: Import): boolean => ['queued', 'in_progress', 'undoing'].includes(stateOf(one));

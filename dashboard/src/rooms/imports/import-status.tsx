import { importMessages as words } from '../../messages/imports';
import { Status } from '../../ui/status';
import { type Import, stateOf, tones } from './documents';

export const nameOf = ({ file_name: name }: Import): string => name ?? words.noName;

export function ImportStatus({ of: row }: { readonly of: Import }) {
  const state = stateOf(row);
  return <Status tone={tones[state] ?? 'unclear'} word={words.states[state] ?? state} />;
}

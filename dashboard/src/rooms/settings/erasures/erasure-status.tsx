import { erasures as words } from '../../../messages/erasures';
import { Status } from '../../../ui/status';

export function ErasureStatus({ state }: { readonly state: string }) {
  const known: Readonly<Record<string, string>> = words.states;
  return <Status tone={state === 'completed' ? 'good' : 'busy'} word={known[state] ?? state} />;
}

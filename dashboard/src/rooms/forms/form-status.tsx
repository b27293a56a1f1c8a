import { joinFormMessages as words } from '../../messages/join-forms';
import { Status } from '../../ui/status';

export function FormStatus({ isEnabled }: { readonly isEnabled: boolean }) {
  return <Status tone={isEnabled ? 'good' : 'calm'} word={words.states[isEnabled ? 'on' : 'off']} />;
}

import { Status } from '../../ui/status';
import { toneOf, wordOf } from './states';

export function EmailState({ of: state, count }: { readonly of: string; readonly count?: number }) {
  const word = wordOf(state);
  return <Status tone={toneOf(state)} word={count === undefined ? word : `${count} ${word.toLowerCase()}`} />;
}

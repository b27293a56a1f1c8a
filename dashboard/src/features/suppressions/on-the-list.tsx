import { useAction, useLive } from '../../api/live';
import { ActionProblem } from '../../ui/problem-notice';
import { originWords } from './origin';

/** Says of a recipient that nothing is sent to the address, and takes it off the list; nothing where it is on none. */
export function OnTheList({ address }: { readonly address: string }) {
  const entry = useLive(`suppression ${address}`, (api, signal) => api.suppression(address, signal));
  const removal = useAction((api) => api.removeSuppression(address));
  const isGone = entry.problem?.status === 404 || removal.answer !== null;
  if (isGone || entry.value === null)
    return isGone ? <span className="faint">Not on the suppression list now.</span> : null;
  return (
    <span className="on-the-list">
      On the suppression list: {originWords(entry.value.origin)}
      {entry.value.scope === 'bulk' && ', bulk mail only'}.{' '}
      <button type="button" className="quiet" disabled={removal.running} onClick={removal.start}>
        {removal.running ? 'Taking it off …' : 'Take it off'}
      </button>
      <ActionProblem problem={removal.problem} />
    </span>
  );
}

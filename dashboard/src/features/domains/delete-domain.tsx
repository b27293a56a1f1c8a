import { useState } from 'react';
import { useAction } from '../../api/live';
import { ActionProblem } from '../../ui/problem-notice';
import { allDomains, hrefOf } from '../../ui/route';

/** Deletes a domain after a second click. */
export function DeleteDomain({ id, name }: { readonly id: string; readonly name: string }) {
  const [asking, setAsking] = useState(false);
  const deletion = useAction(async (api) => {
    await api.deleteDomain(id);
    location.hash = hrefOf(allDomains);
  });
  return (
    <>
      <div className="inline-form">
        {asking ? (
          <>
            <span>
              Mail from {name} is refused at once, and its keys are destroyed. Added again, it needs other records.
            </span>
            <button type="button" disabled={deletion.running} onClick={deletion.start}>
              {deletion.running ? 'Deleting …' : 'Delete this domain for good'}
            </button>
            <button type="button" className="quiet" onClick={() => setAsking(false)}>
              Keep it
            </button>
          </>
        ) : (
          <button type="button" className="quiet" onClick={() => setAsking(true)}>
            Delete this domain …
          </button>
        )}
      </div>
      <ActionProblem problem={deletion.problem} />
    </>
  );
}

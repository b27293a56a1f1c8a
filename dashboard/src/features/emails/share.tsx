import { type SubmitEvent, useId, useState } from 'react';
import type { SharedLink } from '../../api/documents';
import { useAction } from '../../api/live';
import { CopyButton } from '../../ui/copy-button';
import { ActionProblem } from '../../ui/problem-notice';
import { Moment } from '../../ui/time';

const lives = ['10 minutes', '1 hour', '24 hours', '48 hours'];

/** Makes a link that shows the mail without a key, until it expires or is revoked. */
export function Share({ id }: { readonly id: string }) {
  const [life, setLife] = useState('1 hour');
  const picker = useId();
  const share = useAction((api) => api.share(id, life));
  const made = share.answer;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    share.start();
  };
  return (
    <>
      <form className="inline-form" onSubmit={submit}>
        <label htmlFor={picker}>Works for</label>
        <select id={picker} value={life} onChange={(event) => setLife(event.target.value)}>
          {lives.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
        <button type="submit" className="quiet" disabled={share.running}>
          {share.running ? 'Creating …' : 'Create link'}
        </button>
      </form>
      <div aria-live="polite">{made !== null && <MadeLink key={made.share_id} link={made} />}</div>
      <ActionProblem problem={share.problem} />
    </>
  );
}

function MadeLink({ link: { id, share_id: shareId, url } }: { readonly link: SharedLink }) {
  const revoke = useAction((api) => api.revokeShare(id, shareId));
  if (revoke.answer !== null) return <p>Revoked: the link opens nothing any more.</p>;
  return (
    <>
      <div className="shared">
        <input aria-label="Link to this mail" readOnly value={url} onFocus={(event) => event.target.select()} />
        <CopyButton text={url} label="Copy link" />
        <button type="button" className="quiet" disabled={revoke.running} onClick={revoke.start}>
          {revoke.running ? 'Revoking …' : 'Revoke link'}
        </button>
        <Expiry of={url} />
      </div>
      <ActionProblem problem={revoke.problem} />
    </>
  );
}

/** The link says itself until when it works, in seconds since the epoch. */
function Expiry({ of: url }: { readonly of: string }) {
  const seconds = Number(new URL(url, location.origin).searchParams.get('expires'));
  if (!Number.isFinite(seconds) || seconds <= 0) return null;
  return (
    <p className="faint">
      Works until <Moment at={new Date(seconds * 1_000).toISOString()} />, unless it is revoked before.
    </p>
  );
}

import { type SubmitEvent, useId, useState } from 'react';
import { useAction } from '../../api/live';
import { ActionProblem } from '../../ui/problem-notice';
import { Moment } from '../../ui/time';

interface Props {
  readonly id: string;
  readonly scheduledAt: string | null;
}

/** When the mail leaves, and how to change that while it waits. */
export function Schedule({ id, scheduledAt }: Props) {
  const [time, setTime] = useState('');
  const [asking, setAsking] = useState(false);
  const field = useId();
  const reschedule = useAction((api) => api.reschedule(id, time.trim()));
  const cancel = useAction((api) => api.cancel(id));
  const busy = reschedule.running || cancel.running;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    reschedule.start();
  };
  return (
    <>
      {scheduledAt !== null && (
        <p>
          Leaves <Moment at={scheduledAt} />.
        </p>
      )}
      <form className="inline-form" onSubmit={submit}>
        <label htmlFor={field}>New time</label>
        <input
          id={field}
          value={time}
          onChange={(event) => setTime(event.target.value)}
          required
          maxLength={100}
          autoComplete="off"
          placeholder="in 2 hours"
          aria-describedby={`${field}-forms`}
        />
        <button type="submit" disabled={busy}>
          {reschedule.running ? 'Rescheduling …' : 'Reschedule'}
        </button>
        <span id={`${field}-forms`} className="faint">
          <code>in 2 hours</code>, <code>tomorrow at 9am</code> (UTC), <code>2026-08-05T11:52:01Z</code>; at most 30
          days ahead.
        </span>
      </form>
      <div className="inline-form">
        {asking ? (
          <>
            <span>A canceled mail is never sent, and cannot be scheduled again.</span>
            <button type="button" disabled={busy} onClick={cancel.start}>
              {cancel.running ? 'Canceling …' : 'Cancel this mail for good'}
            </button>
            <button type="button" className="quiet" onClick={() => setAsking(false)}>
              Keep it
            </button>
          </>
        ) : (
          <button type="button" className="quiet" onClick={() => setAsking(true)}>
            Cancel this mail …
          </button>
        )}
      </div>
      <div aria-live="polite">{reschedule.answer !== null && <p className="faint">Rescheduled.</p>}</div>
      <ActionProblem problem={reschedule.problem ?? cancel.problem} />
    </>
  );
}

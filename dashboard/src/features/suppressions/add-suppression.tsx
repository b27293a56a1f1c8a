import { type SubmitEvent, useId, useState } from 'react';
import type { SuppressionScope } from '../../api/documents';
import { useAction } from '../../api/live';
import { ActionProblem } from '../../ui/problem-notice';

/** Puts an address on the list. */
export function AddSuppression({ onAdded }: { readonly onAdded: () => void }) {
  const [email, setEmail] = useState('');
  const [scope, setScope] = useState<SuppressionScope>('all');
  const id = useId();
  const add = useAction(async (api) => {
    const added = await api.addSuppression(email.trim(), scope);
    setEmail('');
    setScope('all');
    onAdded();
    return added;
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    add.start();
  };
  return (
    <form className="fields" onSubmit={submit}>
      <p>
        <label htmlFor={id}>Address</label>
        <input
          id={id}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          required
          maxLength={320}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="name@example.com"
          aria-invalid={add.problem !== null}
        />
      </p>
      <p>
        <label htmlFor={`${id}-scope`}>Holds</label>
        <select
          id={`${id}-scope`}
          value={scope}
          onChange={(event) => setScope(event.target.value === 'bulk' ? 'bulk' : 'all')}
        >
          <option value="all">all mail</option>
          <option value="bulk">bulk mail only</option>
        </select>
      </p>
      <button type="submit" disabled={add.running}>
        {add.running ? 'Adding …' : 'Add address'}
      </button>
      <ActionProblem problem={add.problem} />
    </form>
  );
}

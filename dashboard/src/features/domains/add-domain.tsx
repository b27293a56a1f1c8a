import { type SubmitEvent, useId, useState } from 'react';
import { useAction, useLive } from '../../api/live';
import type { ApiProblem } from '../../api/request';
import { ActionProblem } from '../../ui/problem-notice';
import { hrefOf } from '../../ui/route';

/** Makes a domain, then leads to the records that it needs. */
export function AddDomain() {
  const [name, setName] = useState('');
  const [region, setRegion] = useState<string | null>(null);
  const id = useId();
  const regions = useLive('regions', (api, signal) => api.regions(signal), { settled: () => true });
  const names = (regions.value?.data ?? []).map((offered) => offered.name);
  const add = useAction(async (api) => {
    const domain = await api.addDomain(name.trim(), region);
    location.hash = hrefOf({ name: 'domain', id: domain.id });
  });
  const claim = useAction(async (api) => {
    const { domain_id: domainId } = await api.claimDomain(name.trim(), region);
    location.hash = hrefOf({ name: 'domain', id: domainId });
  });
  const field = fieldOf(add.problem);
  // Taken: by another team, or this one, which the server then says.
  const isTaken = add.problem?.status === 403 && field === 'name';

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    add.start();
  };
  return (
    <form className="fields" onSubmit={submit}>
      <p>
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          required
          maxLength={253}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="mail.example.com"
          aria-invalid={field === 'name'}
          aria-describedby={`${id}-name-note`}
        />
        <FieldNote id={`${id}-name-note`} problem={field === 'name' ? add.problem : null}>
          What comes after the @ of your senders.
        </FieldNote>
      </p>
      <p>
        <label htmlFor={`${id}-region`}>Region</label>
        <select
          id={`${id}-region`}
          value={region ?? names[0] ?? ''}
          disabled={names.length === 0}
          onChange={(event) => setRegion(event.target.value)}
          aria-invalid={field === 'region'}
          aria-describedby={`${id}-region-note`}
        >
          {names.map((offered) => (
            <option key={offered}>{offered}</option>
          ))}
        </select>
        <FieldNote id={`${id}-region-note`} problem={field === 'region' ? add.problem : null}>
          It cannot be changed later.
        </FieldNote>
      </p>
      <button type="submit" disabled={add.running}>
        {add.running ? 'Adding …' : 'Add domain'}
      </button>
      {isTaken && (
        <button type="button" className="quiet" disabled={claim.running} onClick={claim.start}>
          It is mine: claim it
        </button>
      )}
      {field === null && <ActionProblem problem={add.problem} />}
      <ActionProblem problem={claim.problem} />
    </form>
  );
}

interface NoteProps {
  readonly id: string;
  readonly problem: ApiProblem | null;
  readonly children: string;
}

/** What is wrong with a field, or else what to know about it. */
function FieldNote({ id, problem, children }: NoteProps) {
  return problem === null ? (
    <span id={id} className="faint">
      {children}
    </span>
  ) : (
    <span id={id} className="bad" role="alert">
      {problem.message}
    </span>
  );
}

/** The API names the field in its sentence; what it has against a name as such (that it is taken) names none. */
function fieldOf(problem: ApiProblem | null): 'name' | 'region' | null {
  if (problem?.status !== 403 && problem?.status !== 422) return null;
  return problem.message.includes('`region`') ? 'region' : 'name';
}

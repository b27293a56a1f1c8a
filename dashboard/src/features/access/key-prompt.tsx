import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiProblem, apiWith } from '../../api/request';
import { Brand } from '../../ui/brand';

interface Props {
  /** Why the last key went, where the server refused it. */
  readonly refusal: string | null;
  readonly onAccepted: (key: string) => void;
}

/** Asks for an API key until the server takes one. */
export function KeyPrompt({ refusal, onAccepted }: Props) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState(refusal === null ? null : `${refusal} Enter another key.`);
  const [checking, setChecking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    document.title = 'API key · Posthorn';
  }, []);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (checking) return;
    setChecking(true);
    const why = await refusalOf(key.trim());
    setChecking(false);
    setProblem(why);
    if (why === null) onAccepted(key.trim());
    else field.current?.focus();
  };

  return (
    <main className="gate">
      <Brand />
      <h1>Which API key?</h1>
      <p>
        The server printed one at its first start; <code>posthorn keys create</code> makes another. It needs full access
        to show mails, and stays in this browser until you choose Forget key.
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor="api-key">API key</label>
        <input
          id="api-key"
          ref={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="re_…"
          required
          value={key}
          onChange={(event) => setKey(event.target.value)}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'api-key-problem'}
        />
        <button type="submit" disabled={checking}>
          {checking ? 'Checking …' : 'Show mails'}
        </button>
      </form>
      {problem !== null && (
        <p className="notice" role="alert" id="api-key-problem">
          {problem}
        </p>
      )}
    </main>
  );
}

async function refusalOf(key: string): Promise<string | null> {
  // A header carries visible ASCII only; a pasted “re_…” with typographic quotes would make `fetch` throw.
  if (!/^[\x21-\x7e]+$/.test(key)) return 'That is not an API key: it has no spaces and no special letters.';
  try {
    await apiWith(key).emails(null, null);
    return null;
  } catch (problem) {
    if (problem instanceof ApiProblem) return problem.message;
    throw problem;
  }
}

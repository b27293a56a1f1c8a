import type { ApiProblem } from '../api/request';

/** Says in words what went wrong; nothing when nothing did. The page goes on asking meanwhile. */
export function ProblemNotice({ problem }: { readonly problem: ApiProblem | null }) {
  if (problem === null) return null;
  if (problem.kind === 'busy') {
    return (
      <p className="notice mild" role="status">
        {problem.message} This page asks again in {Math.ceil(problem.retryAfterMs / 1_000)} s by itself.
      </p>
    );
  }
  return (
    <p className="notice" role="alert">
      {problem.message} {problem.kind === 'unreachable' && 'What you see may be old; this page keeps trying.'}
    </p>
  );
}

/** Says why something that was asked for was not done. Nothing is done again by itself. */
export function ActionProblem({ problem }: { readonly problem: ApiProblem | null }) {
  if (problem === null) return null;
  const seconds = Math.ceil(problem.retryAfterMs / 1_000);
  return (
    <p className="notice" role="alert">
      {problem.message}
      {problem.kind === 'busy' && ` Try again in ${seconds} s.`}
      {problem.kind === 'unreachable' && ' It may have been done all the same: see what this page shows next.'}
    </p>
  );
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <p className="faint" role="status">
      Loading {what} …
    </p>
  );
}

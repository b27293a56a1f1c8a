import type { Suppression } from '../../api/documents';
import { useAction } from '../../api/live';
import { ActionProblem } from '../../ui/problem-notice';
import { hrefOf } from '../../ui/route';
import { Ago } from '../../ui/time';
import { originWords } from './origin';

interface Props {
  readonly rows: readonly Suppression[];
  readonly onRemoved: () => void;
}

export function SuppressionList({ rows, onRemoved }: Props) {
  return (
    <ol className="rows suppressions" aria-label="Suppressed addresses, newest first">
      {rows.map((row) => (
        <li key={row.id}>
          <Row row={row} onRemoved={onRemoved} />
        </li>
      ))}
    </ol>
  );
}

function Row({ row, onRemoved }: { readonly row: Suppression; readonly onRemoved: () => void }) {
  const removal = useAction(async (api) => {
    const removed = await api.removeSuppression(row.id);
    onRemoved();
    return removed;
  });
  return (
    <>
      <span className="row-to">{row.email}</span>
      <span className="faint">
        {row.source_id === null ? (
          originWords(row.origin)
        ) : (
          <a href={hrefOf({ name: 'email', id: row.source_id })}>{originWords(row.origin)}</a>
        )}
        {row.scope === 'bulk' && ', bulk mail only'}
        {row.expires_at !== null && <Until at={row.expires_at} />}
      </span>
      <span className="row-time">
        <Ago at={row.created_at} />
      </span>
      <button
        type="button"
        className="quiet"
        aria-label={`Remove ${row.email}`}
        disabled={removal.running}
        onClick={removal.start}
      >
        {removal.running ? 'Removing …' : 'Remove'}
      </button>
      <ActionProblem problem={removal.problem} />
    </>
  );
}

/** An expired entry stays in the list, and holds nothing. */
function Until({ at }: { readonly at: string }) {
  return <>, until {at.slice(0, 10)}</>;
}

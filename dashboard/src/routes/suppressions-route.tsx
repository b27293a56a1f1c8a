import { useState } from 'react';
import { useLive } from '../api/live';
import { AddSuppression } from '../features/suppressions/add-suppression';
import { ExportCsv } from '../features/suppressions/export-csv';
import { origins } from '../features/suppressions/origin';
import { SuppressionList } from '../features/suppressions/suppression-list';
import { PageHeading } from '../ui/page-heading';
import { Pick } from '../ui/pick';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { hrefOf } from '../ui/route';
import { Section } from '../ui/section';

interface Props {
  /** The id of the last entry of the page before this one; `null` on the first page. */
  readonly after: string | null;
  /** Only entries that came about this way; `null` for all. */
  readonly origin: string | null;
}

export function SuppressionsRoute({ after, origin }: Props) {
  const [changes, setChanges] = useState(0);
  const changed = (): void => setChanges((count) => count + 1);
  const page = useLive(
    `suppressions ${origin} after ${after}`,
    (api, signal) => api.suppressions(origin, after, signal),
    { revision: changes },
  );
  const rows = page.value?.data ?? [];
  const last = rows.at(-1);
  const go = (picked: string | null): void => {
    location.hash = hrefOf({ name: 'suppressions', after: null, origin: picked });
  };
  return (
    <>
      <PageHeading key={after} title="Suppressions" />
      <p className="faint">Nothing is sent to these addresses.</p>
      <div className="filters" role="group" aria-label="Filters">
        <Pick label="Reason" any="Any" value={origin} options={origins} onPick={go} />
        <ExportCsv origin={origin} />
      </div>
      <ProblemNotice problem={page.problem} />
      {page.value === null ? (
        page.problem === null && <Loading what="the list" />
      ) : rows.length > 0 ? (
        <SuppressionList rows={rows} onRemoved={changed} />
      ) : (
        <p>{origin === null && after === null ? 'No address is suppressed.' : 'There are no such entries.'}</p>
      )}
      <nav className="pages" aria-label="Pages of suppressions">
        {after !== null && <a href={hrefOf({ name: 'suppressions', after: null, origin })}>Newest entries</a>}
        {page.value?.has_more === true && last !== undefined && (
          <a href={hrefOf({ name: 'suppressions', after: last.id, origin })}>Older entries</a>
        )}
      </nav>
      {after === null && (
        <Section title="Suppress an address" className="apart">
          <AddSuppression onAdded={changed} />
        </Section>
      )}
    </>
  );
}

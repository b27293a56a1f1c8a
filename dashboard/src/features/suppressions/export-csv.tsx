import type { Suppression } from '../../api/documents';
import { useAction } from '../../api/live';
import { ActionProblem } from '../../ui/problem-notice';

/** Hands the whole list over as a file. */
export function ExportCsv({ origin }: { readonly origin: string | null }) {
  const exporting = useAction(async (api) => {
    const rows: Suppression[] = [];
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof api.suppressions>> = await api.suppressions(origin, after);
      rows.push(...page.data);
      after = page.data.at(-1)?.id ?? null;
      if (!page.has_more || after === null) break;
    }
    download(csvOf(rows));
    return rows.length;
  });
  return (
    <>
      <button type="button" className="quiet" disabled={exporting.running} onClick={exporting.start}>
        {exporting.running ? 'Exporting …' : 'Export CSV'}
      </button>
      <ActionProblem problem={exporting.problem} />
    </>
  );
}

function csvOf(rows: readonly Suppression[]): string {
  const lines = rows.map(
    ({ email, origin, source_id: sourceId, created_at: createdAt, expires_at: expiresAt, scope }) =>
      [email, origin, sourceId ?? '', createdAt, expiresAt ?? '', scope].map(quoted).join(','),
  );
  return ['email,origin,source_id,created_at,expires_at,scope', ...lines, ''].join('\r\n');
}

/** RFC 4180; a spreadsheet must not take an address for a formula. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = 'suppressions.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}

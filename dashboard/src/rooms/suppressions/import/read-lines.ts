type LineProblem = 'empty' | 'invalid' | 'duplicate' | 'expired' | 'scope';

/** An address of a file, under the number of its line as an editor counts. `scope` null: the file does not say. */
export interface ImportLine {
  readonly line: number;
  readonly email: string;
  readonly scope: 'all' | 'bulk' | null;
}

interface FaultyLine {
  readonly line: number;
  readonly text: string;
  readonly why: LineProblem;
}

export interface ReadFile {
  readonly lines: readonly ImportLine[];
  readonly faulty: readonly FaultyLine[];
}

/** One @ with something on both sides, a dot or a bracket behind it, no space: the server looks more closely. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@\[[^\s@]+\]$/.test(text);
}

const nameColumns = ['email', 'address', 'e-mail', 'recipient'];

/** The cells of a file, row by row, as `rows` of them with their line numbers: what to add, and what is left out. */
export function readLines(
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[],
  now: Date,
): ReadFile {
  const [first] = rows;
  const names = (first?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const named = names.findIndex((name) => nameColumns.includes(name));
  const at = {
    email: Math.max(named, 0),
    scope: named < 0 ? -1 : names.indexOf('scope'),
    until: named < 0 ? -1 : names.indexOf('expires_at'),
  };
  const lines: ImportLine[] = [];
  const faulty: FaultyLine[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of named < 0 ? rows : rows.slice(1)) {
    // Exports mark what a spreadsheet would take for a formula.
    const email = (cells[at.email] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
    const scope = (cells[at.scope] ?? '').trim().toLowerCase();
    const why =
      problemOf(email, scope, cells[at.until] ?? '', now) ?? (seen.has(email.toLowerCase()) ? 'duplicate' : null);
    if (why !== null) {
      faulty.push({ line, text: email, why });
      continue;
    }
    seen.add(email.toLowerCase());
    lines.push({ line, email, scope: scope === 'all' || scope === 'bulk' ? scope : null });
  }
  return { lines, faulty };
}

function problemOf(email: string, scope: string, until: string, now: Date): LineProblem | null {
  if (email === '') return 'empty';
  if (!isAddress(email)) return 'invalid';
  if (!['', 'all', 'bulk'].includes(scope)) return 'scope';
  const end = new Date(
    until
      .trim()
      .replace(' ', 'T')
      .replace(/(\.\d{3})\d+/, '$1')
      .replace(/([+-]\d{2})$/, '$1:00'),
  );
  return until.trim() !== '' && end < now ? 'expired' : null;
}

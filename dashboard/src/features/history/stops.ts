import type { HistoryEntry } from '../../api/documents';

/** The distinct times of the events in their order, and `at` in its place where it is none of them. */
export function stopsOf(entries: readonly HistoryEntry[], at: string | null): readonly string[] {
  const times = new Set(entries.map((entry) => entry.created_at));
  if (at !== null) times.add(at);
  return [...times].sort();
}

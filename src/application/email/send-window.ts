/** A time so little past counts as now: it was written on another clock, or took its way here. */
const toleranceMs = 60_000;
const maxAheadMs = 30 * 24 * 3_600_000;

export type SendWindowRefusal =
  | { readonly refused: 'scheduled-in-the-past' }
  | { readonly refused: 'scheduled-too-far' };

/** Whether a mail may be scheduled for this time (milliseconds since the epoch): at most 30 days ahead, and not past. */
export function checkSendWindow(scheduledAtMs: number, nowMs: number): SendWindowRefusal | undefined {
  if (scheduledAtMs < nowMs - toleranceMs) return { refused: 'scheduled-in-the-past' };
  return scheduledAtMs > nowMs + maxAheadMs ? { refused: 'scheduled-too-far' } : undefined;
}

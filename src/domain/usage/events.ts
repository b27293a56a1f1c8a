/**
 * How many recipients a team wrote to on a day: the whole figure, which stands for that day's accepts once their streams
 * are gone. A later one for the same day replaces it.
 */
export interface UsageClosed {
  readonly type: 'UsageClosed';
  readonly data: {
    readonly teamId: string;
    /** A UTC day, `2026-03-02`. */
    readonly day: string;
    readonly recipients: number;
  };
}

export type UsageEvent = UsageClosed;

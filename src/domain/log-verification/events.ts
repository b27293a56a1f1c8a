/** Somebody had the whole log recomputed, up to the end that it had then. */
export interface LogVerified {
  readonly type: 'LogVerified';
  readonly data: {
    readonly result: 'sound' | 'broken';
    /** In order: all of them, or those before the bad one. */
    readonly events: number;
    readonly streams: number;
    /** Closed by then; the last of them has this number. */
    readonly seals: number;
    /** Events behind the last seal: whether one of these is missing could not be seen. */
    readonly unsealed: number;
    /** Number of the seal whose published head the log was held against; null: of none. */
    readonly publishedSeal: number | null;
    /** The first that is wrong, where the log is broken: what is wrong, never what stands there. */
    readonly bad: { readonly stream: string; readonly revision: number; readonly problem: string } | null;
  };
}

export type LogVerificationEvent = LogVerified;

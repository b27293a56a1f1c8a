/** What a command answers: the same for machines (`--json`) and for people. */
export interface Outcome {
  readonly result: object;
  readonly text: string;
  /** It looked for something wrong, and found it. */
  readonly negative?: boolean;
}

/** The command was understood and cannot be done; the message is a sentence for the operator. */
export class Declined extends Error {}

/** The command line itself is wrong. */
export class Misused extends Error {}

/** Log or vault cannot be opened here. */
export class Unopened extends Error {}

/** EX_UNAVAILABLE, EX_CONFIG and EX_SOFTWARE of sysexits.h beside our own. */
export const exitCodes = { done: 0, negative: 1, usage: 2, unavailable: 69, refused: 78, failed: 70 } as const;

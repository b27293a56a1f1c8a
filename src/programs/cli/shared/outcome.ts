/** What a command answers: the same for machines (`--json`) and for people. */
export interface Outcome {
  readonly result: object;
  readonly text: string;
  /** It looked for something wrong, and found it. */
  readonly negative?: boolean;
}

/** Where usage and help go. */
export interface ProgramOutput {
  out(text: string): void;
  error(text: string): void;
}

/** The command was understood and cannot be done; the message is a sentence for the operator. */
export class Declined extends Error {}

/** The command line itself is wrong. */
export class Misused extends Error {}

/** Log or vault cannot be opened here. */
export class Unopened extends Error {}

/** EX_USAGE, EX_UNAVAILABLE, EX_SOFTWARE and EX_CONFIG of sysexits.h beside our own. */
export const exitCodes = { done: 0, negative: 1, usage: 64, unavailable: 69, failed: 70, refused: 78 } as const;

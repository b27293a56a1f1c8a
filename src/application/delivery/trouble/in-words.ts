/** A trouble for operators: sentences without their full stops, but for the remedy, which has its own. */
export interface InWords {
  readonly problem: string;
  readonly remedy: string;
  /** What is said once it is over. */
  readonly ended: string;
}

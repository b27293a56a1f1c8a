export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never jumps; only differences mean anything. */
  monotonicMs(): number;
  /**
   * Milliseconds since the epoch, without a jump of the clock that nothing has confirmed yet. By this an age is judged
   * past which something is removed, given up or done again.
   */
  settledNow(): number;
}

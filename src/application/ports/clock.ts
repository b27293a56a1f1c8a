export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never jumps; only differences mean anything. */
  monotonicMs(): number;
}

/** Whether the parts that start behind the HTTP server, delivery above all, are there for the first mail. */
export interface WarmStart {
  /**
   * True once they are, and after the limit in any case: mail is accepted without them, so they keep no traffic away
   * for long.
   */
  isWarm(): boolean;
  /** They are there. */
  end(): void;
}

/** Delivery may first have to read minutes of an earlier run's mail. */
const longestWarmStartMs = 10_000;

/** Begins now. */
export function beginWarmStart(limitMs = longestWarmStartMs): WarmStart {
  let warm = false;
  const end = (): void => {
    warm = true;
    clearTimeout(timer);
  };
  const timer = setTimeout(end, limitMs);
  timer.unref();
  return { isWarm: () => warm, end };
}

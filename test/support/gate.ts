export { eventually } from './wait-for.js';

/** A place where work waits until a spec lets it through. */
export interface Gate {
  /** Called by the work. */
  readonly pass: () => Promise<void>;
  /** Resolves when the work stands before the gate. */
  readonly reached: Promise<void>;
  readonly open: () => void;
  /** Resolves when it is open. */
  readonly opened: Promise<void>;
}

export function createGate(): Gate {
  let arrive = (): void => undefined;
  let open = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pass = (): Promise<void> => {
    arrive();
    return opened;
  };
  return { pass, reached, open, opened };
}

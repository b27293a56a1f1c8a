export interface SilenceLimits {
  /** Silence of a connection that owes an answer, before it is probed. */
  readonly callMs: number;
  /** Silence of a connection with open streams, which may have nothing to say. */
  readonly streamMs: number;
  /** So long it has to say that it lives. */
  readonly probeMs: number;
}

export const silenceLimits: SilenceLimits = { callMs: 1_000, streamMs: 2_000, probeMs: 1_000 };

const tickMs = 100;

export interface Silence {
  /** Until the answer is called. */
  owes(what: 'call' | 'stream'): () => void;
  heard(): void;
  stop(): void;
}

/**
 * Watches one connection: while it owes something and nothing has come for its time, `probe` asks whether it lives.
 * `onDead` hears why where that is not answered in its time, or answered with no. Time is counted in turns of our own
 * loop: where this process is what is late, nothing is held against the server.
 */
export function watchSilence(options: {
  readonly limits: SilenceLimits;
  /** Resolves to undefined when it lives. Rejects as a call does. */
  readonly probe: () => Promise<string | undefined>;
  readonly onDead: (why: string) => void;
}): Silence {
  const { limits, probe, onDead } = options;
  const owed = { call: 0, stream: 0 };
  let silentMs = 0;
  let probed: { silentMs: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function heard(): void {
    silentMs = 0;
    probed = undefined;
  }

  function stop(): void {
    isStopped = true;
    clearInterval(timer);
    timer = undefined;
  }

  function die(why: string): void {
    if (isStopped) return;
    stop();
    onDead(why);
  }

  function ask(): void {
    const asked = { silentMs: 0 };
    probed = asked;
    probe().then(
      (why) => (why === undefined ? heard() : die(why)),
      (error: unknown) => (isNoAnswer(error) ? die('its connection is gone') : heard()),
    );
  }

  function tick(): void {
    silentMs += tickMs;
    if (probed === undefined) {
      if (silentMs >= (owed.call > 0 ? limits.callMs : limits.streamMs)) ask();
      return;
    }
    probed.silentMs += tickMs;
    if (probed.silentMs > limits.probeMs) die(`it has not answered for ${silentMs} ms`);
  }

  return {
    owes(what) {
      // Nothing was owed until now.
      if (owed.call + owed.stream === 0) heard();
      owed[what] += 1;
      if (!isStopped) timer ??= setInterval(tick, tickMs).unref();
      return () => {
        owed[what] -= 1;
        if (owed.call + owed.stream > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    heard,
    stop,
  };
}

/** Status codes of gRPC: CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE. */
const noAnswer: readonly unknown[] = [1, 4, 14];

const isNoAnswer = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && noAnswer.includes(error.code);

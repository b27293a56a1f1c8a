import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import { type Api, ApiProblem } from './request';

export const refreshIntervalMs = 2_000;

/** `value` is the last good answer and outlives later problems; `problem` is the last answer's, if it was one. */
export interface Live<Value> {
  readonly value: Value | null;
  readonly problem: ApiProblem | null;
}

export interface Connection {
  readonly api: Api;
  /** The server does not take the key any more. */
  readonly onRefused: (problem: ApiProblem) => void;
}

export const ConnectionContext = createContext<Connection | null>(null);

export interface Action<Answer> {
  /** Starts it, unless it runs already. */
  readonly start: () => void;
  readonly running: boolean;
  /** Of the last run. */
  readonly answer: Answer | null;
  readonly problem: ApiProblem | null;
}

/** Something that is done once each time it is asked for, and what came of it. */
export function useAction<Answer>(act: (api: Api) => Promise<Answer>): Action<Answer> {
  const { api, onRefused } = useConnection();
  const [state, setState] = useState<Omit<Action<Answer>, 'start'>>({ running: false, answer: null, problem: null });

  const run = async (): Promise<void> => {
    setState({ running: true, answer: null, problem: null });
    await act(api).then(
      (answer) => setState({ running: false, answer, problem: null }),
      (problem: ApiProblem) => {
        if (problem.kind === 'refused') onRefused(problem);
        else setState({ running: false, answer: null, problem });
      },
    );
  };
  return { ...state, start: () => void (state.running || run()) };
}

function useConnection(): Connection {
  const connection = use(ConnectionContext);
  if (connection === null) throw new Error('there is no ConnectionContext around this');
  return connection;
}

interface LiveOptions<Value> {
  readonly revision?: number;
  readonly settled?: (value: Value) => boolean;
  /** The value then outlives its question, and has to say itself what it answers. */
  readonly keeps?: boolean;
}

/**
 * Asks at once, then again `refreshIntervalMs` after each answer while the page is visible and `settled` (if given) is
 * not yet true of the answer; later where a busy server names how long to wait. Another `question` drops the old answer
 * (or keeps it until the next is there); another `revision` asks again and keeps it.
 */
export function useLive<Value>(
  question: string,
  ask: (api: Api, signal: AbortSignal) => Promise<Value>,
  until: LiveOptions<Value> = {},
): Live<Value> {
  const { api, onRefused } = useConnection();
  const [answer, setAnswer] = useState<Live<Value> & { readonly question: string }>({ ...nothing, question });
  const { revision = 0, settled, keeps = false } = until;

  const askOnce = useEffectEvent((signal: AbortSignal) => ask(api, signal));
  const isSettled = useEffectEvent((value: Value) => settled?.(value) ?? false);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking = false;
    let notBeforeMs = 0;

    const round = async (): Promise<void> => {
      if (asking || document.hidden) return;
      clearTimeout(timer);
      asking = true;
      let waitMs = refreshIntervalMs;
      const again = await askOnce(stop.signal).then(
        (value) => {
          if (!stop.signal.aborted) setAnswer({ value, problem: null, question });
          return !isSettled(value);
        },
        (problem: ApiProblem) => {
          if (stop.signal.aborted) return false;
          waitMs = Math.max(waitMs, problem.retryAfterMs);
          notBeforeMs = performance.now() + problem.retryAfterMs;
          if (problem.kind === 'refused') onRefused(problem);
          else
            setAnswer((last) => ({
              value: keeps || last.question === question ? last.value : null,
              problem,
              question,
            }));
          return problem.kind !== 'refused';
        },
      );
      asking = false;
      if (again && !stop.signal.aborted) timer = setTimeout(() => void round(), waitMs);
    };

    const onVisible = (): void => {
      if (performance.now() >= notBeforeMs) void round();
    };
    document.addEventListener('visibilitychange', onVisible);
    void round();
    return () => {
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [question, revision, keeps, api, onRefused]);

  if (answer.question === question) return answer;
  return keeps ? { value: answer.value, problem: null } : nothing;
}

const nothing: Live<never> = { value: null, problem: null };

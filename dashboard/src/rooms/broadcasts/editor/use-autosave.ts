import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../../api/problem';

/**
 * `waiting`: typed, and saved once the typing pauses. `conflict`: someone else saved meanwhile, so nothing is saved
 * until one chooses.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';

interface Autosave<Content> {
  readonly state: SaveState;
  /** What was last saved. */
  readonly revision: number;
  /** Why it could not be saved. */
  readonly problem: Error | null;
  readonly change: (content: Content) => void;
  /** Saves now what is not saved; `over`: whatever the server has. Resolves once it is saved, or was not. */
  readonly flush: (over?: boolean) => Promise<void>;
  /** Another part of the same thing was saved, and what is edited here is as it was. */
  readonly follow: (revision: number) => void;
}

interface AutosaveOptions<Content> {
  /** The revision that the page began with. */
  readonly revision: number;
  /** @returns the new revision. Undefined for `revision`: whatever was saved meanwhile is replaced. */
  readonly save: (content: Content, revision: number | undefined) => Promise<number>;
}

const pauseMs = 1_500;
const retryMs = 10_000;

/** Saves what is typed when the typing pauses, one request at a time, each based on what the last one has made. */
export function useAutosave<Content>({ revision: first, save }: AutosaveOptions<Content>): Autosave<Content> {
  const [state, setState] = useState<SaveState>('saved');
  const [revision, setRevision] = useState(first);
  const [problem, setProblem] = useState<Error | null>(null);
  const kept = useRef({
    revision: first,
    unsaved: undefined as Content | undefined,
    isSaving: false,
    isConflict: false,
  });
  const timer = useRef(0);
  const saving = useRef(save);
  saving.current = save;

  const follow = useCallback((next: number): void => {
    kept.current.revision = next;
    setRevision(next);
  }, []);

  const flush = useCallback(
    async (over = false): Promise<void> => {
      const now = kept.current;
      window.clearTimeout(timer.current);
      if (now.unsaved === undefined || now.isSaving) return;
      const content = now.unsaved;
      Object.assign(now, { unsaved: undefined, isSaving: true, isConflict: false });
      setState('saving');
      try {
        follow(await saving.current(content, over ? undefined : now.revision));
        now.isSaving = false;
        setProblem(null);
        // Typed while it was on its way.
        if (now.unsaved === undefined) setState('saved');
        else await flush();
      } catch (error) {
        const isConflict = error instanceof ApiProblem && error.kind === 'conflict';
        Object.assign(now, { unsaved: now.unsaved ?? content, isSaving: false, isConflict });
        setProblem(error instanceof Error ? error : new Error(String(error)));
        setState(isConflict ? 'conflict' : 'failed');
        if (mayPass(error)) timer.current = window.setTimeout(() => void flush(), retryMs);
      }
    },
    [follow],
  );

  const change = useCallback(
    (content: Content): void => {
      kept.current.unsaved = content;
      setState((before) => (before === 'conflict' || before === 'saving' ? before : 'waiting'));
      window.clearTimeout(timer.current);
      // Whose version counts is for a person to say.
      if (!kept.current.isConflict) timer.current = window.setTimeout(() => void flush(), pauseMs);
    },
    [flush],
  );

  // Another tab of the page, or another page: what is typed is not lost.
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      if (!kept.current.isConflict) void flush();
    },
    [flush],
  );
  // Before a tab is closed, the browser asks.
  const isUnsaved = state !== 'saved';
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return { state, revision, problem, change, flush, follow };
}

/** What another try may be spared: what was refused, is refused again. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.kind === 'unreachable' || error.kind === 'busy' || error.kind === 'failed';

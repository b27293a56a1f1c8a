import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../../api/problem';

/**
 * `waiting`: typed, and saved once the typing pauses. `conflict`: someone else saved meanwhile, so nothing is saved
 * until one chooses.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';

interface Autosave<Content> {
  readonly state: SaveState;
  /** Why it could not be saved. */
  readonly problem: Error | null;
  readonly change: (content: Content) => void;
  /** Saves now what is not saved; `over`: whatever the server has. */
  readonly flush: (over?: boolean) => void;
}

interface AutosaveOptions<Content> {
  /** The revision that the page began with. */
  readonly revision: number;
  /** @returns the new revision. Undefined for `revision`: whatever was saved meanwhile is replaced. */
  readonly save: (content: Content, revision: number | undefined) => Promise<number>;
}

const pauseMs = 1_000;
const retryMs = 10_000;

/** Saves what is typed when the typing pauses, one request at a time, each based on what the last one has made. */
export function useAutosave<Content>({ revision, save }: AutosaveOptions<Content>): Autosave<Content> {
  const [state, setState] = useState<SaveState>('saved');
  const [problem, setProblem] = useState<Error | null>(null);
  const kept = useRef({ revision, unsaved: undefined as Content | undefined, isSaving: false, isConflict: false });
  const timer = useRef(0);
  const saving = useRef(save);
  saving.current = save;

  const flush = useCallback(async (over = false): Promise<void> => {
    const now = kept.current;
    window.clearTimeout(timer.current);
    if (now.unsaved === undefined || now.isSaving) return;
    const content = now.unsaved;
    Object.assign(now, { unsaved: undefined, isSaving: true, isConflict: false });
    setState('saving');
    try {
      now.revision = await saving.current(content, over ? undefined : now.revision);
      now.isSaving = false;
      setProblem(null);
      if (now.unsaved === undefined) setState('saved');
      else void flush();
    } catch (error) {
      const isConflict = error instanceof ApiProblem && error.kind === 'conflict';
      Object.assign(now, { unsaved: now.unsaved ?? content, isSaving: false, isConflict });
      setProblem(error instanceof Error ? error : new Error(String(error)));
      setState(isConflict ? 'conflict' : 'failed');
      if (!isConflict) timer.current = window.setTimeout(() => void flush(), retryMs);
    }
  }, []);

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
      if (!kept.current.isConflict) void flush();
    },
    [flush],
  );
  return { state, problem, change, flush: (over) => void flush(over) };
}

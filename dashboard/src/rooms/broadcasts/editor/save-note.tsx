import { Button, Text } from '@mantine/core';
import { Because, Callout } from '../../../kit/callout';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';
import { mayPass, type SaveState } from './use-autosave';

export function SaveNote({ state }: { readonly state: SaveState }) {
  const isWrong = state === 'failed' || state === 'conflict';
  return (
    <Text size="sm" role="status" c={isWrong ? 'var(--mantine-color-error)' : 'dimmed'} fw={isWrong ? 600 : 400}>
      {words.states[state]}
    </Text>
  );
}

interface SaveProblemProps {
  readonly state: SaveState;
  readonly problem: Error | null;
  readonly onRetry: () => void;
  readonly onLoadTheirs: () => void;
  readonly onKeepMine: () => void;
}

/** What to do about changes that could not be saved. */
export function SaveProblem({ state, problem, onRetry, onLoadTheirs, onKeepMine }: SaveProblemProps) {
  if (state === 'conflict') {
    return (
      <Callout
        tone="warn"
        title={words.conflictTitle}
        actions={
          <>
            <Button size="xs" variant="default" onClick={onLoadTheirs}>
              {words.loadTheirs}
            </Button>
            <Button size="xs" variant="default" onClick={onKeepMine}>
              {words.keepMine}
            </Button>
          </>
        }
      >
        <Because>{words.conflictText}</Because>
      </Callout>
    );
  }
  if (state !== 'failed') return null;
  return (
    <Callout
      tone="bad"
      title={words.failedTitle}
      actions={
        <Button size="xs" variant="default" onClick={onRetry}>
          {words.retry}
        </Button>
      }
    >
      {problem !== null && <Because>{problem.message}</Because>}
      <Because>{mayPass(problem) ? words.failedText : words.refusedText}</Because>
    </Callout>
  );
}

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useQueryClient } from '@tanstack/react-query';
import { under } from '../../../api/reading';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messages } from '../../../messages';
import { suppressions as words } from '../../../messages/suppressions';
import { csvOf } from '../../../ui/csv';
import { download } from '../../../ui/download';
import { ProblemNotice } from '../../../ui/problem-notice';
import type { Scope } from '../documents';
import { Lines } from './preview';
import type { ReadFile } from './read-lines';
import { type Outcome, sendLines } from './send-lines';

interface SendingProps {
  readonly file: ReadFile;
  readonly scope: Scope;
  readonly onClose: () => void;
}

/** How far it is, and at the end what became of each line. */
export function Sending({ file, scope, onClose }: SendingProps) {
  const { outcomes, problem, isRunning, run } = useSending(file, scope);
  const all = file.lines.length;
  const refused = file.lines.flatMap(({ line, email }) => {
    const outcome = outcomes.get(line);
    return outcome?.state === 'refused' ? [`${words.lineNumber(line)} “${email}”: ${outcome.why}`] : [];
  });
  const isDone = !isRunning && outcomes.size === all;
  return (
    <Stack gap="md">
      <Progress value={(100 * outcomes.size) / Math.max(all, 1)} aria-label={words.progress(outcomes.size, all)} />
      <Text size="sm" role="status">
        {isDone ? words.done(all - refused.length) : words.progress(outcomes.size, all)}
      </Text>
      {refused.length > 0 && (
        <Alert color="yellow" title={words.refused(refused.length)}>
          <Lines texts={refused} />
        </Alert>
      )}
      {problem !== null && (
        <>
          <ProblemNotice error={problem} />
          <Text size="sm">{words.stopped}</Text>
          <Group>
            <Button onClick={run}>{words.goOn}</Button>
          </Group>
        </>
      )}
      {!isRunning && (
        <Group justify="space-between">
          <Button variant="default" onClick={() => saveResult(file, outcomes)}>
            {words.saveResult}
          </Button>
          <Button onClick={onClose}>{messages.actions.done}</Button>
        </Group>
      )}
    </Stack>
  );
}

function useSending(file: ReadFile, scope: Scope) {
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [problem, setProblem] = useState<Error | null>(null);
  const [isRunning, setIsRunning] = useState(true);
  const known = useRef(new Map<number, Outcome>());
  const run = useCallback(() => {
    setProblem(null);
    setIsRunning(true);
    const left = file.lines.filter(({ line }) => !known.current.has(line));
    const note = (found: readonly (readonly [number, Outcome])[]): void => {
      for (const [line, outcome] of found) known.current.set(line, outcome);
      setOutcomes(new Map(known.current));
    };
    sendLines(left, scope, note)
      .catch(setProblem)
      .finally(() => {
        setIsRunning(false);
        void queryClient.invalidateQueries(under('GET /dashboard-api/suppressions'));
      });
  }, [file, scope, queryClient]);
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    run();
  }, [run]);
  return { outcomes, problem, isRunning, run };
}

function saveResult({ lines, faulty }: ReadFile, outcomes: ReadonlyMap<number, Outcome>): void {
  const { results, problems } = words;
  const rows = [
    ...lines.map(({ line, email }) => {
      const outcome = outcomes.get(line);
      const why = outcome?.state === 'refused' ? outcome.why : '';
      return { line, email, result: results[outcome?.state ?? 'waiting'], why };
    }),
    ...faulty.map(({ line, text, why }) => ({ line, email: text, result: results.refused, why: problems[why] })),
  ].sort((one, other) => one.line - other.line);
  download('suppressions-import.csv', csvOf(['line', 'email', 'result', 'why'], rows), 'text/csv');
}

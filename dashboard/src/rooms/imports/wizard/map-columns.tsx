import { Input, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { importWizardMessages as words } from '../../../messages/import-wizard';
import { choicesAmong, choicesOf } from '../../../kit/choices';
import { sayProblem } from '../../../ui/toast';
import { useTopicMaking } from '../../contacts/making';
import { propertiesQuery, topicsQuery } from '../../contacts/queries';
import type { ImportPreview } from '../documents';
import { ColumnRow } from './column-row';
import { choose, type ColumnChoice, isNamed, problemIn } from './columns';
import { StepButtons } from './step-buttons';

interface MapColumnsProps {
  readonly found: ImportPreview;
  readonly columns: readonly ColumnChoice[];
  readonly onChange: (columns: readonly ColumnChoice[]) => void;
  /** Reads the file again, as what it is written in. */
  readonly onEncoding: (encoding: ImportPreview['encoding']) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

// The keys of a constant object are those of its type.
const encodings = Object.keys(words.encodings) as readonly ImportPreview['encoding'][];

/** Each column of the file with some of its values, and what it becomes. */
export function MapColumns({ found, columns, onChange, onEncoding, onBack, onNext }: MapColumnsProps) {
  const { header, rows, separator, encoding, source } = found;
  const topics = choicesAmong(useQuery(topicsQuery).data?.data ?? []);
  const properties = useQuery(propertiesQuery).data?.data ?? [];
  const keys = properties.map(({ key }) => key);
  const problem = problemIn(found, columns, keys);
  const newTopic = useTopicMaking();
  // Each is chosen once it is made: another try after a failure makes none twice.
  const next = useMutation({
    mutationFn: async () => {
      let chosen = columns;
      for (const [place, choice] of columns.entries()) {
        if (choice.target !== 'new-topic' || newTopic === undefined) continue;
        chosen = chosen.with(place, { ...choice, target: `topics.${await newTopic.send(choice.topic.trim())}` });
        onChange(chosen);
      }
    },
    onSuccess: onNext,
    onError: sayProblem,
  });
  const samplesOf = (place: number): string =>
    rows
      .map(({ cells }) => cells[place]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .slice(0, 3)
      .join(', ');
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.columnsIntro(header.length, words.separators[separator])}
        {source !== null && ` ${words.source(source.name)}`}
      </Text>
      <NativeSelect
        label={words.encoding}
        description={words.encodingHint}
        maw={320}
        value={encoding}
        data={choicesOf(words.encodings)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = encodings.find((each) => each === value);
          if (chosen !== undefined) onEncoding(chosen);
        }}
      />
      <Stack gap="sm">
        {columns.map((choice, place) => (
          <ColumnRow
            key={place}
            place={place + 1}
            name={header[place] ?? ''}
            isNamed={isNamed(header, place)}
            samples={samplesOf(place)}
            choice={choice}
            keys={keys}
            topics={topics}
            mayMakeTopics={newTopic !== undefined}
            onTarget={(target) => onChange(choose(columns, place, target))}
            onChange={(next) => onChange(columns.with(place, next))}
          />
        ))}
      </Stack>
      {problem !== null && (
        <Input.Error role="alert">
          {'key' in problem ? words.problems[problem.problem](problem.key) : words.problems[problem.problem]}
        </Input.Error>
      )}
      <StepButtons
        onBack={onBack}
        onNext={() => next.mutate()}
        isPending={next.isPending}
        isDisabled={problem !== null}
      />
    </Stack>
  );
}

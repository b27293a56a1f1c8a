import { Input, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { importWizardMessages as words } from '../../../messages/import-wizard';
import { propertiesQuery } from '../../contacts/queries';
import type { ImportPreview } from '../documents';
import { ColumnRow } from './column-row';
import { choose, type ColumnChoice, isNamed, problemIn } from './columns';
import { StepButtons } from './step-buttons';

interface MapColumnsProps {
  readonly found: ImportPreview;
  readonly columns: readonly ColumnChoice[];
  readonly onChange: (columns: readonly ColumnChoice[]) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Each column of the file with some of its values, and what it becomes. */
export function MapColumns({
  found: { header, rows, separator, encoding },
  columns,
  onChange,
  ...steps
}: MapColumnsProps) {
  const properties = useQuery(propertiesQuery).data?.data ?? [];
  const keys = properties.map(({ key }) => key);
  const problem = problemIn(columns, keys);
  const samplesOf = (place: number): string =>
    rows
      .map(({ cells }) => cells[place]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .slice(0, 3)
      .join(', ');
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.columnsIntro(header.length, words.separators[separator], words.encodings[encoding])}
      </Text>
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
            onTarget={(target) => onChange(choose(columns, place, target))}
            onChange={(next) => onChange(columns.with(place, next))}
          />
        ))}
      </Stack>
      {problem !== null && (
        <Input.Error role="alert">
          {problem.problem === 'noEmail' ? words.problems.noEmail : words.problems[problem.problem](problem.key)}
        </Input.Error>
      )}
      <StepButtons {...steps} isDisabled={problem !== null} />
    </Stack>
  );
}

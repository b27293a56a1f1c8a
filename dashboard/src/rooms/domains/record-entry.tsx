import { Box, Code, Group, Text } from '@mantine/core';
import { domains as words } from '../../messages/domains';
import { Copyable } from '../../ui/copy';
import type { DnsRecord, RecordFinding } from './documents';
import classes from './domains.module.css';
import { Found } from './found';
import { RecordStatus } from './standing';

interface RecordEntryProps {
  readonly record: DnsRecord;
  readonly finding: RecordFinding | undefined;
  readonly isFirst: boolean;
}

/** One record: each of its parts with a button that copies it. */
export function RecordEntry({ record, finding, isFirst }: RecordEntryProps) {
  const { record: purpose, type, name, value, priority, status } = record;
  const what = `${words.purposes[purpose] ?? purpose}, ${type}`;
  return (
    <Box
      component="article"
      aria-label={`${what}, ${name}`}
      className={classes['record']}
      data-first={isFirst || undefined}
    >
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600}>{words.purposes[purpose] ?? purpose}</Text>
          <Code>{type}</Code>
          {priority !== undefined && (
            <Text size="sm" c="dimmed">
              {words.priority(priority)}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {finding?.required === false ? words.recommended : words.needed}
          </Text>
        </Group>
        <RecordStatus status={status} />
      </Group>
      <div className={classes['parts']}>
        <Copyable label={words.recordName} value={name} />
        <Copyable label={words.recordValue} value={value} />
      </div>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {finding?.full_name ?? name}
      </Text>
      <FoundInstead finding={finding} />
    </Box>
  );
}

/** Nothing where there is nothing to say: not looked for yet, or as expected. */
function FoundInstead({ finding: of }: { readonly finding: RecordFinding | undefined }) {
  if (of === undefined || of.finding === null) return null;
  if (of.finding === 'verified' && of.advice.length === 0) return null;
  return (
    <Box className={classes['finding']}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {words.foundAt(of.full_name)} <Found finding={of.finding} values={of.found} />
      </Text>
      {of.advice.map((sentence) => (
        <Text key={sentence} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Text>
      ))}
    </Box>
  );
}

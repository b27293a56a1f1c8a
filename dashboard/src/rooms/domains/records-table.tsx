import { Code, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { Fragment, useState } from 'react';
import { domains as words } from '../../messages/domains';
import { CopyIcon } from '../../ui/copy-icon';
import { type Column, Rows } from '../../ui/rows';
import type { DnsRecord, RecordFinding } from './documents';
import classes from './domains.module.css';
import { Found } from './found';
import { purposeOf } from './purpose';
import { RecordStatus } from './standing';

interface Entry {
  readonly record: DnsRecord;
  readonly finding: RecordFinding | undefined;
}

interface RecordsTableProps {
  readonly entries: readonly Entry[];
  /** Said once for all of them, and so not beside each. */
  readonly common: ReadonlySet<string>;
}

/** What to type at the DNS provider: each record is a row, with what DNS has instead below its value. */
export function RecordsTable({ entries, common }: RecordsTableProps) {
  const columns: readonly Column<Entry>[] = [
    { title: words.type, cell: (entry) => <Type entry={entry} /> },
    // Where a narrow window shows it, too.
    { title: words.state, cell: ({ record, finding }) => <RecordStatus record={record} finding={finding} /> },
    { title: words.recordName, cell: ({ record, finding }) => <Name record={record} finding={finding} /> },
    { title: words.recordValue, cell: (entry) => <Value entry={entry} common={common} /> },
  ];
  return (
    <Rows
      label={words.records}
      columns={columns}
      rows={entries}
      // No two that are to be published have name and type in common, but for SPF and what stands beside it.
      idOf={({ record: { name, type, value } }) => `${name} ${type} ${value}`}
    />
  );
}

function Type({ entry: { record, finding } }: { readonly entry: Entry }) {
  return (
    <Stack gap={0}>
      <Code style={{ alignSelf: 'flex-start' }}>{record.type}</Code>
      <Text size="xs" c="dimmed">
        {purposeOf(record)}
        {finding?.required === false ? `, ${words.recommended}` : ''}
      </Text>
    </Stack>
  );
}

function Name({ record: { name, type }, finding }: Entry) {
  return (
    <Group gap={4} wrap="nowrap" title={finding?.full_name ?? name}>
      <Text size="sm" ff="monospace" miw="7rem" style={{ overflowWrap: 'anywhere' }}>
        {name.split('.').map((label, index) => (
          <Fragment key={index}>
            {index > 0 && (
              <>
                .<wbr />
              </>
            )}
            {label}
          </Fragment>
        ))}
      </Text>
      <CopyIcon label={`${words.recordName}, ${type} ${name}`} value={name} />
    </Group>
  );
}

function Value({
  entry: { record, finding },
  common,
}: {
  readonly entry: Entry;
  readonly common: ReadonlySet<string>;
}) {
  const { name, type, value, priority } = record;
  const [isWhole, setWhole] = useState(false);
  const isLong = value.length > longCharacters;
  return (
    <Stack gap={2} className={classes['value'] ?? ''}>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Text
          size="sm"
          ff="monospace"
          aria-label={`${words.recordValue}, ${type} ${name}`}
          className={(isLong && !isWhole ? classes['cut'] : classes['whole']) ?? ''}
        >
          {value}
        </Text>
        <CopyIcon label={`${words.recordValue}, ${type} ${name}`} value={value} />
      </Group>
      {isLong && (
        <UnstyledButton
          fz="xs"
          c="var(--mantine-color-anchor)"
          aria-expanded={isWhole}
          aria-label={`${isWhole ? words.showLess : words.showAll}: ${type} ${name}`}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? words.showLess : words.showAll}
        </UnstyledButton>
      )}
      {priority !== undefined && (
        <Text size="xs" c="dimmed">
          {words.priority(priority)}
        </Text>
      )}
      <Instead finding={finding} common={common} />
    </Stack>
  );
}

/** Longer ones are cut to a line, until they are asked for. */
const longCharacters = 60;

/** What DNS has, and what to do; nothing where it is as expected, or where all is said above. */
function Instead({
  finding: of,
  common,
}: {
  readonly finding: RecordFinding | undefined;
  readonly common: ReadonlySet<string>;
}) {
  if (of === undefined) return null;
  const advice = of.advice.filter((sentence, place) => !common.has(sentence) && !isPlain(of, place));
  const isShown = of.finding === 'different' || (of.finding === 'unanswered' && advice.length > 0);
  if (!isShown && advice.length === 0) return null;
  return (
    <div className={classes['finding']}>
      {isShown && (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          <Found finding={of.finding ?? ''} values={of.found} />
        </Text>
      )}
      {advice.map((sentence) => (
        <Text key={sentence} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Text>
      ))}
    </div>
  );
}

/** That it is not there, its state says; where it belongs stands above the table. */
const isPlain = ({ advice_codes: codes }: RecordFinding, place: number): boolean => codes[place] === 'not-published';

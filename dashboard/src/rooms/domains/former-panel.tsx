import { Stack, Text } from '@mantine/core';
import { domainParts as parts } from '../../messages/domain-parts';
import { domains as words } from '../../messages/domains';
import { Copyable } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import type { FormerTracking } from './documents';
import classes from './domains.module.css';

/** The records that links in earlier mail need: out of use, and not to be removed while such links may be followed. */
export default function FormerPanel({ former }: { readonly former: readonly FormerTracking[] }) {
  return (
    <Panel title={parts.former} intro={parts.formerIntro}>
      {former.map((record) => (
        <Stack key={record.full_name} gap="xs">
          <div className={classes['parts']}>
            <Copyable label={`${words.recordName} (CNAME)`} value={record.name} />
            <Copyable label={words.recordValue} value={record.value} />
          </div>
          <Text size="sm">{stateOf(record)}</Text>
        </Stack>
      ))}
    </Panel>
  );
}

function stateOf({ finding, found }: FormerTracking): string {
  const { formerStates } = parts;
  switch (finding) {
    case 'verified':
    case 'missing':
      return formerStates[finding];
    case 'different':
      return formerStates.different(found.join(` ${words.and} `));
    default:
      return formerStates.unknown;
  }
}

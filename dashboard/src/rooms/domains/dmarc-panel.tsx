import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { domainParts as parts } from '../../messages/domain-parts';
import { domains as words } from '../../messages/domains';
import { Copyable } from '../../ui/copy';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import classes from './domains.module.css';
import { Found } from './found';
import { dmarcQuery } from './queries';

interface DmarcPanelProps {
  readonly id: string;
  readonly checkedAt: string | null;
}

/** Which policy holds for the domain, what it does, and what to publish where there is none. */
export function DmarcPanel({ id, checkedAt }: DmarcPanelProps) {
  const query = useQuery(dmarcQuery(id, checkedAt));
  return (
    <Panel title={parts.dmarc} intro={parts.dmarcIntro}>
      <Loaded query={query}>
        {({ finding, found_at: foundAt, found, advice, suggested }) => (
          <>
            {foundAt !== null && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {words.foundAt(foundAt)} <Found finding={finding} values={found} />
              </Text>
            )}
            {advice.map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
            {finding === 'missing' && (
              <div className={classes['parts']}>
                <Copyable label={parts.dmarcName} value={suggested.name} />
                <Copyable label={parts.dmarcValue} value={suggested.value} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

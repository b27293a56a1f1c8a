import { Button, Group, Text } from '@mantine/core';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { domainParts as parts } from '../../messages/domain-parts';
import { Copyable } from '../../ui/copy';
import { Panel } from '../../ui/panel';
import { under } from '../../api/reading';
import { ConfirmTyped } from '../../kit/confirm-typed';
import { say } from '../../ui/toast';
import { domains as words } from '../../messages/domains';
import { Loaded } from '../../ui/loaded';
import classes from './domains.module.css';
import type { DomainFindings } from './documents';
import { SettingsPanel } from './settings-panel';
import { TrackingPanel } from './tracking-panel';
import { domainChanges } from './changes';
import { Found } from './found';
import { dmarcQuery } from './queries';

interface LowerPanelsProps {
  readonly findings: DomainFindings;
  readonly mayChange: boolean;
}

/** What stands below the records of a domain. */
export default function LowerPanels({ findings, mayChange }: LowerPanelsProps) {
  const { domain, origin, claim, last_checked_at: checkedAt } = findings;
  const isSandbox = origin === 'sandbox';
  const isHeld = claim === null;
  return (
    <>
      {!isSandbox && isHeld && <DmarcPanel id={domain.id} checkedAt={checkedAt} />}
      {!isSandbox && isHeld && <TrackingPanel findings={findings} mayChange={mayChange} />}
      <SettingsPanel findings={findings} mayChange={mayChange && !isSandbox} />
      <Panel title={parts.programs} intro={parts.programsIntro}>
        <Copyable label={parts.id} value={domain.id} />
      </Panel>
      {origin === 'team' && isHeld && mayChange && <DeletePanel id={domain.id} name={domain.name} />}
    </>
  );
}

/** Its keys are destroyed, and no undo brings them back: so the name is typed. */
function DeletePanel({ id, name }: { readonly id: string; readonly name: string }) {
  const [isAsked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const gone = async (): Promise<void> => {
    say(parts.deleted(name));
    await navigate({ to: '/domains' });
    queryClient.removeQueries({ ...under('GET /dashboard-api/domains', { id }), type: 'inactive' });
    await queryClient.invalidateQueries(under('GET /dashboard-api/domains'));
  };
  return (
    <Panel title={parts.deleteTitle} intro={parts.deleteIntro}>
      <Group>
        <Button variant="light" color="red" onClick={() => setAsked(true)}>
          {parts.delete}
        </Button>
      </Group>
      {isAsked && (
        <ConfirmTyped
          title={parts.deleteNamed(name)}
          consequence={parts.deleteIntro}
          name={name}
          submit={parts.deleteTitle}
          send={() => domainChanges.delete(id, false)}
          onDone={gone}
          onClose={() => setAsked(false)}
        />
      )}
    </Panel>
  );
}

interface DmarcPanelProps {
  readonly id: string;
  readonly checkedAt: string | null;
}

/** Which policy holds for the domain, what it does, and what to publish where there is none. */
function DmarcPanel({ id, checkedAt }: DmarcPanelProps) {
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

import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { under } from '../../api/reading';
import { ConfirmTyped } from '../../kit/confirm-typed';
import { domainParts as parts } from '../../messages/domain-parts';
import { Panel } from '../../ui/panel';
import { say } from '../../ui/toast';
import { domainChanges } from './changes';

/** Its keys are destroyed, and no undo brings them back: so the name is typed. */
export function DeletePanel({ id, name }: { readonly id: string; readonly name: string }) {
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

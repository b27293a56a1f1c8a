import { Button, Group } from '@mantine/core';
import { domainParts as parts } from '../../messages/domain-parts';
import { Panel } from '../../ui/panel';
import { useDelete } from './use-delete';

export function DeletePanel({ id, name }: { readonly id: string; readonly name: string }) {
  const remove = useDelete();
  const start = (): void => remove(id, name, { doing: parts.deleting, hint: parts.deletingHint, done: parts.deleted });
  return (
    <Panel title={parts.deleteTitle} intro={parts.deleteIntro}>
      <Group>
        <Button variant="light" color="red" onClick={start}>
          {parts.delete}
        </Button>
      </Group>
    </Panel>
  );
}

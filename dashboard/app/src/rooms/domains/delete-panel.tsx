import { Button, Group } from '@mantine/core';
import { domains as words } from '../../messages/domains';
import { Panel } from '../../ui/panel';
import { useDelete } from './use-delete';

export function DeletePanel({ id, name }: { readonly id: string; readonly name: string }) {
  const remove = useDelete();
  const start = (): void =>
    remove(id, { doing: words.deleting(name), hint: words.deletingHint, done: words.deleted(name) });
  return (
    <Panel title={words.deleteTitle} intro={words.deleteIntro}>
      <Group>
        <Button variant="light" color="red" onClick={start}>
          {words.delete}
        </Button>
      </Group>
    </Panel>
  );
}

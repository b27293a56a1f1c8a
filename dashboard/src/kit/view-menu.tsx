import '@mantine/core/styles/Popover.css';
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { kitWords } from '../messages/lists';
import type { OpenDropdownProps } from '../ui/lazy-dropdown';
import { isOpen, type SavedView, withoutView, withView } from './saved-views';

export interface ViewMenuProps extends OpenDropdownProps {
  readonly views: readonly SavedView[];
  /** What the address asks for now. */
  readonly asked: SavedView['search'];
  readonly onOpen: (view: SavedView) => void;
  readonly onKeep: (views: readonly SavedView[]) => void;
}

/** Filters that were saved under a name: to open, to delete, and a field to save those of now. */
export default function ViewMenu({ target, views, asked, onOpen, onKeep }: ViewMenuProps) {
  const [name, setName] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const given = name.trim();
    if (given === '') return;
    onKeep(withView(views, { name: given, search: asked }));
    setName('');
  };
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <Popover defaultOpened trapFocus withinPortal position="bottom-end" width={260}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={kitWords.views}>
        <Stack gap="xs">
          {views.map((view) => (
            <Group key={view.name} justify="space-between" wrap="nowrap" gap={4}>
              <Button
                size="compact-sm"
                variant="subtle"
                justify="flex-start"
                flex={1}
                miw={0}
                aria-pressed={isOpen(view, asked)}
                rightSection={isOpen(view, asked) ? <IconCheck size={14} aria-hidden /> : null}
                onClick={() => onOpen(view)}
              >
                {view.name}
              </Button>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={kitWords.deleteView(view.name)}
                onClick={() => onKeep(withoutView(views, view.name))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {isFiltered ? (
            <form onSubmit={save}>
              <Group gap="xs" wrap="nowrap" align="flex-end">
                <TextInput
                  size="xs"
                  label={kitWords.viewName}
                  maxLength={60}
                  value={name}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
                <Button size="xs" type="submit" variant="default" disabled={name.trim() === ''}>
                  {kitWords.saveView}
                </Button>
              </Group>
            </form>
          ) : (
            views.length === 0 && (
              <Text size="sm" c="dimmed">
                {kitWords.noViews}
              </Text>
            )
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

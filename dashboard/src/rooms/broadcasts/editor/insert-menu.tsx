import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/ScrollArea.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { Fragment } from 'react';
import { groupsOf, type Insertion, offeredAt } from './writing/insertions';

interface InsertMenuProps {
  readonly editor: Editor;
  readonly label: string;
  readonly items: readonly Insertion[];
}

export function InsertMenu({ editor, label, items }: InsertMenuProps) {
  return (
    // What is put in takes the focus. It stands in the toolbar, and has nothing in it but what can be chosen.
    <Menu
      position="bottom-start"
      width={240}
      returnFocus={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default" size="sm" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {groupsOf(offeredAt(editor, items)).map(({ group, items: those }) => (
          <Fragment key={group ?? ''}>
            {group !== undefined && <Menu.Label>{group}</Menu.Label>}
            {those.map(({ id, title, Icon, run }) => (
              <Menu.Item
                key={id}
                {...(Icon === undefined ? {} : { leftSection: <Icon size={16} aria-hidden /> })}
                onClick={() => run(editor)}
              >
                {title}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/ScrollArea.css';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { Insertion } from './writing/insertions';

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
        {items.map((item) => (
          <Menu.Item key={item.id} onClick={() => item.run(editor)}>
            {item.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { detailWords as words } from '../messages/detail';
import { LazyDropdown, type LazyDropdownProps } from '../ui/lazy-dropdown';

/** What else can be done, in a menu that is loaded when it is needed. */
export function MoreMenu<Props extends object>(menu: Pick<LazyDropdownProps<Props>, 'load' | 'of'>) {
  return (
    <LazyDropdown
      {...menu}
      target={(onClick) => (
        <Button
          variant="default"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-haspopup="menu"
          onClick={onClick}
        >
          {words.more}
        </Button>
      )}
    />
  );
}

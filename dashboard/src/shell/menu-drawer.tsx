import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { messages } from '../messages';
import { Brand } from '../ui/brand';
import { Sidebar } from './sidebar';

interface MenuDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The menu of a phone. */
export default function MenuDrawer({ isOpen, onClose }: MenuDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="min(320px, 85vw)"
      title={<Brand />}
      closeButtonProps={{ 'aria-label': messages.shell.closeMenu }}
    >
      <Sidebar isInDrawer />
    </Drawer>
  );
}

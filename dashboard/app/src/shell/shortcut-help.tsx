import { Modal } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useServed } from '../api/served';
import { messages } from '../messages';
import { Outline } from '../ui/loaded';
import { places } from './places';
import { useSequences } from './use-sequences';

const { shell } = messages;
const ShortcutList = lazy(() => import('./shortcut-list'));
const asked = new EventTarget();

export const openShortcutHelp = (): void => void asked.dispatchEvent(new Event('open'));

/** The shortcuts and their list. People who use speech input can switch off the single-key ones (WCAG 2.1.4). */
export function ShortcutHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useLocalStorage({ key: 'posthorn-shortcuts', defaultValue: true });
  const navigate = useNavigate();
  const open = (): void => setIsOpen(true);
  useEffect(() => {
    asked.addEventListener('open', open);
    return () => asked.removeEventListener('open', open);
  });
  const isServed = useServed();
  const served = places.filter(({ feature }) => isServed(feature));
  const going = served.map(({ to, keys }) => [keys, () => void navigate({ to })] as const);
  useSequences(isOn ? { '?': open, ...Object.fromEntries(going) } : {});
  return (
    <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={shell.shortcuts}>
      <Suspense fallback={<Outline />}>
        <ShortcutList places={served} isOn={isOn} onSwitch={setIsOn} />
      </Suspense>
    </Modal>
  );
}

import { useLocalStorage } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { rowKeys } from '../kit/row-keys';
import { usePlaces } from './places';
import { useSequences } from './use-sequences';

/** Loaded when it is first asked for. */
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
  const served = usePlaces();
  const going = served.map(({ to, keys }) => [keys, () => void navigate({ to })] as const);
  useSequences(isOn ? { '?': open, ...rowKeys, ...Object.fromEntries(going) } : {});
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutList places={served} isOn={isOn} onSwitch={setIsOn} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

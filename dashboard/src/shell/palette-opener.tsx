import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { messages } from '../messages';

const LoadedPalette = lazy(() => import('./palette'));
const asked = new EventTarget();

export const openPalette = (): void => void asked.dispatchEvent(new Event('open'));

/**
 * Loads the palette when it is first asked for, and opens it at every request. What is typed until its field has the
 * focus goes there, and to no shortcut.
 */
export function Palette() {
  const [openings, setOpenings] = useState(0);
  const [typed, setTyped] = useState('');
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(() => {
    const open = (): void => {
      setOpenings((before) => before + 1);
      window.addEventListener('keydown', typeEarly, true);
    };
    const typeEarly = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isReady = document.activeElement?.getAttribute('aria-label') === messages.shell.search;
      if (isReady || key === 'Escape') return window.removeEventListener('keydown', typeEarly, true);
      if (key.length > 1 || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      event.stopPropagation();
      setTyped((before) => before + key);
    };
    asked.addEventListener('open', open);
    return () => {
      asked.removeEventListener('open', open);
      window.removeEventListener('keydown', typeEarly, true);
    };
  }, []);
  if (openings === 0) return null;
  return (
    <Suspense fallback={null}>
      <LoadedPalette openings={openings} typed={typed} onType={setTyped} />
    </Suspense>
  );
}

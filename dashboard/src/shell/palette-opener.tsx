import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';

const LoadedPalette = lazy(() => import('./palette'));
const asked = new EventTarget();

export const openPalette = (): void => void asked.dispatchEvent(new Event('open'));

/** Loads the palette when it is first asked for, and opens it at every asking. */
export function Palette() {
  const [askings, setAskings] = useState(0);
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(() => {
    const open = (): void => setAskings((before) => before + 1);
    asked.addEventListener('open', open);
    return () => asked.removeEventListener('open', open);
  }, []);
  if (askings === 0) return null;
  return (
    <Suspense fallback={null}>
      <LoadedPalette askings={askings} />
    </Suspense>
  );
}

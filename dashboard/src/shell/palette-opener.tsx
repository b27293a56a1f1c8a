import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';

const LoadedPalette = lazy(() => import('./palette'));
const asked = new EventTarget();

export const openPalette = (): void => void asked.dispatchEvent(new Event('open'));

/** Loads the palette when it is first asked for, and opens it at every request. */
export function Palette() {
  const [openings, setOpenings] = useState(0);
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(() => {
    const open = (): void => setOpenings((before) => before + 1);
    asked.addEventListener('open', open);
    return () => asked.removeEventListener('open', open);
  }, []);
  if (openings === 0) return null;
  return (
    <Suspense fallback={null}>
      <LoadedPalette openings={openings} />
    </Suspense>
  );
}

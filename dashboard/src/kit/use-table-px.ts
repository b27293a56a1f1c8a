import { type RefObject, useLayoutEffect, useState } from 'react';

/** Below it a row is a card, which has room for all: as in table.module.css. */
const cardPx = 600;

/** The width of an element before it is seen, and whenever it changes; undefined where rows are cards. */
export function useTablePx(element: RefObject<HTMLElement | null>): number | undefined {
  const [widthPx, setWidthPx] = useState<number>();
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () =>
      setWidthPx(window.innerWidth <= cardPx || current.clientWidth === 0 ? undefined : current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}

import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import classes from './list-table.module.css';

/* As in list-table.module.css. */
const rowPx = 38;
const phone = '(max-width: 37.5em)';
/** A card's height depends on its lines: it is measured, and this is how high it is until then. */
const cardPx = 172;
/** Rows above and below what is in sight. */
const overscan = 12;

interface VirtualBodyProps {
  /** How many rows there are. */
  readonly count: number;
  readonly idAt: (index: number) => string;
  readonly draw: (index: number, measured?: (element: HTMLElement | null) => void) => ReactNode;
  /** How many cells a row has. */
  readonly columns: number;
}

/** The part of a long list that is in sight; two empty rows are as high as all the others. */
export default function VirtualBody({ count, idAt, draw, columns }: VirtualBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  const topPx = useTop(body);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => (isPhone ? cardPx : rowPx),
    overscan,
    scrollMargin: topPx,
    getItemKey: idAt,
  });
  const items = virtualizer.getVirtualItems();
  const abovePx = (items[0]?.start ?? topPx) - topPx;
  const belowPx = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? topPx) - topPx);
  return (
    <tbody role="rowgroup" ref={body}>
      <Gap heightPx={abovePx} columns={columns} />
      {items.map(({ index }) => draw(index, isPhone ? virtualizer.measureElement : undefined))}
      <Gap heightPx={belowPx} columns={columns} />
    </tbody>
  );
}

function Gap({ heightPx, columns }: { readonly heightPx: number; readonly columns: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden className={classes['gap']}>
      <td colSpan={columns} style={{ height: heightPx }} />
    </tr>
  );
}

/** How far from the top of the page the rows begin. What is above them may grow. */
function useTop(body: RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (body.current !== null) setTopPx(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  return topPx;
}

/** The bar at the top of a phone, and space around a menu. */
const barPx = 56;
const gapPx = 4;
const mostPx = 300;

/** What styles place a menu at a line, in px of the window. */
export interface MenuPlace {
  readonly top?: number;
  readonly bottom?: number;
  readonly maxHeight: number;
}

/**
 * Below the line; above it where there is more room. It ends where what is seen of the window does, as above the
 * keyboard of a phone, and leaves the bar at the top.
 */
export function menuPlace(
  line: { readonly top: number; readonly bottom: number },
  { heightPx, seenPx }: { readonly heightPx: number; readonly seenPx: number },
): MenuPlace {
  const below = seenPx - line.bottom - 2 * gapPx;
  const above = line.top - barPx - 2 * gapPx;
  if (below >= mostPx || below >= above) return { top: line.bottom + gapPx, maxHeight: Math.min(mostPx, below) };
  return { bottom: heightPx - line.top + gapPx, maxHeight: Math.min(mostPx, above) };
}

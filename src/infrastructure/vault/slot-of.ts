/** The row of a kid, and the place of its key there. */
export function slotOf(kid: string): { row: string; index: number } {
  const dot = kid.lastIndexOf('.');
  return { row: kid.slice(0, dot), index: Number(kid.slice(dot + 1)) };
}

/** The shortest time between two lines about the same trouble. */
const everyMs = 1_000;

/** Writes at once, and then once a second at most: the next line says how many were left out before it. */
export function onceASecond<Fields extends object>(
  write: (fields: Fields & { readonly leftOut?: number }) => void,
  now: () => number = () => performance.now(),
): (fields: Fields) => void {
  let writtenMs = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (fields) => {
    const nowMs = now();
    if (nowMs - writtenMs < everyMs) {
      leftOut += 1;
      return;
    }
    writtenMs = nowMs;
    write(leftOut === 0 ? fields : { ...fields, leftOut });
    leftOut = 0;
  };
}

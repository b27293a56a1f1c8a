/**
 * Fisher's exact test, one-sided: how likely chance alone gives the first so many or more, where both have the same
 * share. Exact for small counts too, where a normal approximation is not.
 */
export function greaterShareByChance(
  first: { readonly count: number; readonly of: number },
  second: { readonly count: number; readonly of: number },
): number {
  const counted = first.count + second.count;
  const all = first.of + second.of;
  const most = Math.min(counted, first.of);
  const logAll = logChoose(all, counted);
  let sum = 0;
  for (let count = first.count; count <= most; count += 1) {
    const term = Math.exp(logChoose(first.of, count) + logChoose(second.of, counted - count) - logAll);
    sum += term;
    // Beyond the middle each term is smaller than the one before it: what follows adds nothing that counts.
    if (count > (counted * first.of) / all && term < sum * 1e-12) break;
  }
  return Math.min(1, sum);
}

function logChoose(from: number, count: number): number {
  if (count < 0 || count > from) return Number.NEGATIVE_INFINITY;
  return logFactorial(from) - logFactorial(count) - logFactorial(from - count);
}

const exact = 20;

/** Stirling's series; its error is below 1e-12 from here on. */
function logFactorial(value: number): number {
  if (value <= exact) {
    let product = 1;
    for (let factor = 2; factor <= value; factor += 1) product *= factor;
    return Math.log(product);
  }
  const inverse = 1 / value;
  const series = inverse / 12 - inverse ** 3 / 360 + inverse ** 5 / 1260 - inverse ** 7 / 1680;
  return value * Math.log(value) - value + Math.log(2 * Math.PI * value) / 2 + series;
}

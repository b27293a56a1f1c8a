import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** A third of the whole source, which is sent to the browser for each document. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every finding of the rules of WCAG 2.2 A and AA and of good practice, or of `rules` alone, but for minor ones. */
export async function findingsOn(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // A colour on its way from one scheme to the other is no colour of the page; what turns without end is not waited
  // for.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime < 10_000)
    .map((animation) => animation.finished.catch(() => undefined)))`);
  // Evaluated and not loaded: the page's policy allows no script but its own.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(source);
  // The types of what a string evaluates to are for us to say.
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], selectors: false, ...(rules === undefined ? {} : { runOnly: rules }) })})`,
  );
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`);
}

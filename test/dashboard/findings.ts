import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** A third of the whole source, which is sent to the browser for each document. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that a first look left out: one is an experiment of axe, the other is minor. */
const alsoJudged = ['label-content-name-mismatch', 'empty-table-header'];

/**
 * Every finding of the rules of WCAG 2.2 A and AA and of good practice, or of `rules` alone. Minor ones are left out,
 * but for those above.
 */
export async function findingsOn(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // A colour on its way from one scheme to the other is no colour of the page; what turns without end is not waited
  // for.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime < 10_000)
    .map((animation) => animation.finished.catch(() => undefined)))`);
  // Evaluated and not loaded: the page's policy allows no script but its own.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(source);
  const judged =
    rules === undefined
      ? { rules: Object.fromEntries(alsoJudged.map((rule) => [rule, { enabled: true }])) }
      : { runOnly: rules };
  // The types of what a string evaluates to are for us to say.
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], selectors: false, ...judged })})`,
  );
  return violations
    .filter(({ impact, id }) => impact !== 'minor' || alsoJudged.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`);
}

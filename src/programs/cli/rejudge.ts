import { closeSync, openSync, writeSync } from 'node:fs';
import { isbot } from 'isbot';
import { type ComparedHit, type Comparison, mostHits, rejudge } from '../../application/tracking/rejudge.js';
import { hitRules, type RulesVersion, rulesVersions } from '../../domain/tracking/judge-hit.js';
import type { Config } from '../../infrastructure/config/config.js';
import { parseInstant } from '../../infrastructure/config/fields/parse.js';
import { trackingSealer } from '../../infrastructure/crypto/tracking-sealer.js';
import { withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { tableOf } from './shared/table.js';

export interface RejudgeOptions {
  readonly rules?: string;
  readonly since?: string;
  readonly out?: string;
}

/** Hits that are judged otherwise. */
const examplesShown = 5;

/** `metrics rejudge`: compares, and changes nothing. */
export async function rejudgeHits(config: Config, options: RejudgeOptions): Promise<Outcome> {
  const rules = rulesOf(options.rules);
  const sinceMs = options.since === undefined ? 0 : momentOf(options.since);
  return withExisting(config, async ({ ports }) => {
    const examples: ComparedHit[] = [];
    const file = options.out === undefined ? undefined : hitFile(options.out);
    try {
      const compared = await rejudge({ ...ports, trackingSealer, isBot: isbot }, { rules, sinceMs }, (hit) => {
        file?.add(hit);
        if (hit.was.judged !== hit.is.judged && examples.length < examplesShown) examples.push(hit);
      });
      if (compared === undefined) {
        throw new Declined(`There are more than ${mostHits} hits. Give a later time with --since.`);
      }
      return { result: { ...compared, examples }, text: textOf(compared, examples) };
    } finally {
      file?.close();
    }
  });
}

function rulesOf(given: string | undefined): RulesVersion {
  if (given === undefined) return hitRules;
  const found = rulesVersions.find((version) => String(version) === given);
  if (found !== undefined) return found;
  throw new Misused(`--rules takes a version of the rules: ${rulesVersions.join(' or ')}.`);
}

function momentOf(text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw new Misused('--since takes a time as ISO 8601 writes it, with a zone.');
  return Date.parse(instant);
}

function textOf({ rules, counts, unknown }: Comparison, examples: readonly ComparedHit[]): string {
  if (counts.length === 0 && unknown === 0) return 'There are no hits in the log.';
  const total = counts.reduce((sum, { hits }) => sum + hits, 0);
  const changed = counts.reduce((sum, { was, is, hits }) => sum + (was === is ? 0 : hits), 0);
  return [
    `${total} hits compared with version ${rules} of the rules; ${changed} would be judged otherwise. Nothing was changed.`,
    ...(unknown === 0
      ? []
      : [`${unknown} hits left out: their email is erased or gone, or has more hits than are recorded.`]),
    '',
    tableOf(
      ['Judged', `Version ${rules} says`, 'Hits'],
      counts.map(({ was, is, hits }) => [was, is, String(hits)]),
    ),
    ...(examples.length === 0 ? [] : ['', exampleTable(examples)]),
  ].join('\n');
}

function exampleTable(examples: readonly ComparedHit[]): string {
  return tableOf(
    ['Email', 'Hit', 'What', 'Judged', 'Instead'],
    examples.map(({ emailId, hitId, link, was, is }) => [
      emailId,
      hitId,
      link === null ? 'open' : `link ${link + 1}`,
      `${was.judged} (${was.sign})`,
      `${is.judged} (${is.sign})`,
    ]),
  );
}

const columns = 'team,email,hit,at,recipient,link,was,was_sign,was_rules,is,is_sign\n';

/** Only for this user of the system; what is there already stays. */
function hitFile(path: string): { add(hit: ComparedHit): void; close(): void } {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, columns);
    return {
      // Ids, numbers and codes: nothing of them needs quotes.
      add: ({ teamId, emailId, hitId, at, recipient, link, was, is }) =>
        void writeSync(
          file,
          `${[teamId, emailId, hitId, at, recipient ?? '', link ?? '', was.judged, was.sign, was.rules, is.judged, is.sign].join()}\n`,
        ),
      close: () => closeSync(file),
    };
  } catch (error) {
    throw new Declined(`${path} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Settings } from '../../infrastructure/config/load.js';
import type { ServerOptions } from './api/server-options.js';
import { withServer } from './api/with-server.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { isKind, type Kind } from './suppressions/export-formats.js';
import { type ReadExport, readExport } from './suppressions/read-export.js';
import { type Refused, sendEntries } from './suppressions/send-entries.js';

export interface ImportOptions extends ServerOptions {
  readonly as?: string;
  readonly dryRun?: boolean;
}

const maxShown = 20;

/** `suppressions import`: the suppression lists of another service, from its exports. */
export async function importSuppressions(
  settings: Settings,
  files: readonly string[],
  options: ImportOptions,
  now: () => number = Date.now,
): Promise<Outcome> {
  const as = kindIn(options.as);
  const read = (): readonly ReadFile[] =>
    files.map((file) => ({ file, ...readExport(basename(file), contentOf(file), { as, nowMs: now() }) }));
  if (options.dryRun === true) return outcomeOf(read(), [], true);
  return withServer(settings, options, async (api) => {
    const found = read();
    const refused = await sendEntries(
      api,
      found.flatMap(({ entries }) => entries),
    );
    return outcomeOf(found, refused, false);
  });
}

function kindIn(text: string | undefined): Kind | undefined {
  if (text === undefined || (isKind(text) && text !== 'block')) return text;
  throw new Misused(`--as must be bounce, complaint, unsubscribe or manual, and not ${text}.`);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Declined(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

type ReadFile = ReadExport & { readonly file: string };

function outcomeOf(read: readonly ReadFile[], refused: readonly Refused[], isDryRun: boolean): Outcome {
  const refusedAddresses = new Set(refused.map(({ address }) => address));
  const entries = read.flatMap((each) => each.entries).filter(({ address }) => !refusedAddresses.has(address));
  const kinds = ['complaint', 'bounce', 'manual', 'unsubscribe'] as const;
  const counts = Object.fromEntries(kinds.map((kind) => [kind, entries.filter((each) => each.kind === kind).length]));
  const unread = read.flatMap(({ file, unread: each }) => each.map((one) => ({ file, ...one })));
  const cutOff = read.filter(({ isCutOff }) => isCutOff).map(({ file }) => file);
  const problems = [
    ...unread.map(({ file, entry, why }) => `  ${file}, entry ${entry} ${why}`),
    ...refused.map(({ address, why }) => `  ${address}: ${why}`),
  ];
  const text = [
    ...read.map(
      ({ file, service, entries: { length } }) =>
        `${file}: ${service}, ${length} ${length === 1 ? 'address' : 'addresses'}`,
    ),
    `${isDryRun ? 'Would suppress' : 'Suppressed'} ${entries.length}: ${kinds.map((kind) => `${counts[kind]} ${kind}`).join(', ')}.`,
    ...(problems.length === 0 ? [] : [`Not imported: ${problems.length}`, ...problems.slice(0, maxShown)]),
    ...(problems.length > maxShown ? [`  and ${problems.length - maxShown} more; --json has all`] : []),
    ...cutOff.map((file) => `${file} is not the whole list: the service has more pages. Export and import them too.`),
  ].join('\n');
  const negative = refused.length > 0 || cutOff.length > 0 || unread.some(({ why }) => why.includes('unknown'));
  return { result: { dry_run: isDryRun, counts, not_imported: unread, refused, cut_off: cutOff }, text, negative };
}

import { effectiveSettings } from '../../infrastructure/config/effective.js';
import { readGiven } from '../../infrastructure/config/given.js';
import { configOf, type Settings } from '../../infrastructure/config/load.js';
import type { Outcome } from './shared/outcome.js';
import { tableOf } from './shared/table.js';

/** `config [--all]`: what this process would run with, and where each value is from. Secrets are not shown. */
export async function showConfig(settings: Settings, { all }: { readonly all?: boolean }): Promise<Outcome> {
  configOf(settings);
  const every = effectiveSettings({ ...readGiven(), settings });
  const shown = all === true ? every : every.filter(({ source }) => source !== 'default');
  const hidden = every.length - shown.length;
  const rows = shown.map(({ name, value, source }) => [name, value ?? '-', source]);
  const table =
    rows.length === 0 ? 'Nothing is set: every setting has its default.' : tableOf(['name', 'value', 'source'], rows);
  const rest = hidden === 0 ? '' : `\n${hidden} settings have their default: posthorn config --all`;
  return { result: { settings: shown }, text: `${table}${rest}` };
}

import { closeSync, openSync, writeSync } from 'node:fs';
import { csvWriter } from '../../infrastructure/csv/csv-writer.js';
import type { Settings } from '../../infrastructure/config/load.js';
import type { ServerOptions } from './api/server-options.js';
import { withServer } from './api/with-server.js';
import { pagesOf, type Row } from './operations/pages.js';
import { type Given, queryOf } from './operations/request.js';
import type { ListCommand } from './operations/resource-command.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';

export type LogsExportOptions = ServerOptions & Given & { readonly out?: string; readonly format?: string };

/** `logs export`: every request that the filters leave, the newest first, as lines of JSON or as CSV. */
export function exportLogs(settings: Settings, list: ListCommand, options: LogsExportOptions): Promise<Outcome> {
  const { out: file, format = 'ndjson' } = options;
  if (file === undefined) throw new Misused('Name the file to write with --out, for example --out requests.ndjson.');
  if (format !== 'ndjson' && format !== 'csv') throw new Misused('--format must be ndjson or csv.');
  const { filters = [], columns, path } = list;
  const linesOf = (rows: readonly Row[]): string =>
    format === 'csv'
      ? csvWriter.lines(rows.map((row) => cellsOf(row, columns)))
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return withServer(settings, options, async (api) => {
    const handle = opened(file);
    let requests = 0;
    try {
      if (format === 'csv') writeSync(handle, csvWriter.lines([columns]));
      for await (const { data } of pagesOf(api, path, queryOf(filters, options))) {
        writeSync(handle, linesOf(data));
        requests += data.length;
      }
    } finally {
      closeSync(handle);
    }
    return { result: { file, format, requests }, text: `Written to ${file}: requests ${requests}.` };
  });
}

/** For this user alone; what is there already stays. */
function opened(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new Declined(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function cellsOf(row: Row, columns: readonly string[]): readonly string[] {
  return columns.map((column) => String(row[column] ?? ''));
}

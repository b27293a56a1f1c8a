import type { KnownProperty } from '../../../../src/application/import/columns.js';
import { FileHead } from '../../../../src/application/import/file-head.js';
import { planFile, type ReadingSettings } from '../../../../src/application/import/plan-import.js';
import { readContactRow, type RowRead } from '../../../../src/application/import/read-row.js';
import { readBareAddress } from '../../../../src/infrastructure/addresses/mailbox.js';

const asItLooks: ReadingSettings = {
  columnMap: undefined,
  encoding: undefined,
  standing: undefined,
  ignoredColumns: [],
};

interface ReadOptions {
  readonly settings?: Partial<ReadingSettings>;
  readonly fileName?: string;
  readonly properties?: readonly KnownProperty[];
  readonly topics?: readonly { readonly id: string; readonly name: string }[];
}

/** What an import makes of a file, without a team's data. */
export function readFile(content: string | Buffer, options: ReadOptions = {}) {
  const { settings = {}, fileName = null, properties = [], topics = [] } = options;
  const head = new FileHead();
  head.add(Buffer.from(content));
  const plan = planFile(head, { settings: { ...asItLooks, ...settings }, fileName }, { properties, topics });
  if ('refused' in plan) return { refused: plan.refused, rows: [], plan: undefined };
  const { layout, standing, samples, found, question } = plan;
  if ('refused' in found) return { refused: found.refused, rows: [], plan };
  const rules = { columns: found.columns, encoding: layout.encoding, width: layout.width, standing };
  const rows = samples.map((row): RowRead | { readonly reason: string } => readContactRow(row, rules, readBareAddress));
  return { refused: question?.refused, rows, plan };
}

/** Who stands where: a line for each row. */
export function standingsIn(content: string | Buffer, options?: ReadOptions): readonly string[] {
  const { refused, rows, plan } = readFile(content, options);
  if (refused !== undefined) {
    const question = plan?.question;
    return [question !== undefined && 'columns' in question ? `asks: ${question.columns.join(', ')}` : refused];
  }
  return rows.map((row) =>
    'reason' in row ? `fails: ${row.reason}` : `${row.fields.email.split('@')[0]}: ${row.standing ?? 'says nothing'}`,
  );
}

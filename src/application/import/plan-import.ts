import type { Standing } from '../../domain/import/consent-columns.js';
import type { Encoding } from '../../domain/import/encodings.js';
import type { AudiencePorts } from '../contact/audience.js';
import { teamProperties } from '../contact-property/contact-properties.js';
import { teamTopics } from '../topic/topics.js';
import { type ColumnMap, type ColumnRefusal, findColumns, type FoundColumns, type SampledFile } from './columns.js';
import type { CsvRow } from './csv-rows.js';
import type { FileHead, FileLayout, LayoutProblem } from './file-head.js';
import { standingInFileName } from './file-name.js';
import { standingInHeader, suggestedMap, type TeamNames, unansweredIn } from './recognize.js';
import { serviceOf } from './services.js';

/** What a request says of how its file is to be read. */
export interface ReadingSettings {
  /** Where it is undefined, the names in the header say it. */
  readonly columnMap: ColumnMap | undefined;
  /** Where it is undefined, the file shows it. */
  readonly encoding: Encoding | undefined;
  /** What all people of the file are at most; undefined: as the names of the file and its columns say. */
  readonly standing: Standing | undefined;
  /** Columns that say who agreed, and are not to be read. */
  readonly ignoredColumns: readonly string[];
}

/** A file as it is going to be read. */
export interface FilePlan {
  readonly layout: FileLayout;
  readonly isEncodingSeen: boolean;
  /** Its first rows. */
  readonly samples: readonly CsvRow[];
  /** The service that it was exported from. */
  readonly service: { readonly id: string; readonly name: string } | undefined;
  readonly columnMap: ColumnMap;
  readonly standing: Standing | undefined;
  readonly found: FoundColumns | ColumnRefusal;
  /** What has to be answered before it starts; undefined: nothing. */
  readonly question: Question | undefined;
}

export type Question =
  | { readonly refused: 'unanswered-columns'; readonly columns: readonly string[] }
  | { readonly refused: 'unanswered-file-name'; readonly standing: Standing };

const sampledRows = 200;

interface PlannedForm {
  readonly settings: ReadingSettings;
  readonly fileName: string | null;
}

/**
 * How the file is read, by what it is, what the request says and what the team has. Preview and import ask the same.
 */
export async function planImport(
  ports: AudiencePorts,
  teamId: string,
  head: FileHead,
  form: PlannedForm,
): Promise<FilePlan | LayoutProblem> {
  const [properties, topics] = await Promise.all([teamProperties(ports, teamId), teamTopics(ports, teamId)]);
  return planFile(head, form, { properties, topics });
}

export function planFile(
  head: FileHead,
  { settings, fileName }: PlannedForm,
  team: TeamNames,
): FilePlan | LayoutProblem {
  const { encoding, ignoredColumns } = settings;
  const read = head.layout({ encoding, email: settings.columnMap?.email });
  if ('refused' in read) return read;
  const { layout, isEncodingSeen } = read;
  const samples = head.rows(layout, sampledRows);
  const { header, separator } = layout;
  const file: SampledFile = {
    header,
    separator,
    rows: samples.filter((row) => isWhole(row, layout.width)).map(({ cells }) => cells),
  };
  const columnMap = settings.columnMap ?? suggestedMap(file, team, ignoredColumns);
  const named = standingInFileName(fileName);
  const standing = settings.standing ?? standingInHeader(file) ?? (named?.isSure === true ? named.standing : undefined);
  const columns = unansweredIn(file, columnMap, ignoredColumns);
  return {
    ...{ layout, isEncodingSeen, samples, columnMap, standing },
    service: serviceOf(header),
    found: findColumns(file, columnMap, team.properties),
    question: questionOf(columns, standing, named),
  };
}

/** What stands in a row that was cut at the wrong places says nothing of its columns. */
const isWhole = ({ cells, isCutOff, dropped, isUndecodable }: CsvRow, width: number): boolean =>
  !isCutOff && isUndecodable !== true && dropped === 0 && cells.slice(width).every((cell) => cell.trim() === '');

function questionOf(
  columns: readonly string[],
  standing: Standing | undefined,
  named: ReturnType<typeof standingInFileName>,
): Question | undefined {
  // All of them have left: no column can say less.
  if (standing !== undefined && standing !== 'subscribed') return undefined;
  if (columns.length > 0) return { refused: 'unanswered-columns', columns };
  return named === undefined || standing !== undefined
    ? undefined
    : { refused: 'unanswered-file-name', standing: named.standing };
}

import type { List } from '../../api/documents';
import type { Answers, Requests } from '../../api/generated';

/** A file that was asked for. */
export type Export = Answers['GET /dashboard-api/exports/{id}'];
export type ExportList = List<Export>;
export type NewExport = Requests['POST /dashboard-api/exports'];

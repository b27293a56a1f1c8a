import type { List } from '../../api/documents';
import type { Answer, Body } from '../../api/operations';

/** A file that was asked for. */
export type Export = Answer<'GET /dashboard-api/exports/{id}'>;
export type ExportList = List<Export>;
export type NewExport = Body<'POST /dashboard-api/exports'>;

import { call } from '../../../api/client';
import type { ImportPreview } from '../documents';
import { columnMapOf, type ColumnChoice, ignoredIn } from './columns';

export interface ImportOptions {
  readonly onConflict: 'upsert' | 'skip';
  /** What all people of the file are; empty: what its rows say. */
  readonly status: NonNullable<ImportPreview['status']> | '';
  /** What the file is written in; empty: as the server finds it in all of the file. */
  readonly encoding: ImportPreview['encoding'] | '';
  readonly segments: string[];
  /** Topics to subscribe to, and to unsubscribe from. */
  readonly yes: string[];
  readonly no: string[];
  /** `2026-01-31`, or empty: the file is of today. */
  readonly fileAt: string;
}

export const usualOptions: ImportOptions = {
  onConflict: 'upsert',
  status: '',
  encoding: '',
  segments: [],
  yes: [],
  no: [],
  fileAt: '',
};

/** What is uploaded beside the file. */
export interface ImportPlan {
  readonly header: readonly string[];
  readonly columns: readonly ColumnChoice[];
  readonly options: ImportOptions;
}

/** The server looks at 256 KiB of it; an upload of all would double the wait for a large file. */
const previewedBytes = 512 * 1024;
const lineFeed = 10;

/** What would become of the first rows; without a plan, what the file is. */
export async function previewOf(
  file: File,
  plan?: ImportPlan | { readonly encoding: ImportPreview['encoding'] },
  signal?: AbortSignal,
): Promise<ImportPreview> {
  const form = formOf(await beginningOf(file), file.name, plan);
  return call('POST /contacts/imports/preview', { form, ...(signal === undefined ? {} : { signal }) });
}

export const startImport = (file: File, plan: ImportPlan) =>
  call('POST /contacts/imports', { form: formOf(file, file.name, plan) });

/** It ends with a line, so that no character is cut in two. */
async function beginningOf(file: File): Promise<Blob> {
  if (file.size <= previewedBytes) return file;
  const bytes = new Uint8Array(await file.slice(0, previewedBytes).arrayBuffer());
  const end = bytes.lastIndexOf(lineFeed);
  return file.slice(0, end === -1 ? previewedBytes : end + 1);
}

function formOf(
  content: Blob,
  name: string,
  plan: ImportPlan | { readonly encoding: ImportPreview['encoding'] } | undefined,
): FormData {
  const form = new FormData();
  if (plan !== undefined && 'encoding' in plan) form.set('encoding', plan.encoding);
  else if (plan !== undefined) {
    const { header, columns, options } = plan;
    const { onConflict, status, encoding, segments, yes, no, fileAt } = options;
    const ignored = ignoredIn(header, columns);
    const topics = [
      ...yes.map((id) => ({ id, subscription: 'opt_in' })),
      ...no.map((id) => ({ id, subscription: 'opt_out' })),
    ];
    form.set('column_map', JSON.stringify(columnMapOf(header, columns)));
    form.set('on_conflict', onConflict);
    if (status !== '') form.set('status', status);
    if (encoding !== '') form.set('encoding', encoding);
    if (ignored.length > 0) form.set('ignore_columns', JSON.stringify(ignored));
    if (segments.length > 0) form.set('segments', JSON.stringify(segments.map((id) => ({ id }))));
    if (topics.length > 0) form.set('topics', JSON.stringify(topics));
    if (fileAt !== '') form.set('file_at', fileAt);
  }
  form.set('file', content, name);
  return form;
}

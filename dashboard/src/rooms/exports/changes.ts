import { addressOf, call } from '../../api/client';
import type { Export, NewExport } from './documents';

export const requestExport = (body: NewExport) => call('POST /dashboard-api/exports', { body });

export const deleteExport = (id: string, keepalive: boolean) =>
  call('DELETE /dashboard-api/exports/{id}', { path: { id }, keepalive });

/** The browser asks for it itself: it goes to the disk as it comes. */
export const fileOf = ({ id }: Pick<Export, 'id'>): string =>
  addressOf('GET /dashboard-api/exports/{id}/file', { path: { id } });

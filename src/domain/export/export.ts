import { type Decider, type Decision, unreachable } from '../shared/decider.js';
import type {
  ExportEvent,
  ExportExpired,
  ExportFailed,
  ExportFile,
  ExportFinished,
  ExportRequested,
} from './events.js';

export type ExportCommand =
  | { readonly type: 'RequestExport'; readonly request: ExportRequested['data'] }
  | { readonly type: 'FinishExport'; readonly result: ExportFinished['data'] }
  | { readonly type: 'FailExport'; readonly reason: ExportFailed['data']['reason'] }
  | { readonly type: 'ExpireExport'; readonly reason: ExportExpired['data']['reason'] };

export interface ExportState {
  readonly status: 'none' | 'running' | 'finished' | 'failed' | 'expired';
  readonly request: ExportRequested['data'] | null;
  readonly file: ExportFile | null;
}

/** A file that is made once, kept for a while, and destroyed. What comes too late changes nothing. */
export const dataExport: Decider<ExportCommand, ExportState, ExportEvent, never> = {
  initial: { status: 'none', request: null, file: null },
  decide,
  evolve,
};

function decide(command: ExportCommand, { status }: ExportState): Decision<ExportEvent, never> {
  switch (command.type) {
    case 'RequestExport':
      return status === 'none' ? [{ type: 'ExportRequested', data: command.request }] : [];
    case 'FinishExport':
      return status === 'running' ? [{ type: 'ExportFinished', data: command.result }] : [];
    case 'FailExport':
      return status === 'running' ? [{ type: 'ExportFailed', data: { reason: command.reason } }] : [];
    case 'ExpireExport':
      return status === 'running' || status === 'finished' || (status === 'failed' && command.reason === 'deleted')
        ? [{ type: 'ExportExpired', data: { reason: command.reason } }]
        : [];
    default:
      return unreachable(command);
  }
}

function evolve(state: ExportState, event: ExportEvent): ExportState {
  switch (event.type) {
    case 'ExportRequested':
      return { status: 'running', request: event.data, file: null };
    case 'ExportFinished':
      return { ...state, status: 'finished', file: event.data.file };
    case 'ExportFailed':
      return { ...state, status: 'failed' };
    case 'ExportExpired':
      return { ...state, status: 'expired' };
    default:
      return unreachable(event);
  }
}

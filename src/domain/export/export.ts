import { type Decider, type Decision, unreachable } from '../shared/decider.js';
import { mayTry, oneMoreTry, type Tries } from '../shared/tries.js';
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
  | { readonly type: 'BeginExport' }
  | { readonly type: 'LeaveExport' }
  | { readonly type: 'FinishExport'; readonly result: ExportFinished['data'] }
  | { readonly type: 'FailExport'; readonly reason: ExportFailed['data']['reason'] }
  | { readonly type: 'ExpireExport'; readonly reason: ExportExpired['data']['reason'] };

export interface ExportState {
  readonly status: 'none' | 'running' | 'finished' | 'failed' | 'expired';
  readonly request: ExportRequested['data'] | null;
  readonly file: ExportFile | null;
  /** Absent where no process is in the middle of it, or ended there. */
  readonly tries?: Tries | undefined;
}

/** A file is made in one piece. */
const place = 'file';

/** A file that is made once, kept for a while, and destroyed. What comes too late changes nothing. */
export const dataExport: Decider<ExportCommand, ExportState, ExportEvent, never> = {
  initial: { status: 'none', request: null, file: null },
  decide,
  evolve,
};

function decide(command: ExportCommand, { status, tries }: ExportState): Decision<ExportEvent, never> {
  switch (command.type) {
    case 'RequestExport':
      return status === 'none' ? [{ type: 'ExportRequested', data: command.request }] : [];
    case 'BeginExport':
      if (status !== 'running') return [];
      return mayTry(tries, place)
        ? [{ type: 'ExportBegun', data: {} }]
        : [{ type: 'ExportFailed', data: { reason: 'ended-the-process' } }];
    case 'LeaveExport':
      return status === 'running' && tries !== undefined ? [{ type: 'ExportLeft', data: {} }] : [];
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
    case 'ExportBegun':
      return { ...state, tries: oneMoreTry(state.tries, place) };
    case 'ExportLeft':
      return { ...state, tries: undefined };
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

import { Command } from '@nestjs/cqrs';
import type { ScheduleRefusal } from '../../domain/email/commands.js';
import type { RequestContext, Unavailable } from '../shared/context.js';
import type { SendWindowRefusal } from './send-window.js';

/** PATCH /emails/{id}: another time for a mail of which nothing was tried yet. */
export class RescheduleEmailCommand extends Command<ChangeScheduleResult> {
  constructor(
    readonly context: RequestContext,
    readonly emailId: string,
    /** ISO 8601, UTC, milliseconds. */
    readonly scheduledAt: string,
  ) {
    super();
  }
}

/** POST /emails/{id}/cancel. A mail that is canceled already answers as the first time. */
export class CancelEmailCommand extends Command<ChangeScheduleResult> {
  constructor(
    readonly context: RequestContext,
    readonly emailId: string,
  ) {
    super();
  }
}

export type ChangeScheduleResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: ScheduleRefusal }
  | SendWindowRefusal
  | Unavailable;

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { acceptBatch, acceptEmail, type AcceptEmailsDependencies } from './accept-emails.js';
import {
  AcceptBatchCommand,
  type AcceptBatchResult,
  AcceptEmailCommand,
  type AcceptEmailResult,
} from './accept-emails.command.js';

@CommandHandler(AcceptEmailCommand)
export class AcceptEmailHandler implements ICommandHandler<AcceptEmailCommand> {
  constructor(private readonly dependencies: AcceptEmailsDependencies) {}

  execute(command: AcceptEmailCommand): Promise<AcceptEmailResult> {
    return acceptEmail(this.dependencies, command);
  }
}

@CommandHandler(AcceptBatchCommand)
export class AcceptBatchHandler implements ICommandHandler<AcceptBatchCommand> {
  constructor(private readonly dependencies: AcceptEmailsDependencies) {}

  execute(command: AcceptBatchCommand): Promise<AcceptBatchResult> {
    return acceptBatch(this.dependencies, command);
  }
}

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { cancelEmail, rescheduleEmail, type ScheduleDependencies } from './schedule-email.js';
import { CancelEmailCommand, type ChangeScheduleResult, RescheduleEmailCommand } from './schedule.messages.js';

@CommandHandler(RescheduleEmailCommand)
export class RescheduleEmailHandler implements ICommandHandler<RescheduleEmailCommand> {
  constructor(private readonly dependencies: ScheduleDependencies) {}

  execute(command: RescheduleEmailCommand): Promise<ChangeScheduleResult> {
    return rescheduleEmail(this.dependencies, command);
  }
}

@CommandHandler(CancelEmailCommand)
export class CancelEmailHandler implements ICommandHandler<CancelEmailCommand> {
  constructor(private readonly dependencies: ScheduleDependencies) {}

  execute(command: CancelEmailCommand): Promise<ChangeScheduleResult> {
    return cancelEmail(this.dependencies, command);
  }
}

import { CommandHandler, type ICommandHandler, type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import {
  AddSuppressionsCommand,
  type AddSuppressionsResult,
  GetSuppressionQuery,
  type GetSuppressionResult,
  ListSuppressionsQuery,
  type ListSuppressionsResult,
  RemoveSuppressionsCommand,
  type RemoveSuppressionsResult,
} from './suppression.messages.js';
import type { Suppressions } from './suppressions.js';

@CommandHandler(AddSuppressionsCommand)
export class AddSuppressionsHandler implements ICommandHandler<AddSuppressionsCommand> {
  constructor(private readonly suppressions: Suppressions) {}

  execute(command: AddSuppressionsCommand): Promise<AddSuppressionsResult> {
    return this.suppressions.add(command);
  }
}

@CommandHandler(RemoveSuppressionsCommand)
export class RemoveSuppressionsHandler implements ICommandHandler<RemoveSuppressionsCommand> {
  constructor(private readonly suppressions: Suppressions) {}

  execute(command: RemoveSuppressionsCommand): Promise<RemoveSuppressionsResult> {
    return this.suppressions.remove(command);
  }
}

@QueryHandler(ListSuppressionsQuery)
export class ListSuppressionsHandler implements IQueryHandler<ListSuppressionsQuery> {
  constructor(private readonly suppressions: Suppressions) {}

  execute(query: ListSuppressionsQuery): Promise<ListSuppressionsResult> {
    return this.suppressions.list(query);
  }
}

@QueryHandler(GetSuppressionQuery)
export class GetSuppressionHandler implements IQueryHandler<GetSuppressionQuery> {
  constructor(private readonly suppressions: Suppressions) {}

  execute(query: GetSuppressionQuery): Promise<GetSuppressionResult> {
    return this.suppressions.get(query);
  }
}

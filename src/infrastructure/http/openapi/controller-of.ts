import { Controller, Inject, Req, Res, type Type } from '@nestjs/common';
import { Command, CommandBus, type Query, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyRefusal, RefusalError } from '../edge/errors/refusals.js';
import { HTML_CONTENTS, type HtmlContents } from '../edge/html-content.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { operationId } from './document.js';
import { Answers, type Operation, OPERATIONS } from './operation.js';
import type { AnyServed, Host } from './served.js';

/**
 * The class that Nest is given for these operations: a method for each, which reads, asks the bus and presents as the
 * operation says.
 */
export function controllerOf(
  operations: readonly AnyServed[],
  missing: Host['missing'],
  errorOf: RefusalError<AnyRefusal>,
): Type<object> {
  class OperationsController {
    constructor(
      private readonly commands: CommandBus,
      private readonly queries: QueryBus,
      private readonly options: HttpOptions,
      private readonly documented: readonly Operation[],
      private readonly contents: HtmlContents,
    ) {}

    answer(operation: AnyServed, request: FastifyRequest, reply: FastifyReply) {
      const { options, documented } = this;
      const execute = <Result>(message: Command<Result> | Query<Result>) =>
        message instanceof Command ? this.commands.execute(message) : this.queries.execute(message);
      const contentOf: Host['contentOf'] = (teamId) => this.contents.of(teamId);
      return operation.serve(request, reply, { missing, options, documented, errorOf, execute, contentOf });
    }
  }
  Controller()(OperationsController);
  const tokens = [CommandBus, QueryBus, HTTP_OPTIONS, OPERATIONS, HTML_CONTENTS];
  for (const [index, token] of tokens.entries()) {
    Inject(token)(OperationsController, undefined, index);
  }
  const { prototype } = OperationsController;
  for (const operation of operations) {
    const name = operationId(operation);
    const method = {
      value(this: OperationsController, request: FastifyRequest, reply: FastifyReply) {
        return this.answer(operation, request, reply);
      },
    };
    Object.defineProperty(prototype, name, method);
    Req()(prototype, name, 0);
    Res({ passthrough: true })(prototype, name, 1);
    Answers(operation)(prototype, name, method);
  }
  return OperationsController;
}

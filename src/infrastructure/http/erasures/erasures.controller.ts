import { Body, Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetErasure, ListErasures } from '../../../application/erasure/read-erasures.js';
import { RequestErasure, type RequestErasureResult } from '../../../application/erasure/request-erasure.js';
import { unreachable } from '../../../domain/shared/decider.js';
import { callerOf, personOf } from '../edge/access.js';
import { ApiError, invalid, notFound } from '../edge/errors/api-error.js';
import { refusalError } from '../edge/errors/refusals.js';
import { readBody, readOrError } from '../edge/field.js';
import { defaultLimit, listOf, pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { presentErasure, presentErasureRow } from './erasures.answers.js';
import * as operations from './erasures.operations.js';

@Controller()
export class ErasuresController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Answers(operations.requestErasure)
  async request(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readOrError(readBody(operations.RequestErasureBody, raw, 'The request body'));
    const command = RequestErasure({ by: personOf(request), email: body.email, confirmation: body.confirmation });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusedErasure(result);
    return { object: 'erasure', id: result.id } as const;
  }

  @Answers(operations.listErasures)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const found = await this.queries.execute(ListErasures({ teamId: callerOf(request).context.teamId, page }));
    if ('refused' in found && found.refused === 'not-first-team') throw refusedErasure(found);
    const { documents, hasMore } = pageOrError(found);
    return listOf(documents.map(presentErasureRow), hasMore);
  }

  @Answers(operations.getErasure)
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = GetErasure({ teamId: callerOf(request).context.teamId, erasureId: pathId(id) });
    const found = await this.queries.execute(query);
    if (found === undefined) throw notFound('Erasure not found');
    if ('refused' in found) throw refusedErasure(found);
    return presentErasure(found);
  }
}

type Refusal = Extract<RequestErasureResult, { readonly refused: string }>;

function refusedErasure(refusal: Refusal): ApiError {
  switch (refusal.refused) {
    case 'not-first-team':
      return denied('An erasure reaches every team, so only admins of the first team of this server may ask for it.');
    case 'own-address':
      return denied('This is your own address. Another admin can erase you, or the posthorn erase command.');
    case 'not-confirmed':
      return invalid('Invalid `confirmation` field. It must be the same address once more.');
    case 'unavailable':
      return refusalError(refusal);
    default:
      return unreachable(refusal);
  }
}

const denied = (message: string): ApiError => new ApiError(403, 'invalid_access', message);

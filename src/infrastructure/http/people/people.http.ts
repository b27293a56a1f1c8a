import { peopleUseCases } from '../../../application/people/use-cases.js';
import { accessAuditUseCases } from '../../../application/people/access-audit/use-cases.js';
import { SessionController } from './session.controller.js';
import { SecondFactorController } from './second-factor.controller.js';
import { ProvidersController } from './providers.controller.js';
import { ProfileController } from './profile.controller.js';
import { TeamController } from './team.controller.js';
import { AccessAuditController } from './access-audit.controller.js';
import type { HttpPart } from '../http-part.js';

export const peopleHttp = {
  controllers: [
    SessionController,
    SecondFactorController,
    ProvidersController,
    ProfileController,
    TeamController,
    AccessAuditController,
  ],
  useCases: [...peopleUseCases, ...accessAuditUseCases],
} satisfies HttpPart;

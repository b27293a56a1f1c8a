import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { apiKeyUseCases } from '../../application/api-key/use-cases.js';
import { doctorUseCases } from '../../application/doctor/use-cases.js';
import { emailUseCases } from '../../application/email/use-cases.js';
import { erasureUseCases } from '../../application/erasure/use-cases.js';
import { exportUseCases } from '../../application/export/use-cases.js';
import { liveUseCases } from '../../application/live/use-cases.js';
import { metricsUseCases } from '../../application/metrics/use-cases.js';
import { peopleUseCases } from '../../application/people/use-cases.js';
import { accessAuditUseCases } from '../../application/people/access-audit/use-cases.js';
import { queueUseCases } from '../../application/queue/use-cases.js';
import { requestLogUseCases } from '../../application/request-log/use-cases.js';
import { sendingDomainUseCases } from '../../application/sending-domain/use-cases.js';
import { claimsUseCases } from '../../application/sending-domain/claims/use-cases.js';
import { submissionUseCases } from '../../application/submission/use-cases.js';
import { suppressionUseCases } from '../../application/suppression/use-cases.js';
import { usageUseCases } from '../../application/usage/use-cases.js';
import { webhookUseCases } from '../../application/webhook/use-cases.js';
import { feedUseCases } from '../../application/webhook/feed/use-cases.js';
import { guarded } from '../../application/access/guard.js';
import type { UseCaseOn } from '../../application/access/use-case.js';
import { type HttpOptions, httpModule } from '../../infrastructure/http/http.module.js';
import type { Services } from './services.js';

/** Each stands on the ports and collaborators that it names. */
export const useCases: readonly UseCaseOn<Services>[] = [
  ...apiKeyUseCases,
  ...doctorUseCases,
  ...emailUseCases,
  ...erasureUseCases,
  ...exportUseCases,
  ...liveUseCases,
  ...metricsUseCases,
  ...peopleUseCases,
  ...accessAuditUseCases,
  ...queueUseCases,
  ...requestLogUseCases,
  ...sendingDomainUseCases,
  ...claimsUseCases,
  ...submissionUseCases,
  ...suppressionUseCases,
  ...usageUseCases,
  ...webhookUseCases,
  ...feedUseCases,
];

/** The HTTP side of one process: the edge, the two buses, and the handlers over the use cases. */
@Module({})
export class AppModule {
  static serving(services: Services, http: HttpOptions): DynamicModule {
    const { callerScope } = services;
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot(), httpModule(http)],
      providers: useCases.map((useCase) => useCase.provider(guarded(useCase, useCase.start(services), callerScope))),
    };
  }
}

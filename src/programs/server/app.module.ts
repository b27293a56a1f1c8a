import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { guarded } from '../../application/access/guard.js';
import { type HttpOptions, httpModule } from '../../infrastructure/http/http.module.js';
import { parts, useCases } from './edge.js';
import type { Services } from './services.js';

/** The HTTP side of one process: the edge, the two buses, and the handlers over the use cases. */
@Module({})
export class AppModule {
  static serving(services: Services, http: HttpOptions): DynamicModule {
    const { callerScope } = services;
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot(), httpModule(http, parts)],
      providers: useCases.map((useCase) => useCase.provider(guarded(useCase, useCase.start(services), callerScope))),
    };
  }
}

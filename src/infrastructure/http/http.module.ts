import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiErrorFilter } from './edge/api-error.filter.js';
import { HTTP_OPTIONS, type HttpOptions } from './edge/http-options.js';
import { RouteTable } from './edge/route-table.js';
import { ContentThreads } from './content-reading/content-threads.js';
import { ReadContents } from './content-reading/read-contents.js';
import { HTML_CONTENTS } from './edge/html-content.js';
import { HtmlText } from './content-reading/html-text.js';
import { MailRendering } from './content-reading/mail-rendering.js';
import { type HttpPart, operationsOfParts } from './http-part.js';
import { OPERATIONS } from './openapi/operation.js';

export { configureHttp } from './configure.js';
export { createHttpAdapter } from './edge/adapter.js';
export type { HttpOptions, Readiness } from './edge/http-options.js';

class HttpModule {}

/** The HTTP edge. It finds the command and the query bus where `CqrsModule.forRoot()` made them global. */
export function httpModule(options: HttpOptions, parts: readonly HttpPart[]): DynamicModule {
  return {
    module: HttpModule,
    controllers: parts.flatMap(({ controllers }) => controllers),
    providers: [
      { provide: HTTP_OPTIONS, useValue: options },
      { provide: OPERATIONS, useValue: operationsOfParts(parts) },
      { provide: APP_FILTER, useClass: ApiErrorFilter },
      RouteTable,
      ContentThreads,
      HtmlText,
      MailRendering,
      { provide: HTML_CONTENTS, useClass: ReadContents },
    ],
  };
}

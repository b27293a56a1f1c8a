import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiErrorFilter } from './edge/api-error.filter.js';
import { HTTP_OPTIONS, type HttpOptions } from './edge/http-options.js';
import { RouteTable } from './edge/route-table.js';
import { HTML_CONTENTS, HTML_FACTS, HTML_TEXTS } from './edge/html-texts.js';
import { SHOWN_MAILS } from './edge/shown-mails.js';
import { HtmlText } from './emails/html-text/html-text.js';
import { HtmlReading } from './emails/insights/html-reading.js';
import { MailRendering } from './emails/rendering/mail-rendering.js';
import { type HttpPart, operationsOfParts } from './http-part.js';
import { OPERATIONS } from './openapi/operation.js';
import { ContentReading } from './content-reading/content-reading.js';

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
      HtmlText,
      { provide: HTML_TEXTS, useExisting: HtmlText },
      MailRendering,
      { provide: SHOWN_MAILS, useExisting: MailRendering },
      HtmlReading,
      { provide: HTML_FACTS, useExisting: HtmlReading },
      { provide: HTML_CONTENTS, useClass: ContentReading },
    ],
  };
}

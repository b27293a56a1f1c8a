import type { Tracer } from '../../application/ports/tracer.js';
import type { Config } from '../../infrastructure/config/config.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import { createTracer } from '../../infrastructure/tracing/sampler.js';
import { SpanExporter } from '../../infrastructure/tracing/span-exporter.js';
import { ids } from '../../infrastructure/system/ids.js';
import { programVersion } from '../manifest.js';

/** Spans of this process on their way to the collector; null: no traces are made. */
export interface Tracing {
  readonly tracer: Tracer;
  stop(): Promise<void>;
}

export function startTracing({ tracing }: Config, logger: Logger, metrics: Metrics): Tracing | null {
  if (tracing === null) return null;
  const { url, headers, timeoutMs, sampling, attributes } = tracing;
  const { host } = new URL(url);
  const version = programVersion;
  const resource = {
    version,
    attributes: { 'service.version': version, 'service.instance.id': ids.next(), ...attributes },
  };
  const exporter = new SpanExporter(
    { url, headers, timeoutMs, resource },
    {
      onSpans: (outcome, spans) => metrics.traceSpans.inc({ outcome }, spans),
      onFailing: (reason) =>
        logger.warn(
          { host, reason },
          'Traces cannot be sent to the collector (OTEL_EXPORTER_OTLP_ENDPOINT). Email is not affected; spans that do not fit into memory are dropped. Check the address, the headers and the collector.',
        ),
      onTaken: (dropped) => logger.warn({ host, dropped }, 'The collector takes traces again.'),
    },
  );
  return { tracer: createTracer(sampling, (span) => exporter.add(span)), stop: () => exporter.stop() };
}

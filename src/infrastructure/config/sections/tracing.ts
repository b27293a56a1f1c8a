import { z } from 'zod';
import { attributePairs, baseUrl, flag, headerPairs, notes, oneOf, ratio, text, waitMs } from '../fields/fields.js';

/** By the names that OpenTelemetry gives them. */
export const tracingFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional().register(notes, {
    says: 'The URL of the collector that receives the traces (OTLP over HTTP, as JSON). The server appends `/v1/traces`.',
    unset: 'none; the server creates no traces',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: baseUrl.optional().register(notes, {
    says: 'The complete URL to which the server sends traces. The server appends nothing to this URL.',
    unset: 'OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.optional().register(notes, {
    says: 'Header fields that the server sends to the collector: `name=value` pairs, separated by commas. Percent-encode commas in values.',
    unset: 'none',
  }),
  OTEL_EXPORTER_OTLP_HEADERS_FILE: text.optional().register(notes, {
    says: 'The file that contains the value of OTEL_EXPORTER_OTLP_HEADERS.',
    unset: 'none',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/json'], ': a collector takes it at the port of http/protobuf, usually 4318')
    .prefault('http/json')
    .register(notes, { says: 'The protocol between the server and the collector.' }),
  OTEL_EXPORTER_OTLP_TIMEOUT: waitMs
    .prefault('10000')
    .register(notes, { says: 'The time, in milliseconds, after which a request to the collector fails.' }),
  OTEL_SERVICE_NAME: text.prefault('posthorn').register(notes, { says: 'The name of this service in traces.' }),
  OTEL_RESOURCE_ATTRIBUTES: attributePairs.optional().register(notes, {
    says: 'Further attributes of this process in traces: `name=value` pairs, separated by commas.',
    unset: 'none',
  }),
  OTEL_TRACES_SAMPLER: oneOf([
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ])
    .prefault('parentbased_always_on')
    .register(notes, {
      says: 'Which traces are recorded. With `parentbased_`, a decision of the caller takes precedence.',
    }),
  OTEL_TRACES_SAMPLER_ARG: ratio
    .prefault('1')
    .register(notes, { says: 'The share of traces that the sampler `traceidratio` records.' }),
  OTEL_SDK_DISABLED: flag
    .prefault('0')
    .register(notes, { says: '1: the server creates no traces, regardless of the other settings.' }),
};

const schema = z.object(tracingFields);
type Chosen = z.output<typeof schema>;

/** @returns null where no traces are made. */
export function tracingOf(chosen: Chosen) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = chosen;
  const url = whole ?? (base === undefined ? null : `${base}/v1/traces`);
  if (url === null || chosen.OTEL_SDK_DISABLED || chosen.OTEL_TRACES_SAMPLER === 'always_off') return null;
  return {
    url,
    headers: chosen.OTEL_EXPORTER_OTLP_HEADERS ?? [],
    timeoutMs: chosen.OTEL_EXPORTER_OTLP_TIMEOUT,
    attributes: {
      ...Object.fromEntries(chosen.OTEL_RESOURCE_ATTRIBUTES ?? []),
      'service.name': chosen.OTEL_SERVICE_NAME,
    },
    sampling: {
      asCaller: chosen.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
      ratio: ratioOf(chosen),
    },
  };
}

function ratioOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: Chosen): number {
  if (sampler.endsWith('traceidratio')) return share;
  return sampler.endsWith('always_off') ? 0 : 1;
}

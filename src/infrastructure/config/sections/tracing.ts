import { attributePairs, baseUrl, flag, headerPairs, notes, oneOf, ratio, text, waitMs } from '../fields/fields.js';

/** By the names that OpenTelemetry gives them. */
export const tracingFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional().register(notes, {
    says: 'The collector that traces are sent to, by OTLP over HTTP with JSON: `/v1/traces` is appended.',
    unset: 'no traces are made',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: baseUrl.optional().register(notes, {
    says: 'The same as a whole address, to which nothing is appended.',
    unset: 'OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.optional().register(notes, {
    says: 'What the collector asks for: `name=value` pairs, separated by commas, percent-encoded where they have a comma.',
    unset: 'none',
  }),
  OTEL_EXPORTER_OTLP_HEADERS_FILE: text.optional().register(notes, {
    says: 'A file that OTEL_EXPORTER_OTLP_HEADERS is read from.',
    unset: 'none',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/json'], ': a collector takes it at the port of http/protobuf, usually 4318')
    .prefault('http/json')
    .register(notes, { says: 'What is spoken with the collector.' }),
  OTEL_EXPORTER_OTLP_TIMEOUT: waitMs
    .prefault('10000')
    .register(notes, { says: 'How many milliseconds the collector has to answer.' }),
  OTEL_SERVICE_NAME: text.prefault('posthorn').register(notes, { says: 'What traces call this service.' }),
  OTEL_RESOURCE_ATTRIBUTES: attributePairs.optional().register(notes, {
    says: 'What else traces say of this process: `name=value` pairs, separated by commas.',
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
    .register(notes, { says: 'Which traces are recorded; `parentbased_` leaves it to a caller that has decided.' }),
  OTEL_TRACES_SAMPLER_ARG: ratio
    .prefault('1')
    .register(notes, { says: 'The share of traces that a `traceidratio` records.' }),
  OTEL_SDK_DISABLED: flag
    .prefault('0')
    .register(notes, { says: '1: no traces are made, whatever the other settings say.' }),
};

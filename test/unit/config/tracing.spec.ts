import { ConfigError, loadConfig } from '../../../src/infrastructure/config/config.js';
import { isSecret } from '../../../src/infrastructure/config/secret-settings.js';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
const tracing = (settings: Readonly<Record<string, string>>) => loadConfig(settings).tracing;

describe('the settings of traces', () => {
  it.each([
    ['nothing is set', {}],
    ['only a name is set', { OTEL_SERVICE_NAME: 'mail' }],
    ['the SDK is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
    ['nothing is sampled', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' }],
  ])('make none where %s', (_where, settings) => {
    expect(tracing(settings)).toBeNull();
  });

  it('have a default for all but the collector', () => {
    expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT })).toStrictEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: [],
      timeoutMs: 10_000,
      attributes: { 'service.name': 'posthorn' },
      sampling: { asCaller: true, ratio: 1 },
    });
  });

  it('are read as the specification writes them', () => {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/ingest',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi, x-team = mail%2Cops',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=prod,service.name=other',
      OTEL_SERVICE_NAME: 'mail',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    };
    expect(tracing(settings)).toMatchObject({
      url: 'https://traces.example.com/ingest',
      headers: [
        ['authorization', 'Basic YTpi'],
        ['x-team', 'mail,ops'],
      ],
      attributes: { 'deployment.environment': 'prod', 'service.name': 'mail' },
      sampling: { asCaller: false, ratio: 0.05 },
    });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:word@127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=c'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b%0d%0ac: d'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '5%'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
  });

  it('show no header, which is a secret', () => {
    expect(isSecret('OTEL_EXPORTER_OTLP_HEADERS')).toBe(true);
  });
});

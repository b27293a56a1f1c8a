import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface HttpFigures {
  readonly requestsToLog: () => number;
}

/** HTTP requests, and what is written of them afterwards. */
export function httpMetrics(registry: Registry, { requestsToLog = () => 0 }: Partial<HttpFigures>) {
  const registers = [registry];
  return {
    requestLogWaiting: new Gauge({
      name: 'posthorn_request_log_waiting',
      help: 'Answered requests that are not in the request log yet.',
      registers,
      collect() {
        this.set(requestsToLog());
      },
    }),
    requestLogLost: new Counter({
      name: 'posthorn_request_log_lost_total',
      help: 'Answered requests that the request log will never show, because it could not be written for too long.',
      registers,
    }),
    trackingHitsLost: new Counter({
      name: 'posthorn_tracking_hits_lost_total',
      help: 'Opens and clicks that were answered and will never be counted, because more came than could be written.',
      registers,
    }),
    httpRequestDuration: new Histogram({
      name: 'posthorn_http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
  };
}

import { Counter, Gauge, type Registry } from 'prom-client';

/** Outages of one shared engine. */
interface EngineOutages {
  readonly engine: string;
  readonly isAway: boolean;
  readonly times: number;
}

/** Calls of one kind. */
interface EngineCall {
  readonly engine: string;
  readonly call: string;
  readonly times: number;
}

export interface EngineFigures {
  readonly logFaults: () => ReadonlyMap<string, number>;
  readonly engineCalls: () => Iterable<EngineCall>;
  readonly engineOutages: () => readonly EngineOutages[];
}

/** The event log, and the engines that processes share. */
export function engineMetrics(
  registry: Registry,
  { logFaults = () => new Map(), engineCalls = () => [], engineOutages = () => [] }: Partial<EngineFigures>,
) {
  const registers = [registry];
  return {
    eventLogAppends: new Counter({
      name: 'posthorn_event_log_appends_total',
      help: 'Appends to the event log by result: written, conflict or unknown.',
      labelNames: ['result'] as const,
      registers,
    }),
    eventLogFaults: new Counter({
      name: 'posthorn_event_log_faults_total',
      help: 'What a shared event log did and the process bore: a subscription dropped under a burst, an answer for no append.',
      labelNames: ['fault'] as const,
      registers,
      collect() {
        this.reset();
        for (const [fault, times] of logFaults()) this.inc({ fault }, times);
      },
    }),
    engineCalls: new Counter({
      name: 'posthorn_engine_calls_total',
      help: 'Calls to the shared engines, by engine and its own name for the call, and events that subscriptions brought.',
      labelNames: ['engine', 'call'] as const,
      registers,
      collect() {
        this.reset();
        for (const { times, ...labels } of engineCalls()) this.inc(labels, times);
      },
    }),
    engineAway: new Gauge({
      name: 'posthorn_engine_away',
      help: '1: the shared engine cannot be used now; 0: it can.',
      labelNames: ['engine'] as const,
      registers,
      collect() {
        for (const { engine, isAway } of engineOutages()) this.set({ engine }, isAway ? 1 : 0);
      },
    }),
    engineOutages: new Counter({
      name: 'posthorn_engine_outages_total',
      help: 'Times that a shared engine could not be used for two seconds and more.',
      labelNames: ['engine'] as const,
      registers,
      collect() {
        this.reset();
        for (const { engine, times } of engineOutages()) this.inc({ engine }, times);
      },
    }),
  };
}

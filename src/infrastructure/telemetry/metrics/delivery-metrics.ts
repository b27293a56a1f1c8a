import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type Trouble, troubleKinds } from '../../../application/delivery/trouble/trouble.js';

export interface DeliveryFigures {
  readonly troubles: () => readonly Pick<Trouble, 'kind'>[];
}

/** What becomes of email. */
export function deliveryMetrics(registry: Registry, { troubles = () => [] }: Partial<DeliveryFigures>) {
  const registers = [registry];
  return {
    complaints: new Counter({
      name: 'posthorn_complaints_total',
      help: 'Spam complaints that were recorded.',
      registers,
    }),
    suppressions: new Counter({
      name: 'posthorn_suppressions_total',
      help: 'Addresses that were put on a suppression list.',
      registers,
    }),
    emailsAccepted: new Counter({
      name: 'posthorn_emails_accepted_total',
      help: 'Emails whose acceptance is on disk.',
      registers,
    }),
    deliveryAttempts: new Counter({
      name: 'posthorn_delivery_attempts_total',
      help: 'SMTP transactions by how they ended.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    deliveryResults: new Counter({
      name: 'posthorn_delivery_results_total',
      help: 'What became of recipients in attempts: by receiver (large providers, other, relay, sandbox, none), outcome, and what the reply meant.',
      labelNames: ['receiver', 'outcome', 'reply'] as const,
      registers,
    }),
    deliveriesByTls: new Counter({
      name: 'posthorn_deliveries_by_tls_total',
      help: 'Recipients whose email a receiver took, by how the connection was protected: dane, mta-sts, certificate, encrypted (without proof) or none.',
      labelNames: ['tls'] as const,
      registers,
    }),
    deliveryDuration: new Histogram({
      name: 'posthorn_delivery_duration_seconds',
      help: 'Time from the beginning of an attempt to its result, by receiver: look-ups and the wait for a connection are part of it.',
      labelNames: ['receiver'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    deliveryTrouble: new Gauge({
      name: 'posthorn_delivery_trouble',
      help: '1: this keeps email from leaving now; 0: it does not.',
      labelNames: ['kind'] as const,
      registers,
      collect() {
        const open = new Set(troubles().map(({ kind }) => kind));
        for (const kind of troubleKinds) this.set({ kind }, open.has(kind) ? 1 : 0);
      },
    }),
    outcomesUnknown: new Counter({
      name: 'posthorn_outcome_unknown_total',
      help: 'Attempts whose final dot was sent and whose reply was never seen.',
      registers,
    }),
  };
}

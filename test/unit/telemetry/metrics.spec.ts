import { troublesIn } from '../../../src/programs/cli/doctor/ask-server.js';
import { createMetrics } from '../../../src/infrastructure/telemetry/metrics.js';

describe('the metrics', () => {
  it('tell doctor what is wrong with the server', async () => {
    const open = [{ kind: 'output-blocked' }, { kind: 'memory-nearly-full' }] as const;
    const { registry } = createMetrics({ projectionLags: async () => [], serverTroubles: () => open });
    expect(troublesIn(await registry.metrics())).toEqual(['memory-nearly-full', 'output-blocked']);
    // The running server may be older than this command, and name no severity.
    expect(troublesIn('posthorn_server_trouble{kind="backup-old"} 1\n')).toEqual(['backup-old']);
  });

  it('show what was counted, and the process itself', async () => {
    const metrics = createMetrics({
      projectionLags: async () => [
        { name: 'emails', lagMs: 7_500, state: 'running' },
        { name: 'pending', lagMs: 0, state: 'stopped' },
      ],
      requestsToLog: () => 3,
      leases: () =>
        new Map([
          ['projection:emails@1', true],
          ['work:seals', false],
        ]),
      logFaults: () => new Map([['stray-answer', 2]]),
      troubles: () => [{ kind: 'port-25' }],
    });
    metrics.emailsAccepted.inc(2);
    metrics.deliveryAttempts.inc({ outcome: 'delivered' });
    metrics.httpRequestDuration.observe({ method: 'POST', route: '/emails', status: '200' }, 0.004);
    const text = await metrics.registry.metrics();
    expect(text).toContain('posthorn_emails_accepted_total 2\n');
    expect(text).toContain('posthorn_delivery_attempts_total{outcome="delivered"} 1\n');
    expect(text).toContain('posthorn_projection_lag_seconds{projection="emails"} 7.5\n');
    expect(text).toContain('posthorn_projection_stuck{projection="emails"} 0\n');
    expect(text).toContain('posthorn_projection_stuck{projection="pending"} 1\n');
    expect(text).toContain('posthorn_lease_held{lease="projection:emails@1"} 1\n');
    expect(text).toContain('posthorn_lease_held{lease="work:seals"} 0\n');
    expect(text).toContain('posthorn_event_log_faults_total{fault="stray-answer"} 2\n');
    expect(text).toContain('posthorn_request_log_waiting 3\n');
    expect(text).toContain('posthorn_delivery_trouble{kind="port-25"} 1\n');
    expect(text).toContain('posthorn_delivery_trouble{kind="relay-login"} 0\n');
    expect(text).toContain('le="0.005",method="POST",route="/emails",status="200"} 1\n');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('of webhooks are by endpoint, and those beyond a hundred share a label', async () => {
    const { webhooks, registry } = createMetrics();
    for (let number = 0; number < 102; number += 1) {
      webhooks.count({ webhookId: `w${number}`, outcome: 'delivered', durationMs: 300 });
    }
    webhooks.count({ webhookId: 'w1', outcome: 'retrying', durationMs: 12_000 });
    let asked = 0;
    webhooks.ask(async () => {
      asked += 1;
      return [
        { webhookId: 'w1', retrying: 3, oldestMs: 61_000 },
        { webhookId: 'w100', retrying: 1, oldestMs: 2_000 },
        { webhookId: 'w101', retrying: 2, oldestMs: 1_000 },
      ];
    });
    const text = await registry.metrics();
    expect(asked).toBe(1);
    expect(text).toContain('posthorn_webhook_attempts_total{webhook="w1",outcome="delivered"} 1\n');
    expect(text).toContain('posthorn_webhook_attempts_total{webhook="w1",outcome="retrying"} 1\n');
    expect(text).toContain('posthorn_webhook_attempts_total{webhook="others",outcome="delivered"} 2\n');
    expect(text).not.toContain('w100');
    expect(text).toContain('posthorn_webhook_attempt_duration_seconds_bucket{le="0.5",webhook="w1"} 1\n');
    expect(text).toContain('posthorn_webhook_waiting{webhook="w1"} 3\n');
    expect(text).toContain('posthorn_webhook_waiting{webhook="others"} 3\n');
    expect(text).toContain('posthorn_webhook_oldest_waiting_seconds{webhook="w1"} 61\n');
    expect(text).toContain('posthorn_webhook_oldest_waiting_seconds{webhook="others"} 2\n');
    webhooks.askHeld(() => 7);
    expect(await registry.metrics()).toContain('posthorn_webhook_held 7\n');
    // As read last, where the read store is away or never answers.
    for (const away of [() => Promise.reject(new Error('away')), () => new Promise<never>(() => undefined)]) {
      webhooks.ask(away);
      expect(await registry.metrics()).toContain('posthorn_webhook_waiting{webhook="w1"} 3\n');
    }
  });

  it('of two servers in one process stay apart', async () => {
    const [first, second] = [createMetrics(), createMetrics()];
    first.outcomesUnknown.inc();
    expect(await second.registry.metrics()).toContain('posthorn_outcome_unknown_total 0\n');
  });
});

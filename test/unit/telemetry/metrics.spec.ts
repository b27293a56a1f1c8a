import { createMetrics } from '../../../src/infrastructure/telemetry/metrics.js';

describe('the metrics', () => {
  it('show what was counted, and the process itself', async () => {
    const metrics = createMetrics(
      async () => [
        { name: 'emails', lagMs: 7_500, state: 'running' },
        { name: 'pending', lagMs: 0, state: 'stopped' },
      ],
      () => 3,
      () => 0,
      () =>
        new Map([
          ['projection:emails@1', true],
          ['work:seals', false],
        ]),
      () => new Map([['stray-answer', 2]]),
    );
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
    expect(text).toContain('le="0.005",method="POST",route="/emails",status="200"} 1\n');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('of two servers in one process stay apart', async () => {
    const [first, second] = [createMetrics(), createMetrics()];
    first.outcomesUnknown.inc();
    expect(await second.registry.metrics()).toContain('posthorn_outcome_unknown_total 0\n');
  });
});

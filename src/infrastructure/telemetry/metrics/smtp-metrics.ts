import { Counter, Gauge, type Registry } from 'prom-client';

export interface SmtpFigures {
  readonly smtpConnections: () => number;
}

/** What is taken over SMTP. */
export function smtpMetrics(registry: Registry, { smtpConnections = () => 0 }: Partial<SmtpFigures>) {
  const registers = [registry];
  return {
    smtpConnections: new Gauge({
      name: 'posthorn_smtp_connections',
      help: 'Connections that submit email now.',
      registers,
      collect() {
        this.set(smtpConnections());
      },
    }),
    smtpMessages: new Counter({
      name: 'posthorn_smtp_messages_total',
      help: 'Messages submitted over SMTP, by outcome: accepted or refused.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    smtpRefusals: new Counter({
      name: 'posthorn_smtp_refusals_total',
      help: 'What was refused over SMTP, by reason.',
      labelNames: ['reason'] as const,
      registers,
    }),
    inboundReports: new Counter({
      name: 'posthorn_inbound_reports_total',
      help: 'Messages taken at return paths, by outcome: recorded (a bounce or a complaint), noted (it changed nothing) or no-report.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    inboundEmails: new Counter({
      name: 'posthorn_inbound_emails_total',
      help: 'Emails taken at receiving domains, by outcome: received, or known (sent again by a server that missed the answer).',
      labelNames: ['outcome'] as const,
      registers,
    }),
    inboundRefusals: new Counter({
      name: 'posthorn_inbound_refusals_total',
      help: 'What the inbound listener refused, by reason.',
      labelNames: ['reason'] as const,
      registers,
    }),
  };
}

import type { Command } from 'commander';
import { audit, type AuditOptions } from './audit.js';
import type { AuditContactOptions } from './audit-contact.js';
import type { AuditSegmentOptions } from './audit-segment.js';
import { type JsonOption, type Run, withJson } from './shared/command.js';

const timeHelp =
  'events up to this time, and the state at this time (ISO 8601 with a zone, such as 2026-03-02T10:00:00Z)';

/** With what reads addresses. */
const contactCommands = () => import('./audit-contact.js');

/** `posthorn audit …` */
export function addAudit(program: Command, run: Run['onInstallation']): void {
  const audits = withJson(program.command('audit'))
    .enablePositionalOptions()
    .description('show the events of a resource, with their actors and causes; the server can keep running')
    .argument(
      '<id>',
      'ID of an email, an API key, a domain, a webhook, a team, a person, a contact, a segment, a session, an invitation or an erasure; or the full name of a stream',
    )
    .option('--at <time>', timeHelp)
    .action((id: string, options: AuditOptions & JsonOption) => run((config) => audit(config, id, options), options));
  withJson(audits.command('contact'))
    .description('show the events of all contacts that have or had an address')
    .argument('<address>', 'address of the contact')
    .option('--team <id>', 'team of the contact (default: the first team)')
    .option('--at <time>', timeHelp)
    .action((address: string, options: AuditContactOptions & JsonOption) =>
      run(async (config) => (await contactCommands()).auditContactOf(config, address, options), options),
    );
  addAuditOfSegment(audits, run);
}

function addAuditOfSegment(audits: Command, run: Run['onInstallation']): void {
  withJson(audits.command('segment'))
    .description('list the contacts of a segment without a filter, and who joined and left')
    .argument('<id>', 'ID of the segment')
    .option('--at <time>', 'state at this time instead of now (ISO 8601 with a zone)')
    .option('--since <time>', 'list who joined and left since this time')
    .option('--limit <number>', 'maximum number of listed contacts; all contacts are counted', '1000')
    .action((id: string, options: AuditSegmentOptions & JsonOption) =>
      run(async (config) => (await import('./audit-segment.js')).auditSegment(config, id, options), options),
    );
}

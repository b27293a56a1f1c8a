import type { Command } from 'commander';
import { type JsonOption, type Run, withJson } from './shared/command.js';
import type { SheetOptions } from './consent.js';

const consentCommands = () => import('./consent.js');

/** `posthorn consent …` */
export function addConsent(program: Command, run: Run['onInstallation']): void {
  const consent = program.command('consent').description('consents of contacts; the server can keep running');
  withJson(consent.command('sheet'))
    .description('issue a signed consent sheet with every opt-in and opt-out of a person')
    .argument('<address>', 'address of the person, even if the contact was deleted or erased')
    .option('--team <id>', 'team of the contact (default: the first team)')
    .option('--out <file>', 'HTML file to write; it also contains the data as JSON')
    .action((address: string, options: SheetOptions & JsonOption) =>
      run(async (config) => (await consentCommands()).consentSheet(config, address, options), options),
    );
  withJson(consent.command('verify'))
    .description('verify a consent sheet with the log; exit code 1 if an entry is not proven')
    .argument('<file>', 'consent sheet (HTML or JSON)')
    .action((file: string, options: JsonOption) =>
      run(async (config) => (await consentCommands()).verifyConsent(config, file), options),
    );
}

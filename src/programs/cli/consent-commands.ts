import type { Command } from 'commander';
import { type JsonOption, type Run, withJson } from './shared/command.js';
import type { SheetOptions } from './consent.js';

const consentCommands = () => import('./consent.js');

/** `posthorn consent …` */
export function addConsent(program: Command, run: Run['onInstallation']): void {
  const consent = program.command('consent').description('what people agreed to; all beside a running server');
  withJson(consent.command('sheet'))
    .description('issue a signed sheet of each time a person subscribed or unsubscribed')
    .argument('<address>', 'of the person, also once deleted or erased')
    .option('--team <id>', 'whose contact it is (default: the first team)')
    .option('--out <file>', 'the HTML file to write, for people and for programs')
    .action((address: string, options: SheetOptions & JsonOption) =>
      run(async (config) => (await consentCommands()).consentSheet(config, address, options), options),
    );
  withJson(consent.command('verify'))
    .description('check a sheet against the log; exit code 1 where it is not proven')
    .argument('<file>', 'that `consent sheet` wrote, HTML or JSON')
    .action((file: string, options: JsonOption) =>
      run(async (config) => (await consentCommands()).verifyConsent(config, file), options),
    );
}

import { runCommand } from '../../../src/programs/cli/run-command.js';
import { Declined } from '../../../src/programs/cli/shared/outcome.js';
import { irreversible, wouldDo } from '../../../src/programs/cli/shared/command.js';

const ran = async (...args: readonly string[]) => {
  let [stdout, stderr] = ['', ''];
  const output = { out: (text: string) => void (stdout += text), error: (text: string) => void (stderr += text) };
  const exitCode = await runCommand(args, () => ({}), output);
  return { exitCode, stdout, stderr };
};

describe('a wrong command line is one sentence, with exit code 64', () => {
  it.each([
    [['audti'], "posthorn: unknown command 'audti'. Did you mean audit?\n"],
    [['teams', 'creat', 'x'], "posthorn: unknown command 'creat'. Did you mean create?\n"],
    [['emails', 'list', '--serach', 'x'], "posthorn: unknown option '--serach'. Did you mean --search?\n"],
    [['domains', 'show'], "posthorn: missing required argument 'id'. Run posthorn --help for all commands.\n"],
    [['xyzzy'], "posthorn: unknown command 'xyzzy'. Run posthorn --help for all commands.\n"],
    [
      ['completion', 'tcsh'],
      /^posthorn: command-argument value 'tcsh' is invalid.*Allowed choices are bash, zsh, fish\./,
    ],
    [['api', 'GET', 'emails'], /^posthorn: The path begins with a slash/],
    [['api', 'FETCH', '/emails'], /^posthorn: FETCH is no method/],
    [['domains', 'list', '--limit', '0'], /^posthorn: --limit must be a whole number from 1/],
    [['send'], /^posthorn: Give --from, --to and --subject, or --test/],
    [['send', '--test', '--wait', 'long'], /^posthorn: --wait must be a number of seconds/],
    [['lookup', 'not an address'], /^posthorn: Not a valid email address/],
    [['logs', 'export'], /^posthorn: Name the file to write with --out/],
    [['logs', 'export', '--out', 'x', '--format', 'xml'], /^posthorn: --format must be ndjson or csv/],
  ])('%j', async (args, stderr) => {
    const expected = typeof stderr === 'string' ? stderr : expect.stringMatching(stderr);
    expect(await ran(...args)).toEqual({ exitCode: 64, stdout: '', stderr: expected });
  });
});

describe('what cannot be undone', () => {
  const preview = async () => wouldDo('Erase 2 emails.');
  const done = { result: {}, text: 'Erased.' };
  /** What happened, in order. */
  const tried = async (options: { readonly dryRun?: boolean; readonly yes?: boolean }, isAgreed: boolean) => {
    const steps: string[] = [];
    const confirm = async () => {
      steps.push('asked');
      if (!isAgreed) throw new Declined('Canceled');
    };
    const work = async () => {
      steps.push('done');
      return done;
    };
    const outcome = await irreversible(confirm, options, preview, work).catch((error: Error) => error.message);
    return { steps, outcome };
  };

  it.each([
    [
      'is shown with --dry-run',
      { dryRun: true },
      true,
      [],
      { result: { dryRun: true, would: 'Erase 2 emails.' }, text: 'Erase 2 emails.' },
    ],
    ['is shown, and not done, with --dry-run and --yes', { dryRun: true, yes: true }, true, [], expect.anything()],
    ['is done with --yes', { yes: true }, false, ['done'], done],
    ['is done after a yes', {}, true, ['asked', 'done'], done],
    ['is not done after a no', {}, false, ['asked'], 'Canceled'],
  ])('%s', async (_name, options, isAgreed, steps, outcome) => {
    expect(await tried(options, isAgreed)).toEqual({ steps, outcome });
  });

  it('is refused where there is no terminal', async () => {
    const { exitCode, stderr } = await ran('users', 'reset', 'ann@example.com', '--remove-factors');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 64,
      stderr: 'posthorn: This cannot be undone. Add --yes to do it, or --dry-run to see what it would do.\n',
    });
  });
});

import { guarded } from '../../../src/application/access/guard.js';
import type { UseCase } from '../../../src/application/access/use-case.js';
import { CreateApiKey } from '../../../src/application/api-key/manage-api-keys.js';
import type { PersonContext } from '../../../src/application/people/people-services.js';
import { ChangePassword } from '../../../src/application/people/profile.js';
import type { CallerRights, MissingProof } from '../../../src/application/ports/caller-scope.js';
import { useCases } from '../../../src/programs/server/edge.js';

const person = (missing: MissingProof): CallerRights => ({
  kind: 'person',
  role: 'admin',
  secondFactor: 'done',
  missingProof: async () => missing,
});

async function executed<Input>(
  rights: CallerRights,
  useCase: UseCase<never, Input, unknown>,
  input: Input,
): Promise<unknown> {
  const scope = { run: <Result>(_rights: CallerRights, work: () => Result) => work(), current: () => rights };
  const running = guarded(useCase, { run: async () => 'done' }, scope);
  return running.run(input).catch((error: unknown) => (error as { readonly code: string }).code);
}

describe('what opens or closes an account', () => {
  it('asks for a proof', () => {
    // A command that governs accounts does not compile without saying whether it asks: this list is what must ask.
    expect(useCases.flatMap(({ name, proof }) => (proof === 'none' ? [] : [name])).sort()).toEqual([
      'AddPasskey',
      'AskToAddPasskey',
      'BeginLink',
      'ChangeEmail',
      'ChangePassword',
      'ChangeTeam',
      'ConfirmTotp',
      'CreateApiKey',
      'EndAllSessions',
      'EndSession',
      'EnrolTotp',
      'MakeRecoveryCodes',
      'RemovePasskey',
      'RemoveTotp',
      'RotateApiKey',
      'UnlinkIdentity',
    ]);
  });

  it('is asked for a proof, of a person and not of a key', async () => {
    const context = { teamId: 't', actor: { kind: 'user', id: 'u' }, correlationId: 'r' } as const;
    const full = { context, name: 'Shop', permission: 'full_access', domainId: null } as const;
    expect(await executed(person('none'), CreateApiKey, full)).toBe('done');
    expect(await executed(person('factor'), CreateApiKey, full)).toBe('reauthentication-required');
    expect(await executed({ kind: 'key', permission: 'full_access' }, CreateApiKey, full)).toBe('done');
    const sending = { ...full, permission: 'sending_access' } as const;
    expect(await executed(person('factor'), CreateApiKey, sending)).toBe('done');
  });

  it('takes the current password that comes with the request, where the account has no factor', async () => {
    const by: PersonContext = {
      sessionId: 's',
      userId: 'u',
      teamId: null,
      role: null,
      secondFactor: 'done',
      expiresAt: '',
      correlationId: 'r',
    };
    const client = { address: null, userAgent: null };
    const visitor = { client, correlationId: 'r', sessionToken: null, deviceToken: null };
    const change = { by, visitor, current: 'the one so far', password: 'another one' };
    expect(await executed(person('password'), ChangePassword, change)).toBe('done');
    expect(await executed(person('factor'), ChangePassword, change)).toBe('reauthentication-required');
    expect(await executed(person('sign-in'), ChangePassword, change)).toBe('reauthentication-required');
  });
});

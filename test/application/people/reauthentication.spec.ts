import { guarded } from '../../../src/application/access/guard.js';
import { proofRules, withoutProof } from '../../../src/application/access/proofs.js';
import { needs } from '../../../src/application/access/roles.js';
import { CreateApiKeyCommand } from '../../../src/application/api-key/manage-api-keys.js';
import type { Asking } from '../../../src/application/people/asking.js';
import { ChangePasswordCommand } from '../../../src/application/people/profile.js';
import type { CallerRights, MissingProof } from '../../../src/application/ports/caller-scope.js';

const person = (missing: MissingProof): CallerRights => ({
  kind: 'person',
  role: 'admin',
  secondFactor: 'done',
  missingProof: async () => missing,
});

async function executed(rights: CallerRights, useCase: object): Promise<string> {
  const scope = { run: <Result>(_rights: CallerRights, work: () => Result) => work(), current: () => rights };
  const handler = guarded({ execute: async (_useCase: object) => 'done' }, scope);
  return handler.execute(useCase).catch((error: unknown) => (error as { readonly code: string }).code);
}

describe('what opens or closes an account', () => {
  it('is told apart from what does not, for each command of who is signed in', () => {
    const unclear = [...needs].flatMap(([useCase, need]) => {
      const { name } = useCase as { readonly name: string };
      if (need === 'anyone' || !name.endsWith('Command')) return [];
      return proofRules.has(useCase) === withoutProof.has(useCase) ? [name] : [];
    });
    expect(unclear).toEqual([]);
    expect([...proofRules.keys(), ...withoutProof].filter((useCase) => !needs.has(useCase))).toEqual([]);
  });

  it('is asked for a proof, of a person and not of a key', async () => {
    const context = { teamId: 't', actor: { kind: 'user', id: 'u' }, correlationId: 'r' } as const;
    const full = new CreateApiKeyCommand(context, 'Shop', 'full_access', null);
    expect(await executed(person('none'), full)).toBe('done');
    expect(await executed(person('factor'), full)).toBe('reauthentication-required');
    expect(await executed({ kind: 'key', permission: 'full_access' }, full)).toBe('done');
    const sending = new CreateApiKeyCommand(context, 'Shop', 'sending_access', null);
    expect(await executed(person('factor'), sending)).toBe('done');
  });

  it('takes the current password that comes with the request, where the account has no factor', async () => {
    const by: Asking = {
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
    const change = new ChangePasswordCommand(by, visitor, 'the one so far', 'another one');
    expect(await executed(person('password'), change)).toBe('done');
    expect(await executed(person('factor'), change)).toBe('reauthentication-required');
    expect(await executed(person('sign-in'), change)).toBe('reauthentication-required');
  });
});

import 'reflect-metadata';
import { CommandBus, CqrsModule, QueryBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { guarded } from '../../../src/application/access/guard.js';
import { command, query } from '../../../src/application/access/use-case.js';
import type { CallerRights, CallerScope } from '../../../src/application/ports/caller-scope.js';
import { useCases } from '../../../src/programs/server/edge.js';

const stopped: string[] = [];

const Add = command({
  name: 'Add',
  need: 'member',
  run: async ({ sums }: { readonly sums: number[] }, { amount }: { readonly amount: number }) => sums.push(amount),
});
const Total = query({
  name: 'Total',
  need: 'anyone',
  start: ({ sums }: { readonly sums: readonly number[] }) => ({
    run: async () => sums.reduce((sum, each) => sum + each, 0),
    stop: () => stopped.push('Total'),
  }),
});

/** A bus over these two, for callers whose rights a test chooses. */
async function buses(rights: () => CallerRights | undefined) {
  const ports = { sums: [] as number[] };
  const scope: CallerScope = { current: rights, run: (_, work) => work() };
  const module = await Test.createTestingModule({
    imports: [CqrsModule.forRoot()],
    providers: [
      Add.provider(guarded(Add, Add.start(ports), scope)),
      Total.provider(guarded(Total, Total.start(ports), scope)),
    ],
  }).compile();
  await module.init();
  return { module, commands: module.get(CommandBus), queries: module.get(QueryBus) };
}

describe('a declared use case', () => {
  it('is executed by the bus, with the rights of who asks, until it is stopped', async () => {
    let rights: CallerRights | undefined = {
      kind: 'person',
      role: 'member',
      secondFactor: 'done',
      missingProof: async () => 'factor',
    };
    const { module, commands, queries } = await buses(() => rights);
    expect(await commands.execute(Add({ amount: 3 }))).toBe(1);
    expect(await commands.execute(Add({ amount: 4 }))).toBe(2);
    rights = { kind: 'nobody' };
    expect(await queries.execute(Total())).toBe(7);
    await expect(commands.execute(Add({ amount: 5 }))).rejects.toMatchObject({
      code: 'access-refused',
      need: 'member',
    });
    rights = undefined;
    await expect(queries.execute(Total())).rejects.toThrow('Total was executed without a caller');
    expect(stopped).toEqual([]);
    await module.close();
    expect(stopped).toEqual(['Total']);
  });

  it('has a name of its own among those of the server', () => {
    const names = useCases.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

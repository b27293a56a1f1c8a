import type { Dns, DnsAnswer, DnsType, DnsValues } from '../../application/ports/dns.js';
import { query, type QuerySettings } from './query.js';

/** Longer chains are given up by resolvers too. */
const mostAliases = 10;

/** The DNS as Node's own resolver library sees it. */
export function createDns(settings: QuerySettings): Dns {
  return {
    async resolve(name, type) {
      if (type === 'CNAME') return withAliases(await query(settings, name, type), []);
      const [answer, chain] = await Promise.all([query(settings, name, type), aliasesOf(settings, name)]);
      if (answer.kind !== 'found' && chain.loops) {
        return { kind: 'missing', reason: 'alias-loop', aliases: chain.targets };
      }
      const last = chain.targets.at(-1);
      // A server that does not recurse names the alias and leaves it there.
      if (answer.kind === 'missing' && last !== undefined) {
        return withAliases(await query(settings, last, type), chain.targets);
      }
      return withAliases(answer, chain.targets);
    },
  };
}

function withAliases<Type extends DnsType>(
  answer: Awaited<ReturnType<typeof query<Type>>>,
  aliases: readonly string[],
): DnsAnswer<DnsValues[Type]> {
  return answer.kind === 'unanswered' ? answer : { ...answer, aliases };
}

/** The library follows aliases without telling of them, so they are asked for one by one. */
async function aliasesOf(settings: QuerySettings, name: string) {
  const targets: string[] = [];
  for (let at = name; targets.length <= mostAliases; ) {
    const answer = await query(settings, at, 'CNAME');
    const [target] = answer.kind === 'found' ? answer.values : [];
    if (target === undefined) return { targets, loops: false };
    if (target === name || targets.includes(target)) return { targets: [...targets, target], loops: true };
    targets.push(target);
    at = target;
  }
  return { targets, loops: true };
}

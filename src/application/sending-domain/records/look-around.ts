import type { Dns } from '../../ports/dns.js';
import type { ExpectedRecord } from './expected-records.js';
import type { Advice } from './finding.js';

export interface Surroundings {
  readonly dns: Dns;
  readonly domain: string;
  readonly zone: string;
  /** Whether the record stands, as it should, at another name. */
  readonly standsAt: (name: string) => Promise<boolean>;
}

/** Where a record is that is not at its name; and where nothing is found, where it belongs. */
export async function lookAround(record: ExpectedRecord, surroundings: Surroundings): Promise<Advice> {
  const { dns, zone } = surroundings;
  for (const { code, name } of misplacedNames(record, surroundings)) {
    if (await surroundings.standsAt(name)) return { code, foundAt: name };
  }
  const servers = await dns.resolve(zone, 'NS');
  if (servers.kind === 'missing') return { code: 'no-name-servers', zone };
  return { code: 'not-published', nameServers: servers.kind === 'found' ? servers.values.toSorted().join(', ') : '' };
}

/** A provider appends its zone to what is typed; people leave out, or repeat, the part between domain and zone. */
function misplacedNames({ name, shownName }: ExpectedRecord, { domain, zone }: Surroundings) {
  const doubled = [...new Set([zone, domain])].map(
    (suffix) => ({ code: 'doubled-name', name: `${name}.${suffix}` }) as const,
  );
  if (domain === zone) return doubled;
  const beneath = name === domain ? '' : `${name.slice(0, -domain.length - 1)}.`;
  const moved = [`${beneath}${zone}`, `${shownName}.${domain}`];
  return [...doubled, ...moved.map((at) => ({ code: 'wrong-name', name: at }) as const)];
}

/** A label that no zone has, so that only a wildcard answers for it. */
const probe = 'posthorn-wildcard-probe';

/** The wildcard that gives these very values for a name; undefined where they are its own. */
export async function wildcardBehind(
  record: Pick<ExpectedRecord, 'name'>,
  domain: string,
  givesSame: (name: string) => Promise<boolean>,
): Promise<string | undefined> {
  const labels = record.name.split('.');
  const least = domain.split('.').length;
  let widest: string | undefined;
  for (let from = 1; labels.length - from >= least; from += 1) {
    const parent = labels.slice(from).join('.');
    if (!(await givesSame(`${probe}.${parent}`))) break;
    // A wildcard answers under names that are not there either, so that the last one is where it stands.
    widest = `*.${parent}`;
  }
  return widest;
}

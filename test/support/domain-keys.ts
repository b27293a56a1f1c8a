import type { RotationPorts, RotationSettings } from '../../src/application/sending-domain/dkim/advance-keys.js';
import type { Ports } from '../../src/application/shared/ports.js';
import { handle, load, type Provenance } from '../../src/application/shared/handle.js';
import type { DkimKey } from '../../src/domain/sending-domain/dkim-keys.js';
import type { DomainCreated } from '../../src/domain/sending-domain/events.js';
import {
  sendingDomain,
  type SendingDomainCommand,
  type ActiveDomain,
} from '../../src/domain/sending-domain/sending-domain.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { domainOpens } from './domain-facts.js';
import { context, region, type World } from './world.js';

export const provenance: Provenance = { context, region };
export const dayMs = 86_400_000;

/** One domain in a world, and a DNS that shows exactly the selectors in `published`. */
export class DomainWithKeys {
  readonly published = new Set<string>();
  readonly asked: string[] = [];
  private made = 0;

  private constructor(
    private readonly world: World,
    readonly domainId: string,
    private readonly settings: RotationSettings,
  ) {}

  static async create(
    world: World,
    changes: Partial<DomainCreated['data']> = {},
    settings: RotationSettings = { graceMs: 7 * dayMs, rotateAfterMs: null },
  ): Promise<DomainWithKeys> {
    const domain = new DomainWithKeys(world, domainOpens(changes).domainId, settings);
    await domain.run({ type: 'CreateDomain', domain: domainOpens(changes) });
    return domain;
  }

  /** Each call is another process. */
  rotation(): RotationPorts & Pick<Ports, 'hash'> {
    return {
      ...this.world.process(),
      makeDkimKey: async (algorithm) => {
        this.made += 1;
        return { privateKeyPem: `private ${algorithm} ${this.made}`, publicKey: `public${this.made}` };
      },
      dkimSelector: 'posthorn',
      isPublished: async (_domain, { selector }) => {
        this.asked.push(selector);
        return this.published.has(selector);
      },
      settings: this.settings,
    };
  }

  async run(command: SendingDomainCommand): Promise<void> {
    const handled = await handle(this.world.process(), sendingDomain, this.stream, command, provenance);
    if ('refused' in handled) throw new Error(`${command.type} was refused: ${handled.refused}`);
  }

  async state(): Promise<ActiveDomain> {
    const { state } = await load(this.world.process(), sendingDomain, this.stream);
    if (state.status !== 'active') throw new Error(`the domain is ${state.status}`);
    return state;
  }

  /** `selector algorithm role`, in the order in which they were made. */
  async keys(): Promise<readonly string[]> {
    return (await this.state()).dkimKeys.map(({ selector, algorithm, role }) => `${selector} ${algorithm} ${role}`);
  }

  async key(selector: string): Promise<DkimKey> {
    const key = (await this.state()).dkimKeys.find((one) => one.selector === selector);
    if (key === undefined) throw new Error(`no key under ${selector}`);
    return key;
  }

  async secretOf(selector: string): Promise<string | undefined> {
    return (await this.world.keys.getSecret((await this.key(selector)).secretName))?.toString();
  }

  /** A check saw these records and no others. */
  async checked(...seen: readonly string[]): Promise<void> {
    const findings = (await this.state()).dkimKeys.map(({ selector }) => ({
      record: {
        key: `dkim:${selector}`,
        status: seen.includes(selector) ? ('verified' as const) : ('missing' as const),
        found: [],
        advice: [],
      },
      neededFor: null,
    }));
    const at = new Date(this.world.clock.now()).toISOString();
    await this.run({ type: 'RecordCheck', findings, at, patienceMs: 3 * dayMs });
  }

  types(): Promise<readonly string[]> {
    return this.world.types(this.stream);
  }

  private get stream() {
    return streamName('domain', this.domainId);
  }
}

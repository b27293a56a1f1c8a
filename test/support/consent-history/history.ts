import { idAt } from '../recorded-events.js';
import { Broadcasts } from './broadcasts.js';
import { Kept, type SentBroadcast } from './kept.js';
import { Mailboxes } from './mailboxes.js';
import { addresses, type Scope, type Step } from './step.js';
import { ConsentSystem, topicOf } from './system.js';

/** More than any broadcast to so few people takes. */
const mostSteps = 12;

/** The same history in a server and in the model: who gets what is compared whenever something is sent. */
export class History {
  #kept = new Kept();
  #backup: { readonly kept: Kept; readonly putBack: () => void; readonly arrived: number } | undefined;
  readonly #mailboxes = new Mailboxes();
  #chains = 0;
  #rowIds = 0;
  /** Chains of which something arrived that the server has forgotten. */
  readonly #lost = new Set<number>();

  private constructor(
    private readonly system: ConsentSystem,
    private readonly broadcasts: Broadcasts,
  ) {}

  static async begin(): Promise<History> {
    const system = await ConsentSystem.begin();
    return new History(system, await Broadcasts.begin(system.world));
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      this.system.tick();
      await this.#take(step);
      await this.#learnIds();
    }
    for (const about of [0, 1, 2] as const) await this.#send(about);
    await this.#finish();
  }

  async #take(step: Step): Promise<void> {
    const { model, rows, ids } = this.#kept;
    switch (step.does) {
      case 'write': {
        const address = addresses[step.to] ?? '';
        const row = step.by === 'import' ? idAt(0x9000 + this.#rowIds++) : undefined;
        const outcome = await this.system.write(address, step.by, step.says, row);
        if (row !== undefined) rows.push({ ...step, id: row, isApplied: outcome !== 'unchanged' });
        return model.write(address, step.says, step.by === 'api-key');
      }
      case 'move': {
        const who = this.#someone(step.who);
        if (who === undefined) return undefined;
        await this.system.move(ids[who] ?? '', addresses[step.to] ?? '', step.says);
        return model.move(who, addresses[step.to] ?? '', step.says);
      }
      case 'half-move': {
        const who = this.#someone(step.who);
        if (who === undefined) return undefined;
        const to = addresses[step.to] ?? '';
        if (model.people[who]?.address === to) return undefined;
        await this.system.halfMove(ids[who] ?? '', to);
        return model.halfMove(who, to);
      }
      case 'repeat': {
        const row = rows[step.row % Math.max(1, rows.length)];
        // What changed nothing has left nothing to know it by.
        if (row === undefined || !row.isApplied) return undefined;
        await this.system.write(addresses[row.to] ?? '', row.by, row.says, row.id);
        return model.ask(addresses[row.to] ?? '');
      }
      case 'delete': {
        const who = this.#someone(step.who);
        if (who === undefined) return undefined;
        await this.system.remove(ids[who] ?? '');
        return model.remove(who);
      }
      case 'send':
        return this.#send(step.about);
      case 'leave':
      case 'choose':
      case 'complain':
        return this.#answer(step);
      default:
        return this.#broadcast(step);
    }
  }

  async #answer(step: Extract<Step, { readonly mail: number }>): Promise<void> {
    const { model, mails, reported } = this.#kept;
    const mail = mails[step.mail % Math.max(1, mails.length)];
    if (mail === undefined) return;
    switch (step.does) {
      case 'leave':
        await this.system.leave(mail.id, 'own');
        return model.no(mail.to, mail.address, mail.about);
      case 'choose':
        await this.system.leave(mail.id, this.system.chosen(step.wants));
        return model.choose(mail.to, mail.address, step.wants);
      case 'complain':
        // A second report of one email is no news.
        if (reported.has(mail.id)) return undefined;
        reported.add(mail.id);
        await this.system.complain(mail.id);
        return model.complain(mail.to, mail.address);
    }
  }

  async #broadcast(
    step: Exclude<
      Step,
      { readonly mail: number } | { readonly does: 'send' | 'write' | 'move' | 'half-move' | 'repeat' | 'delete' }
    >,
  ): Promise<void> {
    const { broadcasts } = this;
    switch (step.does) {
      case 'broadcast': {
        const { about } = step;
        this.#kept.broadcasts.push({ id: await broadcasts.send(topicOf(about)), chain: this.#chains++, about });
        return;
      }
      case 'again':
        await this.#again(this.#sent(step.of));
        return;
      case 'back-up':
        this.#backup = {
          kept: this.#kept.copy(),
          putBack: this.system.world.backUp(),
          arrived: this.#mailboxes.count,
        };
        return;
      case 'restore':
        return this.#restore();
      case 'decide':
        return this.#decide();
      case 'work': {
        const one = this.#sent(step.which);
        for (let taken = 0; one !== undefined && taken < step.steps; taken += 1) await broadcasts.step(one.id);
        return;
      }
      default: {
        const one = this.#sent(step.which);
        return one && this.#handle(one, step.does);
      }
    }
  }

  async #handle(one: SentBroadcast, does: 'deliver' | 'pause' | 'resume' | 'cancel'): Promise<void> {
    switch (does) {
      case 'deliver':
        return this.#deliver(one);
      case 'resume':
        // Who knows that it went out does not let it go on.
        return this.#lost.has(one.chain) ? undefined : this.broadcasts.resume(one.id);
      case 'pause':
      case 'cancel':
        return this.broadcasts[does](one.id);
    }
  }

  async #again(one: SentBroadcast | undefined): Promise<SentBroadcast | undefined> {
    // The log cannot leave out whom it has forgotten.
    if (one === undefined || this.#lost.has(one.chain)) return undefined;
    const id = await this.broadcasts.again(one.id);
    if (id === undefined) return undefined;
    const again = { ...one, id };
    this.#kept.broadcasts.push(again);
    return again;
  }

  async #deliver({ id, chain, about }: SentBroadcast): Promise<void> {
    const { model, ids, mails } = this.#kept;
    for (const { emailId, contactId } of await this.broadcasts.waiting(id)) {
      const address = await this.broadcasts.deliver(emailId);
      if (address === undefined) continue;
      const to = ids.indexOf(contactId);
      const isLeft = model.hasLeft(to, address, about);
      const isTwice = this.#mailboxes.had(chain, address, contactId);
      expect({ to, address, about, chain, isLeft, isTwice }).toMatchObject({ isLeft: false, isTwice: false });
      this.#mailboxes.put(chain, address, contactId);
      mails.push({ id: emailId, to, address, about });
    }
  }

  async #restore(): Promise<void> {
    if (this.#backup === undefined) return;
    const { kept, putBack, arrived } = this.#backup;
    putBack();
    this.#kept = kept.copy();
    for (const chain of this.#mailboxes.chainsSince(arrived)) this.#lost.add(chain);
    await this.broadcasts.restored();
  }

  async #decide(): Promise<void> {
    const known = new Set<string>();
    for (const { id, chain } of this.#kept.broadcasts) {
      if (!this.#lost.has(chain)) continue;
      known.add(id);
      for (const { emailId } of await this.broadcasts.waiting(id)) known.add(emailId);
    }
    await this.broadcasts.decide((id) => known.has(id));
  }

  /** Each broadcast comes to its end, and whoever did not have it and may gets it then. */
  async #finish(): Promise<void> {
    const { model, ids } = this.#kept;
    if (this.#backup !== undefined) await this.#decide();
    const whole = this.#kept.broadcasts.filter(({ chain }) => !this.#lost.has(chain));
    for (const one of whole) await this.#end(one);
    for (const chain of new Set(whole.map((one) => one.chain))) {
      const first = whole.find((one) => one.chain === chain);
      const again = await this.#again(first);
      if (again === undefined) continue;
      await this.#end(again);
      for (const who of model.living.filter((each) => model.gets(each, again.about))) {
        const address = model.people[who]?.address ?? '';
        const isHad = this.#mailboxes.had(chain, address, ids[who] ?? '');
        expect({ who, address, chain, isHad }).toMatchObject({ isHad: true });
      }
    }
  }

  async #end(one: SentBroadcast): Promise<void> {
    for (let step = 0; step < mostSteps; step += 1) {
      await this.broadcasts.resume(one.id);
      if (!(await this.broadcasts.step(one.id))) break;
    }
    expect(['sent', 'canceled']).toContain(await this.broadcasts.status(one.id));
    await this.#deliver(one);
  }

  /** To everyone there is. What was sent before and still waits is judged again. */
  async #send(about: Scope): Promise<void> {
    const { model, ids, mails } = this.#kept;
    const { people, living } = model;
    expect(new Set(living.map((who) => people[who]?.address)).size).toBe(living.length);
    for (const mail of mails) {
      const goes = await this.system.goes(mail.address, mail.about, ids[mail.to] ?? '');
      const isLeft = model.hasLeft(mail.to, mail.address, mail.about);
      if (goes) expect({ mail, isLeft }).toEqual({ mail, isLeft: false });
    }
    for (const to of living) {
      const address = people[to]?.address ?? '';
      const gets = await this.system.goes(address, about, ids[to] ?? '');
      expect({ to, address, about, gets }).toEqual({ to, address, about, gets: model.gets(to, about) });
      if (gets) mails.push({ id: await this.system.accept(address, about), to, address, about });
    }
  }

  #sent(number: number): SentBroadcast | undefined {
    const { broadcasts } = this.#kept;
    return broadcasts[number % Math.max(1, broadcasts.length)];
  }

  #someone(number: number): number | undefined {
    const { living } = this.#kept.model;
    return living[number % Math.max(1, living.length)];
  }

  async #learnIds(): Promise<void> {
    const { model, ids } = this.#kept;
    for (const [who, { address, isGone }] of model.people.entries()) {
      if (isGone || ids[who] !== undefined) continue;
      const id = await this.system.idAt(address);
      expect(id).toBeDefined();
      ids[who] = id ?? '';
    }
  }
}

import { PlainModel } from '../support/consent-history/plain-model.js';
import { addresses, histories, type Scope, type Step } from '../support/consent-history/step.js';
import { ConsentSystem } from '../support/consent-history/system.js';
import fc from '../support/properties.js';
import { idAt } from '../support/recorded-events.js';

interface Mail {
  readonly id: string;
  readonly to: number;
  readonly address: string;
  readonly about: Scope;
}

/** The same history in a server and in the model: who gets what is compared whenever something is sent. */
class History {
  readonly #model = new PlainModel();
  /** By number of the person. */
  readonly #ids: string[] = [];
  readonly #mails: Mail[] = [];
  readonly #rows: (Extract<Step, { does: 'write' }> & { readonly id: string; readonly isApplied: boolean })[] = [];
  readonly #reported = new Set<string>();

  constructor(private readonly system: ConsentSystem) {}

  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      this.system.tick();
      await this.#take(step);
      await this.#learnIds();
    }
    for (const about of [0, 1, 2] as const) await this.#send(about);
  }

  async #take(step: Step): Promise<void> {
    const model = this.#model;
    switch (step.does) {
      case 'write': {
        const address = addresses[step.to] ?? '';
        const row = step.by === 'import' ? idAt(0x9000 + this.#rows.length) : undefined;
        const outcome = await this.system.write(address, step.by, step.says, row);
        if (row !== undefined) this.#rows.push({ ...step, id: row, isApplied: outcome !== 'unchanged' });
        return model.write(address, step.says, step.by === 'api-key');
      }
      case 'move': {
        const who = this.#someone(step.who);
        if (who === undefined) return undefined;
        await this.system.move(this.#ids[who] ?? '', addresses[step.to] ?? '', step.says);
        return model.move(who, addresses[step.to] ?? '', step.says);
      }
      case 'half-move': {
        const who = this.#someone(step.who);
        if (who === undefined) return undefined;
        const to = addresses[step.to] ?? '';
        if (model.people[who]?.address === to) return undefined;
        await this.system.halfMove(this.#ids[who] ?? '', to);
        return model.halfMove(who, to);
      }
      case 'repeat': {
        const row = this.#rows[step.row % Math.max(1, this.#rows.length)];
        // What changed nothing has left nothing to know it by.
        if (row === undefined || !row.isApplied) return undefined;
        await this.system.write(addresses[row.to] ?? '', row.by, row.says, row.id);
        return model.ask(addresses[row.to] ?? '');
      }
      case 'delete': {
        const who = this.#someone(step.who);
        if (who === undefined) return undefined;
        await this.system.remove(this.#ids[who] ?? '');
        return model.remove(who);
      }
      case 'send':
        return this.#send(step.about);
      default:
        return this.#answer(step);
    }
  }

  async #answer(step: Extract<Step, { readonly mail: number }>): Promise<void> {
    const mail = this.#mails[step.mail % Math.max(1, this.#mails.length)];
    if (mail === undefined) return;
    switch (step.does) {
      case 'leave':
        await this.system.leave(mail.id, 'own');
        return this.#model.no(mail.to, mail.address, mail.about);
      case 'choose':
        await this.system.leave(mail.id, this.system.chosen(step.wants));
        return this.#model.choose(mail.to, mail.address, step.wants);
      case 'complain':
        // A second report of one email is no news.
        if (this.#reported.has(mail.id)) return undefined;
        this.#reported.add(mail.id);
        await this.system.complain(mail.id);
        return this.#model.complain(mail.to, mail.address);
    }
  }

  /** To everyone there is. What was sent before and still waits is judged again. */
  async #send(about: Scope): Promise<void> {
    const { people, living } = this.#model;
    expect(new Set(living.map((who) => people[who]?.address)).size).toBe(living.length);
    for (const mail of this.#mails) {
      const goes = await this.system.goes(mail.address, mail.about, this.#ids[mail.to] ?? '');
      const isLeft = this.#model.hasLeft(mail.to, mail.address, mail.about);
      if (goes) expect({ mail, isLeft }).toEqual({ mail, isLeft: false });
    }
    for (const to of living) {
      const address = people[to]?.address ?? '';
      const gets = await this.system.goes(address, about, this.#ids[to] ?? '');
      expect({ to, address, about, gets }).toEqual({ to, address, about, gets: this.#model.gets(to, about) });
      if (gets) this.#mails.push({ id: await this.system.accept(address, about), to, address, about });
    }
  }

  #someone(number: number): number | undefined {
    const { living } = this.#model;
    return living[number % Math.max(1, living.length)];
  }

  async #learnIds(): Promise<void> {
    for (const [who, { address, isGone }] of this.#model.people.entries()) {
      if (isGone || this.#ids[who] !== undefined) continue;
      const id = await this.system.idAt(address);
      expect(id).toBeDefined();
      this.#ids[who] = id ?? '';
    }
  }
}

// All of them where the long form of the suite runs.
const numRuns = process.env['PROPERTY_RUNS'] === 'all' ? 10_000 : 200;

const nothing = { about: 0, choice: 'nothing' } as const;
const written = { does: 'write', by: 'api-key', to: 0, says: nothing } as const;
const sent = { does: 'send', about: 1 } as const;
const away = { does: 'move', who: 0, to: 1, says: nothing } as const;
const back = { ...away, to: 0 } as const;
/** Each was wrong once, or would be where one place forgets it. */
const known: readonly (readonly Step[])[] = [
  [written, sent, away, { does: 'leave', mail: 0 }],
  [written, sent, away, written, { does: 'leave', mail: 0 }],
  [written, sent, away, { does: 'leave', mail: 0 }, { does: 'delete', who: 0 }, { ...written, by: 'import' }],
  [written, sent, away, { does: 'choose', mail: 0, wants: false }, { ...written, by: 'form' }],
  [written, sent, { does: 'delete', who: 0 }, { does: 'leave', mail: 0 }, { does: 'delete', who: 0 }, written],
  [{ ...written, to: 1, says: { about: 1, choice: 'no' } }, { does: 'delete', who: 0 }, written, away],
  [written, { ...away, says: { about: 2, choice: 'no' } }, { ...written, by: 'import' }, sent],
  [written, sent, { does: 'complain', mail: 0 }, away],
  [written, sent, away, { does: 'complain', mail: 0 }],
  [written, sent, away, { does: 'complain', mail: 0 }, back],
  [written, { does: 'half-move', who: 0, to: 1 }, { ...written, by: 'import', to: 1 }, written, sent],
  [
    { ...written, to: 1, says: { about: 1, choice: 'no' } },
    { does: 'delete', who: 0 },
    written,
    { does: 'half-move', who: 0, to: 1 },
    { does: 'delete', who: 0 },
    { ...written, to: 1 },
  ],
  [
    { ...written, by: 'import', says: { about: 0, choice: 'no' } },
    { ...written, to: 2 },
    away,
    { ...back, who: 1 },
    { does: 'repeat', row: 0 },
  ],
];

it('sends no one what they said no to, and everyone else gets it once, however addresses move', async () => {
  const history = async (steps: readonly Step[]) => new History(await ConsentSystem.begin()).run(steps);
  for (const steps of known) await history(steps);
  await fc.assert(fc.asyncProperty(histories, history), { numRuns });
});

import type { Said, Scope } from './step.js';

interface Person {
  address: string;
  moves: number;
  isGone: boolean;
  readonly noes: Set<Scope>;
}

/** People, addresses and their noes, as one would write them down by hand. */
export class PlainModel {
  /** In the order in which they came. */
  readonly people: Person[] = [];
  /** What was said no to under an address that no one has. */
  readonly #kept = new Map<string, Set<Scope>>();
  /** Who was on the way to an address when a process ended, and how often they had moved by then. */
  readonly #halfMoves = new Map<string, { readonly who: number; readonly moves: number }>();
  readonly #complained = new Set<string>();

  /** As it is now; what happens to the one changes nothing in the other. */
  copy(): PlainModel {
    const copied = new PlainModel();
    copied.people.push(...structuredClone(this.people));
    for (const [address, noes] of this.#kept) copied.#kept.set(address, new Set(noes));
    for (const [address, half] of this.#halfMoves) copied.#halfMoves.set(address, half);
    for (const address of this.#complained) copied.#complained.add(address);
    return copied;
  }

  at(address: string): number | undefined {
    const found = this.people.findIndex((each) => !each.isGone && each.address === address);
    return found === -1 ? undefined : found;
  }

  get living(): readonly number[] {
    return this.people.flatMap(({ isGone }, who) => (isGone ? [] : [who]));
  }

  write(address: string, says: Said, mayBringBack: boolean): void {
    this.#finishMove(address);
    const who = this.at(address) ?? this.#begin(address);
    this.#say(this.people[who], says, mayBringBack);
  }

  move(who: number, to: string, says: Said): void {
    const person = this.people[who];
    if (person?.address !== to) this.#finishMove(to);
    if (person === undefined || person.address === to) return this.#say(person, says, true);
    if (this.at(to) !== undefined) return;
    this.#go(person, to, says.choice === 'no' ? [says.about] : []);
    this.#say(person, says, true);
  }

  halfMove(who: number, to: string): void {
    this.#finishMove(to);
    if (this.at(to) === undefined) this.#halfMoves.set(to, { who, moves: this.people[who]?.moves ?? 0 });
  }

  /** Somebody asks who has the address, and changes nothing else. */
  ask(address: string): void {
    this.#finishMove(address);
  }

  remove(who: number): void {
    const person = this.people[who];
    if (person === undefined) return;
    this.#free(person, []);
    person.isGone = true;
  }

  /** Somebody who reads what was sent to `sentTo` at `address` says no. */
  no(sentTo: number, address: string, scope: Scope): void {
    const person = this.people[sentTo];
    if (person?.isGone === false) person.noes.add(scope);
    this.#finishMove(address);
    const now = this.at(address);
    if (now !== undefined) this.people[now]?.noes.add(scope);
    else if (person?.isGone === false) this.#kept.set(address, new Set([...this.keptAt(address), scope]));
    else this.people[this.#begin(address)]?.noes.add(scope);
  }

  /** The page of an email that somebody sends back, with all of it or with nothing. */
  choose(sentTo: number, address: string, wants: boolean): void {
    const person = this.people[sentTo];
    const isMoved = person?.isGone === false && person.address !== address;
    if (wants && isMoved) return this.#finishMove(address);
    if (!wants) {
      for (const scope of [0, 1, 2] as const) this.no(sentTo, address, scope);
      return;
    }
    this.#finishMove(address);
    this.people[this.at(address) ?? this.#begin(address)]?.noes.clear();
  }

  complain(sentTo: number, address: string): void {
    const person = this.people[sentTo];
    if (person?.isGone === false) person.noes.add(0);
    this.#complained.add(address);
  }

  /** Whether what was sent before and still waits must not go any more. */
  hasLeft(sentTo: number, address: string, scope: Scope): boolean {
    const person = this.people[sentTo];
    const said = person?.isGone === false ? person.noes : new Set();
    const holder = this.at(address);
    const saidThere = holder === undefined ? this.keptAt(address) : this.people[holder]?.noes;
    const hasSaid = [said, saidThere].some((noes) => noes?.has(0) === true || noes?.has(scope) === true);
    return hasSaid || this.#complained.has(address);
  }

  gets(who: number, scope: Scope): boolean {
    const { noes, address, isGone } = this.people[who] ?? { noes: new Set(), address: '', isGone: true };
    return !isGone && !noes.has(0) && !noes.has(scope) && !this.#complained.has(address);
  }

  keptAt(address: string): ReadonlySet<Scope> {
    return this.#kept.get(address) ?? new Set();
  }

  #begin(address: string): number {
    return this.people.push({ address, moves: 0, isGone: false, noes: new Set(this.keptAt(address)) }) - 1;
  }

  /** Who asks for an address ends what a process has left half done. */
  #finishMove(address: string): void {
    const half = this.#halfMoves.get(address);
    this.#halfMoves.delete(address);
    const person = half === undefined ? undefined : this.people[half.who];
    if (person !== undefined && !person.isGone && person.moves === half?.moves) this.#go(person, address, []);
  }

  #go(person: Person, to: string, saidNow: readonly Scope[]): void {
    this.#free(person, saidNow);
    person.address = to;
    person.moves += 1;
    for (const scope of this.#kept.get(to) ?? []) person.noes.add(scope);
  }

  #free({ address, noes }: Person, saidNow: readonly Scope[]): void {
    this.#kept.set(address, new Set([...noes, ...saidNow]));
  }

  #say(person: Person | undefined, { about, choice }: Said, mayBringBack: boolean): void {
    if (choice === 'no') person?.noes.add(about);
    if (choice === 'yes' && mayBringBack) person?.noes.delete(about);
  }
}

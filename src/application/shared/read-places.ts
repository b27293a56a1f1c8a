/** How many long reads may be under way and wait, of one person (or key) and of all teams of one owner. */
export interface ReadPlaceLimits {
  readonly ofPerson: number;
  readonly ofOwner: number;
  readonly waitingOfPerson: number;
  readonly waitingOfOwner: number;
}

const defaultReadPlaces: ReadPlaceLimits = { ofPerson: 2, ofOwner: 4, waitingOfPerson: 8, waitingOfOwner: 16 };

const retryAfterSeconds = 2;

/** More searches and other long reads than may wait: to be asked again. */
export class TooManyReads extends Error {
  readonly code = 'too-many-reads';
  readonly retryAfterSeconds = retryAfterSeconds;
}

interface Waiting {
  readonly person: string;
  readonly start: () => void;
}

interface Owner {
  readonly underWay: string[];
  readonly waiting: Waiting[];
}

/** Few long reads at once of each person and each owner; some more wait in line, and others are refused. */
export class ReadPlaces {
  private readonly owners = new Map<string, Owner>();

  constructor(private readonly limits: ReadPlaceLimits = defaultReadPlaces) {}

  /** Rejects with {@link TooManyReads} where the line is full. */
  async run<Result>(owner: string, person: string, work: () => Promise<Result>): Promise<Result> {
    await this.enter(owner, person);
    try {
      return await work();
    } finally {
      this.leave(owner, person);
    }
  }

  private async enter(owner: string, person: string): Promise<void> {
    const own = this.owners.get(owner) ?? { underWay: [], waiting: [] };
    this.owners.set(owner, own);
    if (this.hasPlace(own, person)) {
      own.underWay.push(person);
      return;
    }
    const ofPerson = own.waiting.filter((each) => each.person === person).length;
    if (own.waiting.length >= this.limits.waitingOfOwner || ofPerson >= this.limits.waitingOfPerson) {
      throw new TooManyReads('too many long reads wait');
    }
    await new Promise<void>((start) => own.waiting.push({ person, start }));
  }

  private leave(owner: string, person: string): void {
    const own = this.owners.get(owner);
    if (own === undefined) return;
    own.underWay.splice(own.underWay.indexOf(person), 1);
    const next = own.waiting.findIndex((each) => this.hasPlace(own, each.person));
    const [started] = next < 0 ? [] : own.waiting.splice(next, 1);
    if (started !== undefined) {
      own.underWay.push(started.person);
      started.start();
    }
    if (own.underWay.length === 0) this.owners.delete(owner);
  }

  private hasPlace({ underWay }: Owner, person: string): boolean {
    const ofPerson = underWay.filter((each) => each === person).length;
    return underWay.length < this.limits.ofOwner && ofPerson < this.limits.ofPerson;
  }
}

import { type Place, placeName } from './log-address.js';
import type { Member } from './members.js';

export interface Round {
  /** Named by members that answered, itself among them; undefined: there is none. */
  readonly leader: Place | undefined;
  /** That anybody named. */
  readonly members: readonly Member[];
}

/**
 * Asks the members for their leader, all at once, and those that they name. One that is only named may have stopped
 * answering long ago: for many seconds its followers go on naming a leader that hangs. So a leader is who says so
 * itself; where several do, whom most name. `ask` has a time limit.
 */
export function findLeader(first: readonly Place[], ask: (place: Place) => Promise<readonly Member[]>): Promise<Round> {
  return new Promise((resolve) => {
    const asked = new Set<string>();
    const answers = new Map<string, readonly Member[]>();
    const known = new Map<string, Member>();
    let waitingFor = 0;

    function round(leader: Place | undefined): Round {
      return { leader, members: [...known.values()] };
    }

    function askAt(place: Place): void {
      const name = placeName(place);
      if (asked.has(name)) return;
      asked.add(name);
      waitingFor += 1;
      void ask(place)
        .then(
          (members) => note(name, members),
          () => undefined,
        )
        .finally(() => {
          waitingFor -= 1;
          if (waitingFor === 0) resolve(round(mostNamed().leader));
        });
    }

    function note(name: string, members: readonly Member[]): void {
      answers.set(name, members);
      for (const member of members) known.set(placeName(member.place), member);
      for (const { place } of members) askAt(place);
      const { leader, votes } = mostNamed();
      // The others cannot name another as often.
      if (votes > known.size / 2) resolve(round(leader));
    }

    /** The member with the most votes, among those that say they lead. */
    function mostNamed(): { readonly leader: Place | undefined; readonly votes: number } {
      let best: { leader: Place | undefined; votes: number } = { leader: undefined, votes: 0 };
      for (const [name, { place }] of known) {
        if (!names(name, name)) continue;
        // A member may have been asked under another name too: it has one vote.
        const votes = [...known.keys()].filter((voter) => names(voter, name)).length;
        if (votes > best.votes) best = { leader: place, votes };
      }
      return best;
    }

    const names = (voter: string, name: string): boolean =>
      answers.get(voter)?.some(({ place, leads }) => leads && placeName(place) === name) === true;

    for (const place of first) askAt(place);
  });
}

const maxAtOnce = 8;

/** So many look-ups of one team at once: names that hang keep the team's own waiting, and no others. */
export class LookupTurns {
  readonly #teams = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  async take<Result>(teamId: string, work: () => Promise<Result>): Promise<Result> {
    const team = this.#teams.get(teamId) ?? { running: 0, waiting: [] };
    this.#teams.set(teamId, team);
    if (team.running >= maxAtOnce) await new Promise<void>((resolve) => team.waiting.push(resolve));
    else team.running += 1;
    try {
      return await work();
    } finally {
      const next = team.waiting.shift();
      // The turn passes on.
      if (next !== undefined) next();
      else {
        team.running -= 1;
        if (team.running === 0) this.#teams.delete(teamId);
      }
    }
  }
}

/**
 * The jobs that this process has begun. Each says so before its first step, as a fact, and takes it back where the
 * process lives on without it or stops in order: what is left are the jobs that ended a process.
 */
export class BegunJobs {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** `say`: writes the fact. Called once for each job, until it is left. */
  async begin(id: string, say: () => Promise<unknown>): Promise<void> {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    await say().catch((error: unknown) => {
      this.#ids.delete(id);
      throw error;
    });
  }

  /** It ended, or waits for a person: there is nothing to take back. */
  forget(id: string): void {
    this.#ids.delete(id);
  }

  /** `say`: takes the fact back. What cannot be written counts as an end of the process. */
  async leave(id: string, say: () => Promise<unknown>): Promise<void> {
    if (!this.#ids.delete(id)) return;
    await say().catch(() => undefined);
  }

  async leaveAll(say: (id: string) => Promise<unknown>): Promise<void> {
    for (const id of [...this.#ids]) await this.leave(id, () => say(id));
  }
}

import { type Locator, type Page } from 'playwright-core';

type File = Parameters<Locator['setInputFiles']>[0];

/** What a task took of who did it. */
export interface Effort {
  readonly clicks: number;
  /** Presses of keys that type nothing into a field. */
  readonly keys: number;
  /** Fields that were typed into. */
  readonly fields: number;
  readonly ms: number;
}

/** Tabs until something has the focus; beyond, no one would go on. */
const mostTabs = 60;

/** In the page, whose types the tests do not have. */
function hasFocus(element: unknown): boolean {
  const { ownerDocument } = element as { readonly ownerDocument: { readonly activeElement: unknown } };
  return ownerDocument.activeElement === element;
}

/** The hands of a person at a page, which are counted. */
export class Hands {
  private clicks = 0;
  private keys = 0;
  private fields = 0;
  private readonly beganMs = performance.now();

  /** `isTouch`: a click is a tap. */
  constructor(
    readonly page: Page,
    private readonly isTouch = false,
  ) {}

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await this.touch(target);
  }

  /** Opens a list, and takes one of its options. */
  async choose(target: Locator, option: string): Promise<void> {
    this.clicks += 2;
    await target.selectOption(option);
  }

  /** Opens the browser's own choice of a file. */
  async chooseFile(target: Locator, file: File): Promise<void> {
    this.clicks += 1;
    await target.setInputFiles(file);
  }

  /** Types into a field, which is gone into unless it has the focus: that is part of it, and no click of its own. */
  async fill(target: Locator, text: string): Promise<void> {
    await target.waitFor();
    // What was typed before may move the field while it is touched.
    for (let tries = 0; !(await target.evaluate(hasFocus)); tries += 1) {
      if (tries === 3) throw new Error(`${String(target)} takes no focus`);
      await this.touch(target);
    }
    if (!this.isTouch) return this.type(text);
    // A phone puts in what its keyboard has made of the taps.
    this.fields += 1;
    await target.fill(text);
  }

  private touch(target: Locator): Promise<void> {
    return this.isTouch ? target.tap() : target.click();
  }

  async type(text: string): Promise<void> {
    this.fields += 1;
    await this.page.keyboard.type(text);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** From where the focus is, by as many tabs as it takes. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      if (await target.evaluate(hasFocus)) return;
      await this.press('Tab');
    }
    throw new Error(`not reached by ${mostTabs} tabs: ${target.toString()}`);
  }

  effort(): Effort {
    const { clicks, keys, fields } = this;
    return { clicks, keys, fields, ms: performance.now() - this.beganMs };
  }
}

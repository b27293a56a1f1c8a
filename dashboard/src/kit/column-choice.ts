/** Which columns a person wants to see, and in which order, by their titles. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Optional ones that were chosen. */
  readonly added: readonly string[];
}

export const noChoice: ColumnChoice = { order: [], hidden: [], added: [] };

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** What was kept; a page of another build may have kept something else. */
export function choiceIn(kept: unknown): ColumnChoice {
  if (typeof kept !== 'object' || kept === null) return noChoice;
  const { order, hidden, added } = { order: null, hidden: null, added: null, ...kept };
  return {
    order: isTexts(order) ? order : [],
    hidden: isTexts(hidden) ? hidden : [],
    added: isTexts(added) ? added : [],
  };
}

interface Titled {
  readonly title: string;
  readonly isOptional?: boolean;
}

export const isShown = ({ hidden, added }: ColumnChoice, { title, isOptional = false }: Titled): boolean =>
  isOptional ? added.includes(title) : !hidden.includes(title);

/** All of them as they are ordered: one that is newer than the choice stays beside the one that it follows. */
export function ordered<Each extends Titled>(columns: readonly Each[], { order }: ColumnChoice): readonly Each[] {
  const placeOf = ({ title }: Titled): number => {
    const own = order.indexOf(title);
    if (own !== -1) return own;
    const before = columns
      .slice(
        0,
        columns.findIndex((each) => each.title === title),
      )
      .reverse();
    return before.map((each) => order.indexOf(each.title)).find((place) => place !== -1) ?? -1;
  };
  return order.length === 0 ? columns : columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** With this column shown or hidden. */
export function toggled(choice: ColumnChoice, { title, isOptional = false }: Titled): ColumnChoice {
  const kind = isOptional ? 'added' : 'hidden';
  const named = choice[kind];
  return { ...choice, [kind]: named.includes(title) ? named.filter((each) => each !== title) : [...named, title] };
}

/** With the column at `place` of the titles moved by one. */
export function moved(choice: ColumnChoice, titles: readonly string[], place: number, by: -1 | 1): ColumnChoice {
  const order = [...titles];
  const [taken] = order.splice(place, 1);
  if (taken === undefined) return choice;
  order.splice(place + by, 0, taken);
  return { ...choice, order };
}

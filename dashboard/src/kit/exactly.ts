/** Words for these names and for no others: of words that lack one or have one beyond them, none is assignable. */
export type Exactly<Names extends string, Words> = Readonly<Record<Names, string>> &
  Readonly<Record<Exclude<keyof Words, Names>, never>>;

declare const found: unique symbol;

/**
 * What a limit counts under: what was found, never what was typed, or each way of writing it would have a limit of its
 * own. Made where something is looked up (`foundKey`).
 */
export type LimitKey = string & { readonly [found]: true };

/** Counts the opening of what a link leads to, once it was found; rejects where there were too many. */
export type CountOpening = (key: LimitKey) => Promise<void>;

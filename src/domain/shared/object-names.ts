const ofEveryObject: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/**
 * A name that every object of a program has already, such as `__proto__` or `constructor`: nothing that a customer
 * names may be called so, or what reads it finds something where nothing was written.
 */
export const isObjectName = (name: string): boolean => ofEveryObject.has(name);

/*
 * What a person has typed into a form that is still open: a form that was sent may come back with a problem. Fields
 * outside of forms narrow what is shown, and are in the address.
 */

type Field = HTMLInputElement | HTMLTextAreaElement;

const typed = new Set<Field>();

/** Called once: listens to every form of the page. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => {
    if (isField(target) && target.form !== null) typed.add(target);
  });
}

/** Whether leaving the page would lose something. */
export function hasUnsaved(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
  return [...typed].some(({ value }) => value !== '');
}

/** What was typed into the form is saved, or no longer wanted. */
export function forgetTyped(form: HTMLFormElement): void {
  for (const field of typed) if (field.form === form) typed.delete(field);
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

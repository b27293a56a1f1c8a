/** @returns false when the browser keeps it shut, and only a selection can be copied. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Absent on plain http from another machine, or refused by the person.
    return false;
  }
}

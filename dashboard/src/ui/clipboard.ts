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

/** Copies also without https, where browsers keep the clipboard shut to scripts but not to a selection. */
export async function copyText(text: string): Promise<boolean> {
  return (await toClipboard(text)) || bySelection(text);
}

function bySelection(text: string): boolean {
  const { activeElement } = document;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  // Deprecated, and the only way that browsers leave to a page without https.
  const isCopied = document.execCommand('copy');
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied;
}

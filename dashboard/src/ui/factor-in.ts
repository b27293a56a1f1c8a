/** Apps show six digits; what else is typed is one of the codes on paper. */
export function factorIn(typed: string) {
  const code = typed.replaceAll(' ', '');
  return /^\d{6}$/.test(code) ? { code } : { recovery_code: typed.trim() };
}

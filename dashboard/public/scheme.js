// Before the first paint, so that a dark page is never white for a moment. It is a file because the page's policy allows no inline script.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('posthorn-color-scheme') ?? 'auto';
  } catch {
    // Storage is switched off: the system's choice is taken.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();

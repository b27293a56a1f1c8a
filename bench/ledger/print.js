// The ledger as a table of Markdown: a row for each thing that is counted, a column for each thread.
const shown = ['main', 'delivery', 'projections', 'event-log', 'vault', 'pool'];
/** A thing that an email causes less often is noise of what else the server does. */
const least = 0.05;

/** `there`: the same of another checkout, whose sums stand beside. */
export function printLedger(here, there) {
  const table = [...new Set([...here.keys(), ...(there?.keys() ?? [])])]
    .map((what) => ({ what, row: here.get(what) ?? {}, all: sum(here.get(what)), other: sum(there?.get(what)) }))
    .filter(({ all, other }) => Math.max(all, other) >= least)
    .sort((one, two) => two.all - one.all);
  const heads = ['for one email', ...shown, 'all', ...(there ? ['beside', 'more'] : [])];
  line(heads);
  line(heads.map(() => '---'));
  for (const { what, row, all, other } of table) {
    const compared = there ? [short(other), `${all >= other ? '+' : ''}${short(all - other)}`] : [];
    line([what, ...shown.map((thread) => short(row[thread] ?? 0)), short(all), ...compared]);
  }
}

const line = (cells) => console.log(`| ${cells.join(' | ')} |`);
const sum = (row = {}) => Object.values(row).reduce((total, number) => total + number, 0);

function short(number) {
  if (Math.abs(number) >= 20) return Math.round(number).toLocaleString('en');
  return String(Math.round(number * 10) / 10 || 0);
}

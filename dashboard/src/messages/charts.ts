/** Words of a `ChartCard`. */
export const chartWords = {
  asTable: 'Show as table',
  asChart: 'Show as chart',
  download: 'Download CSV',
  tableOf: (title: string) => `${title}: table`,
  emails: (count: string, name: string, row: string) => `${count} ${name}, ${row}: view emails`,
} as const;

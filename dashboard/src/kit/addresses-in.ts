/** What is between commas, but for those in a quoted name: `"Ada, of sales" <ada@example.com>`. */
export const addressesIn = (text: string): string[] =>
  (text.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((each) => each.trim()).filter((each) => each !== '');

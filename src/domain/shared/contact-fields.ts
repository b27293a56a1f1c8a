import { keysOf } from './members.js';

interface ContactFieldDefinition {
  /** In the API, in filters, as a column of files and as a merge tag: no property may have it as its key. */
  readonly wireName: string;
  /** What people read. */
  readonly label: string;
  readonly maxCharacters: number;
  /** What other programs call its column, in all languages: with commas between them, as they are folded. */
  readonly columnNames: readonly string[];
}

/**
 * The texts that a team keeps of a contact beside its address. A row here is in the API and its document, on the
 * command line, in webhooks, files, imports and their undo, filters, searches, merge tags and exports of a person.
 * Events that were stored before a field have null for it.
 */
const contactFields = {
  firstName: {
    wireName: 'first_name',
    label: 'First name',
    maxCharacters: 255,
    columnNames: [
      'first name,firstname,given name,givenname,forename,fname,first,name first,first names,billing first name,customer first name',
      'vorname,prénom,nombre de pila,primer nombre,primeiro nome,nome proprio,voornaam,imię,jméno,křestní jméno,förnamn,fornavn,etunimi',
      'keresztnév,utónév,prenume,имя,ім я,ad,adı,isim,όνομα,名,名前 名,名字,이름',
    ],
  },
  lastName: {
    wireName: 'last_name',
    label: 'Last name',
    maxCharacters: 255,
    columnNames: [
      'last name,lastname,surname,family name,familyname,lname,last,name last,last names,billing last name,customer last name,second name',
      'nachname,familienname,zuname,nom de famille,apellido,apellidos,cognome,sobrenome,apelido,achternaam,familienaam',
      'nazwisko,příjmení,priezvisko,efternamn,efternavn,etternavn,sukunimi,vezetéknév,фамилия,прізвище,soyad,soyadı,soyisim,επώνυμο,姓,성',
    ],
  },
} as const satisfies Readonly<Record<string, ContactFieldDefinition>>;

export type ContactField = keyof typeof contactFields;
/** The two that make a name: an import divides a full name between them, and knows by one what is beside it. */
export const [givenName, familyName] = ['firstName', 'lastName'] as const satisfies readonly ContactField[];
export type ContactWireName = (typeof contactFields)[ContactField]['wireName'];
export type ContactFieldRow = (typeof contactFields)[ContactField];
/** Null where nothing is known. */
export type ContactFieldValues = Readonly<Record<ContactField, string | null>>;

const keys = keysOf(contactFields);

/** Something for each field, in their order. */
export const eachContactField = <Item>(of: (key: ContactField, row: ContactFieldRow) => Item): readonly Item[] =>
  keys.map((key) => of(key, contactFields[key]));

/** Something for each field, under the names of the code. */
export const byContactField = <Value>(of: (key: ContactField, row: ContactFieldRow) => Value) =>
  // A row each.
  Object.fromEntries(eachContactField((key, row) => [key, of(key, row)])) as Record<ContactField, Value>;

/** Something for each field, under the names of the wire. */
export const byContactWireName = <Value>(of: (key: ContactField, row: ContactFieldRow) => Value) =>
  // A row each.
  Object.fromEntries(eachContactField((key, row) => [row.wireName, of(key, row)])) as Record<ContactWireName, Value>;

export const contactWireNames: readonly string[] = eachContactField((_key, { wireName }) => wireName);

/** `FIRST_NAME`: what is in triple braces, in broadcasts also `contact.first_name`. */
export const mergeTagOf = ({ wireName }: Pick<ContactFieldRow, 'wireName'>): string => wireName.toUpperCase();
export const contactMergeTags: readonly string[] = eachContactField((_key, row) => mergeTagOf(row));

/** Nothing is known of the person. */
export const noContactFields: ContactFieldValues = byContactField(() => null);

import { expect, test } from 'vitest';
import type { ImportField } from '#contract/imports.ts';
import { columnsToRemember, readColumns } from './columns.ts';
import { foldTitle, nameWords, synonyms } from './synonyms.ts';

const fieldsOf = (...titles: string[]) =>
  readColumns(1, titles, {}).columns.map(({ field }) => field);

test.each([
  ['the specified names', ['company_name', 'first_name', 'last_name', 'email']],
  ['spaces and capitals', [' Company Name', 'FIRST NAME', 'Last-Name', 'E-Mail']],
  ['English', ['Company', 'Given name', 'Surname', 'E-mail address']],
  ['German', ['Firma', 'Vorname', 'Nachname', 'E-Mail-Adresse']],
  ['German with Name', ['Unternehmen', 'Vorname', 'Name', 'E-Mail']],
  ['French', ['Société', 'Prénom', 'Nom', 'Courriel']],
  ['Spanish', ['Empresa', 'Nombre', 'Apellidos', 'Correo electrónico']],
  ['Italian', ['Azienda', 'Nome', 'Cognome', 'Posta elettronica']],
  ['Portuguese', ['Empresa', 'Nome', 'Sobrenome', 'E-mail']],
  ['Dutch', ['Bedrijf', 'Voornaam', 'Achternaam', 'E-mailadres']],
  ['Polish', ['Nazwa firmy', 'Imię', 'Nazwisko', 'Adres e-mail']],
  ['German as customers', ['Kunde', 'Vorname', 'Nachname', 'Geschäftliche E-Mail']],
  ['Czech', ['Společnost', 'Jméno', 'Příjmení', 'E-mailová adresa']],
  ['Danish', ['Firmanavn', 'Fornavn', 'Efternavn', 'E-mailadresse']],
  ['Finnish', ['Yrityksen nimi', 'Etunimi', 'Sukunimi', 'Sähköpostiosoite']],
  ['Hungarian', ['Cég', 'Keresztnév', 'Vezetéknév', 'E-mail cím']],
  ['Swedish', ['Företag', 'Förnamn', 'Efternamn', 'E-post']],
])('A header row in %s needs no answer', (_, titles) => {
  expect(fieldsOf(...titles)).toEqual(['company_name', 'first_name', 'last_name', 'email']);
  expect(readColumns(1, titles, {})).toMatchObject({ by: 'names', missing: [], problems: [] });
});

test.each([
  ['Phone', 'phone_number'],
  ['Mobile #', 'phone_number'],
  ['Telefonnummer', 'phone_number'],
  ['Téléphone', 'phone_number'],
  ['Web-Site', 'website'],
  ['URL', 'website'],
  ['Job Title', 'title'],
  ['Position', 'title'],
  ['Land', 'country'],
  ['País', 'country'],
  ['Ansprechpartner', 'full_name'],
  ['Contact Name', 'full_name'],
  ['Name', 'full_name'],
  ['Favourite colour', null],
  ['__proto__', null],
  ['constructor', null],
  ['', null],
  ['Kunde', 'company_name'],
  ['Kunde*in', 'company_name'],
  ['Raison sociale', 'company_name'],
  ['Cliente', 'company_name'],
  ['Nome dell’azienda', 'company_name'],
  ['Organização', 'company_name'],
  ['Klantnaam', 'company_name'],
  ['Spółka', 'company_name'],
  ['Bolag', 'company_name'],
  ['Selskab', 'company_name'],
  ['Asiakas', 'company_name'],
  ['Název společnosti', 'company_name'],
  ['Cégnév', 'company_name'],
  ['Şirket adı', 'company_name'],
  ['Ansprechpartner/in', 'full_name'],
  ['Ansprechperson', 'full_name'],
  ['Personne de contact', 'full_name'],
  ['Nombre de contacto', 'full_name'],
  ['Nominativo', 'full_name'],
  ['Pessoa de contacto', 'full_name'],
  ['Contactnaam', 'full_name'],
  ['Osoba kontaktowa', 'full_name'],
  ['Yhteyshenkilö', 'full_name'],
  ['Geschäftliche E-Mail', 'email'],
  ['Adresse de courriel', 'email'],
  ['Dirección de correo', 'email'],
  ['Endereço de e-mail', 'email'],
  ['E-postadress', 'email'],
  ['Festnetz', 'phone_number'],
  ['N° de téléphone', 'phone_number'],
  ['No de téléphone', 'phone_number'],
  ['Teléfono móvil', 'phone_number'],
  ['Telefon komórkowy', 'phone_number'],
  ['Webadresse', 'website'],
  ['Strona internetowa', 'website'],
  ['Hemsida', 'website'],
  ['Stellenbezeichnung', 'title'],
  ['Mansione', 'title'],
  ['Befattning', 'title'],
  ['Państwo', 'country'],
  ['Země', 'country'],
])('A column %s alone is read as %s', (title, field) => {
  expect(fieldsOf(title)).toEqual([field]);
});

test('A whole name is only taken apart where its parts have no columns', () => {
  expect(fieldsOf('Contact', 'First name', 'Last name')).toEqual([null, 'first_name', 'last_name']);
  expect(fieldsOf('Contact', 'Company', 'Email')).toEqual(['full_name', 'company_name', 'email']);
  expect(readColumns(1, ['Contact', 'Company', 'Email'], {}).missing).toEqual([]);
});

test('The specified name wins over a synonym, and the first synonym over a later one', () => {
  expect(fieldsOf('Mobile', 'phone_number', 'Phone')).toEqual([null, 'phone_number', null]);
  expect(fieldsOf('Mobile', 'Phone')).toEqual(['phone_number', null]);
});

test('A specified name that stands twice is asked about', () => {
  const { problems } = readColumns(3, ['email', 'E-Mail', ' EMAIL '], {});
  const message = 'Column email appears more than once';
  expect(problems).toEqual([{ row: 3, column: 'email', value: 'EMAIL', message }]);
});

test('What cannot be mapped is missing', () => {
  expect(readColumns(1, ['Firma', 'Wer', 'E-Mail'], {}).missing).toEqual([
    'first_name',
    'last_name',
  ]);
});

test('An answer decides alone', () => {
  const titles = ['Firma', 'Wer', 'E-Mail'];
  const choice = [
    { index: 1, field: 'full_name' },
    { index: 0, field: 'company_name' },
  ] as const satisfies { index: number; field: ImportField }[];
  const chosen = readColumns(1, titles, { choice });
  expect(chosen).toMatchObject({ by: 'choice', missing: ['email'] });
  expect(chosen.columns.map(({ field }) => field)).toEqual(['company_name', 'full_name', null]);
});

test('An answer is remembered for a set of titles, in whatever order, and with our column Errors', () => {
  const choice = [
    { index: 2, field: 'email' },
    { index: 1, field: 'full_name' },
    { index: 0, field: 'company_name' },
  ] as const satisfies { index: number; field: ImportField }[];
  const { key, columns } = readColumns(1, ['Eins', 'Zwei', 'Zwei'], { choice });
  const memory = { [key]: columnsToRemember(columns) };
  const again = (...titles: string[]) => readColumns(7, titles, { memory });
  expect(again(' EINS', 'zwei', 'Zwei ').columns).toMatchObject([
    { field: 'company_name' },
    { field: 'full_name' },
    { field: 'email' },
  ]);
  expect(again('Zwei', 'Zwei', 'Eins', '', 'Errors')).toMatchObject({
    by: 'memory',
    missing: [],
    columns: [
      { field: 'full_name' },
      { field: 'email' },
      { field: 'company_name' },
      { field: null },
      { field: null },
    ],
  });
  expect(again('Eins', 'Zwei').by).toBe('names');
  expect(again('Eins', 'Zwei', 'Zwei', 'Drei').by).toBe('names');
});

test('A file that names its columns as specified is read as specified, whatever was answered', () => {
  const titles = ['company_name', 'first_name', 'last_name', 'email'];
  const swapped = [0, 2, 1, 3].map((index, at) => ({
    index,
    field: titles[at] as ImportField,
  }));
  const { key, columns } = readColumns(1, titles, { choice: swapped });
  const again = readColumns(1, titles, { memory: { [key]: columnsToRemember(columns) } });
  expect(again.by).toBe('names');
  expect(again.columns.map(({ field }) => field)).toEqual(titles);
});

test('No synonym stands for two fields, and each is written as titles are compared', () => {
  const all = Object.values(synonyms).flat();
  expect(all.filter((title, index) => all.indexOf(title) !== index)).toEqual([]);
  expect(all.filter((title) => foldTitle(title) !== title)).toEqual([]);
  expect(all.filter((title) => nameWords.has(title))).toEqual([]);
});

test('Of a title only as much is looked at as a name can have', () => {
  expect(foldTitle('e'.repeat(5_000))).toHaveLength(200);
});

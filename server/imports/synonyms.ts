import type { ImportField } from '#contract/imports.ts';

/**
 * How people name the columns, in the languages our partners write: folded by `foldTitle`, so
 * without case, accents and signs.
 */
export const synonyms: Record<ImportField, readonly string[]> = {
  company_name: [
    ...['company name', 'company', 'organisation', 'organization', 'organisation name'],
    ...['organization name', 'account', 'account name', 'business', 'business name', 'firm'],
    ...['employer', 'client', 'client name', 'customer', 'customer name', 'lead company'],
    ...['firma', 'firmenname', 'unternehmen', 'unternehmensname', 'gesellschaft', 'betrieb'],
    ...['societe', 'nom de la societe', 'entreprise', 'nom de l entreprise', 'raison sociale'],
    ...['empresa', 'nombre de la empresa', 'compania', 'razon social', 'nome da empresa'],
    ...['azienda', 'nome azienda', 'societa', 'ditta', 'ragione sociale', 'companhia'],
    ...['bedrijf', 'bedrijfsnaam', 'organisatie', 'nazwa firmy', 'foretag', 'foretagsnamn'],
    ...['virksomhed', 'virksomhedsnavn', 'bedrift', 'bedriftsnavn', 'yritys', 'sirket'],
  ],
  first_name: [
    ...['first name', 'firstname', 'first', 'given name', 'givenname', 'forename'],
    ...['contact first name', 'vorname', 'rufname', 'prenom', 'primer nombre', 'nombre de pila'],
    ...['primeiro nome', 'voornaam', 'imie', 'fornamn', 'fornavn', 'etunimi'],
  ],
  last_name: [
    ...['last name', 'lastname', 'last', 'surname', 'family name', 'familyname'],
    ...['contact last name', 'nachname', 'familienname', 'zuname', 'nom de famille'],
    ...['apellido', 'apellidos', 'cognome', 'sobrenome', 'apelido', 'ultimo nome'],
    ...['achternaam', 'familienaam', 'nazwisko', 'efternamn', 'efternavn', 'etternavn'],
    ...['sukunimi', 'soyad', 'soyadi'],
  ],
  full_name: [
    ...['full name', 'fullname', 'contact', 'contact name', 'contact person', 'person', 'lead'],
    ...['lead name', 'first and last name', 'ansprechpartner', 'ansprechpartnerin', 'kontakt'],
    ...['kontaktperson', 'vollstandiger name', 'vor und nachname', 'vorname nachname'],
    ...['nom complet', 'nom et prenom', 'prenom et nom', 'interlocuteur', 'nombre completo'],
    ...['nombre y apellido', 'nombre y apellidos', 'contacto', 'persona de contacto'],
    ...['nome completo', 'nome e cognome', 'contatto', 'referente', 'contato'],
    ...['volledige naam', 'contactpersoon', 'imie i nazwisko'],
  ],
  email: [
    ...['email', 'e mail', 'mail', 'email address', 'e mail address', 'mail address'],
    ...['emailaddress', 'work email', 'business email', 'company email', 'contact email'],
    ...['e mail adresse', 'email adresse', 'emailadresse', 'mailadresse', 'courriel', 'mel'],
    ...['adresse e mail', 'adresse email', 'adresse mail', 'adresse electronique', 'correo'],
    ...['correo electronico', 'email contacto', 'posta elettronica', 'indirizzo email'],
    ...['indirizzo e mail', 'correio eletronico', 'endereco de email', 'e mailadres'],
    ...['emailadres', 'adres e mail', 'adres email', 'e post', 'epost', 'sahkoposti', 'e posta'],
  ],
  phone_number: [
    ...['phone number', 'phone', 'phone no', 'phonenumber', 'telephone', 'telephone number'],
    ...['tel', 'tel no', 'tel nr', 'mobile', 'mobile phone', 'mobile number', 'cell'],
    ...['cell phone', 'cellphone', 'contact number', 'work phone', 'business phone'],
    ...['telefon', 'telefonnummer', 'rufnummer', 'handy', 'handynummer', 'mobil'],
    ...['mobilnummer', 'mobiltelefon', 'numero de telephone', 'portable'],
    ...['telefono', 'numero de telefono', 'movil', 'celular', 'numero di telefono'],
    ...['cellulare', 'telefone', 'telemovel', 'telefoon', 'telefoonnummer', 'mobiel'],
    ...['numer telefonu', 'puhelin', 'puhelinnumero'],
  ],
  website: [
    ...['website', 'web site', 'web', 'website url', 'url', 'homepage', 'home page', 'web page'],
    ...['webpage', 'site', 'domain', 'company website', 'company url', 'company domain'],
    ...['webseite', 'internetseite', 'internetadresse', 'internet', 'site web'],
    ...['site internet', 'sitio web', 'pagina web', 'sito', 'sito web', 'strona www'],
    ...['webbplats', 'hjemmeside', 'nettside'],
  ],
  title: [
    ...['title', 'job title', 'jobtitle', 'position', 'role', 'job', 'function', 'designation'],
    ...['job role', 'funktion', 'stelle', 'berufsbezeichnung', 'jobtitel', 'titel', 'fonction'],
    ...['poste', 'titre', 'intitule du poste', 'cargo', 'puesto', 'titulo', 'ruolo'],
    ...['posizione', 'qualifica', 'titolo', 'funcao', 'functie', 'functietitel', 'stanowisko'],
  ],
  country: [
    ...['country', 'nation', 'country region', 'country name', 'land', 'staat', 'pays', 'pais'],
    ...['paese', 'nazione', 'kraj', 'maa', 'ulke'],
  ],
};

/**
 * Words for a name that is the whole one, the first or the last, as the other columns have it:
 * `Nom` beside `Prénom` is the last name, `Nombre` beside `Apellidos` the first.
 */
export const nameWords: ReadonlySet<string> = new Set([
  ...['name', 'nom', 'nome', 'nombre', 'naam', 'navn', 'namn', 'nimi', 'nazwa'],
]);

/** `E-Mail *`, ` e_mail` and `É-mail` are one title: without case, accents and signs. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

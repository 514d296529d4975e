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
    ...['legal name', 'legal entity', 'company legal name', 'enterprise', 'corporation'],
    ...['prospect company', 'kunde', 'kunden', 'kundin', 'kunde in', 'kundenname', 'firmenkunde'],
    ...['firmenbezeichnung', 'betriebsname', 'organisationsname', 'auftraggeber', 'arbeitgeber'],
    ...['nom entreprise', 'nom societe', 'nom de societe', 'nom du client'],
    ...['nom de l organisation', 'etablissement', 'denomination sociale', 'organisme', 'employeur'],
    ...['enseigne', 'compte', 'nom du compte', 'cliente', 'nombre del cliente', 'nombre empresa'],
    ...['nombre comercial', 'sociedad', 'organizacion', 'cuenta', 'nome cliente'],
    ...['impresa', 'nome societa', 'nome della societa', 'nome dell azienda', 'organizzazione'],
    ...['denominazione', 'nome empresa', 'nome do cliente', 'organizacao', 'conta', 'razao social'],
    ...['klant', 'klantnaam', 'onderneming', 'organisatienaam', 'handelsnaam', 'przedsiebiorstwo'],
    ...['społka', 'klient', 'nazwa klienta', 'nazwa społki', 'organizacja', 'kontrahent', 'kund'],
    ...['kundnamn', 'bolag', 'bolagsnamn', 'kundenavn', 'firmanavn', 'selskap', 'selskapsnavn'],
    ...['selskab', 'selskabsnavn', 'asiakas', 'asiakkaan nimi', 'yrityksen nimi', 'organisaatio'],
    ...['spolecnost', 'nazev firmy', 'nazev spolecnosti', 'zakaznik', 'ceg', 'cegnev', 'ugyfel'],
    ...['vallalat', 'companie', 'nume companie', 'sirket adı', 'firma adı', 'musteri'],
  ],
  first_name: [
    ...['first name', 'firstname', 'first', 'given name', 'givenname', 'forename'],
    ...['contact first name', 'vorname', 'rufname', 'prenom', 'primer nombre', 'nombre de pila'],
    ...['primeiro nome', 'voornaam', 'imie', 'fornamn', 'fornavn', 'etunimi'],
    ...['first name s', 'given names', 'forenames', 'vornamen', 'prenoms', 'nombres'],
    ...['nome proprio', 'roepnaam', 'imiona', 'tilltalsnamn', 'keresztnev', 'utonev'],
    ...['krestni jmeno', 'prenume', 'first name of contact'],
  ],
  last_name: [
    ...['last name', 'lastname', 'last', 'surname', 'family name', 'familyname'],
    ...['contact last name', 'nachname', 'familienname', 'zuname', 'nom de famille'],
    ...['apellido', 'apellidos', 'cognome', 'sobrenome', 'apelido', 'ultimo nome'],
    ...['achternaam', 'familienaam', 'nazwisko', 'efternamn', 'efternavn', 'etternavn'],
    ...['sukunimi', 'soyad', 'soyadi'],
    ...['surnames', 'nachnamen', 'familien name', 'primer apellido', 'apellido s'],
    ...['familjenamn', 'etternamn', 'slektsnavn', 'prijmeni', 'vezeteknev', 'csaladnev'],
    ...['nome de familia', 'nom usuel'],
  ],
  full_name: [
    ...['full name', 'fullname', 'contact', 'contact name', 'contact person', 'person', 'lead'],
    ...['lead name', 'first and last name', 'ansprechpartner', 'ansprechpartnerin', 'kontakt'],
    ...['kontaktperson', 'vollstandiger name', 'vor und nachname', 'vorname nachname'],
    ...['nom complet', 'nom et prenom', 'prenom et nom', 'interlocuteur', 'nombre completo'],
    ...['nombre y apellido', 'nombre y apellidos', 'contacto', 'persona de contacto'],
    ...['nome completo', 'nome e cognome', 'contatto', 'referente', 'contato'],
    ...['volledige naam', 'contactpersoon', 'imie i nazwisko'],
    ...['point of contact', 'poc', 'primary contact', 'main contact', 'decision maker'],
    ...['name of contact', 'contact full name', 'attendee', 'ansprechperson', 'ansprechpartner in'],
    ...['name ansprechpartner', 'name des ansprechpartners', 'name der kontaktperson'],
    ...['kontaktname', 'kontakt name', 'vor nachname', 'voller name', 'personne de contact'],
    ...['nom du contact', 'contact principal', 'prenom nom', 'interlocutor'],
    ...['nombre del contacto', 'nombre de contacto', 'nombre contacto', 'contacto principal'],
    ...['persona di contatto', 'nome contatto', 'nome del contatto', 'nominativo'],
    ...['nome do contato', 'nome do contacto', 'pessoa de contato', 'pessoa de contacto'],
    ...['contactnaam', 'naam contactpersoon', 'aanspreekpunt', 'aanspreekpersoon'],
    ...['osoba kontaktowa', 'osoba do kontaktu', 'kontaktnamn', 'kontaktnavn', 'fulde navn'],
    ...['fullt navn', 'fullstandigt namn', 'yhteyshenkilo', 'koko nimi', 'kontaktni osoba'],
    ...['kapcsolattarto', 'ad soyad'],
  ],
  email: [
    ...['email', 'e mail', 'mail', 'email address', 'e mail address', 'mail address'],
    ...['emailaddress', 'work email', 'business email', 'company email', 'contact email'],
    ...['e mail adresse', 'email adresse', 'emailadresse', 'mailadresse', 'courriel', 'mel'],
    ...['adresse e mail', 'adresse email', 'adresse mail', 'adresse electronique', 'correo'],
    ...['correo electronico', 'email contacto', 'posta elettronica', 'indirizzo email'],
    ...['indirizzo e mail', 'correio eletronico', 'endereco de email', 'e mailadres'],
    ...['emailadres', 'adres e mail', 'adres email', 'e post', 'epost', 'sahkoposti', 'e posta'],
    ...['emails', 'e mails', 'email id', 'mail id', 'primary email', 'email 1', 'e mail 1'],
    ...['contact e mail', 'mail adresse', 'kontakt e mail', 'geschaftliche e mail'],
    ...['e mail geschaftlich', 'e mail dienstlich', 'adresse de courriel', 'adresse de messagerie'],
    ...['email professionnel', 'e mail professionnel', 'mail professionnel', 'direccion de correo'],
    ...['direccion de correo electronico', 'email de contacto', 'indirizzo di posta elettronica'],
    ...['indirizzo mail', 'indirizzo di posta', 'endereco de e mail', 'endereco eletronico'],
    ...['e mail de contato', 'mailadres', 'zakelijke e mail', 'adres mailowy'],
    ...['adres poczty elektronicznej', 'poczta elektroniczna', 'mejl', 'mejladress'],
    ...['e postadress', 'epostadress', 'e mailadresse', 'e postadresse', 'epostadresse'],
    ...['sahkopostiosoite', 'emailova adresa', 'e mailova adresa', 'email cim', 'e mail cim'],
    ...['e posta adresi'],
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
    ...['phone 1', 'telephone no', 'direct phone', 'direct dial', 'office phone', 'main phone'],
    ...['mobile phone number', 'telefon nr', 'telefonnr', 'tel nummer', 'telefon geschaftlich'],
    ...['durchwahl', 'festnetz', 'festnetznummer', 'mobilfunknummer', 'handy nr'],
    ...[
      'telephone portable',
      'telephone mobile',
      'telephone fixe',
      'no de telephone',
      'n de telephone',
    ],
    ...['tel portable', 'tel mobile', 'tel fixe', 'telefono movil', 'telefono celular'],
    ...['telefono fijo', 'telefono de contacto', 'numero de celular', 'telefono cellulare'],
    ...['numero telefonico', 'recapito telefonico', 'numero di cellulare', 'telefone celular'],
    ...['numero de telefone', 'telefone de contato', 'mobiele telefoon', 'mobiel nummer', 'gsm'],
    ...['gsm nummer', 'telefoonnr', 'telefon komorkowy', 'komorka', 'nr telefonu', 'numer tel'],
    ...['nr tel', 'mobilnr', 'matkapuhelin', 'matkapuhelinnumero', 'mobilni telefon'],
    ...['telefonni cislo', 'telefonszam', 'telefon numarası', 'cep telefonu'],
  ],
  website: [
    ...['website', 'web site', 'web', 'website url', 'url', 'homepage', 'home page', 'web page'],
    ...['webpage', 'site', 'domain', 'company website', 'company url', 'company domain'],
    ...['webseite', 'internetseite', 'internetadresse', 'internet', 'site web'],
    ...['site internet', 'sitio web', 'pagina web', 'sito', 'sito web', 'strona www'],
    ...['webbplats', 'hjemmeside', 'nettside'],
    ...['websites', 'web address', 'internet address', 'site url', 'www', 'internetauftritt'],
    ...['webauftritt', 'webadresse', 'web adresse', 'firmenwebsite', 'adresse web'],
    ...['adresse du site', 'page web', 'direccion web', 'sitio', 'web de la empresa'],
    ...['indirizzo web', 'sito internet', 'sito aziendale', 'endereco do site', 'endereco web'],
    ...['webadres', 'internetadres', 'strona internetowa', 'adres www', 'strona', 'hemsida'],
    ...['webbsida', 'webside', 'nettsted', 'kotisivu', 'kotisivut', 'verkkosivu', 'verkkosivusto'],
    ...['webova stranka', 'webove stranky', 'weboldal', 'web sitesi'],
  ],
  title: [
    ...['title', 'job title', 'jobtitle', 'position', 'role', 'job', 'function', 'designation'],
    ...['job role', 'funktion', 'stelle', 'berufsbezeichnung', 'jobtitel', 'titel', 'fonction'],
    ...['poste', 'titre', 'intitule du poste', 'cargo', 'puesto', 'titulo', 'ruolo'],
    ...['posizione', 'qualifica', 'titolo', 'funcao', 'functie', 'functietitel', 'stanowisko'],
    ...['occupation', 'profession', 'beruf', 'rolle', 'tatigkeit', 'stellenbezeichnung'],
    ...['jobbezeichnung', 'position im unternehmen', 'metier', 'funcion', 'rol'],
    ...['posicion', 'ocupacion', 'puesto de trabajo', 'mansione', 'professione', 'incarico'],
    ...['posicao', 'ocupacao', 'profissao', 'functienaam', 'functieomschrijving', 'beroep'],
    ...['stanowisko pracy', 'funkcja', 'pozycja', 'befattning', 'roll', 'yrke', 'yrkestitel'],
    ...['jobbtitel', 'tittel', 'stilling', 'stillingsbetegnelse', 'stillingstittel'],
    ...['tehtavanimike', 'titteli', 'rooli', 'pozice', 'funkce', 'beosztas'],
  ],
  country: [
    ...['country', 'nation', 'country region', 'country name', 'land', 'staat', 'pays', 'pais'],
    ...['paese', 'nazione', 'kraj', 'maa', 'ulke'],
    ...['country code', 'nacion', 'nacao', 'pais region', 'pais regiao', 'land region'],
    ...['herkunftsland', 'panstwo', 'zeme', 'orszag', 'tara', 'landnavn', 'landnamn'],
  ],
};

/**
 * Words for a name that is the whole one, the first or the last, as the other columns have it:
 * `Nom` beside `Prénom` is the last name, `Nombre` beside `Apellidos` the first.
 */
export const nameWords: ReadonlySet<string> = new Set([
  ...['name', 'nom', 'nome', 'nombre', 'naam', 'navn', 'namn', 'nimi', 'nazwa'],
  ...['jmeno', 'nev', 'nume', 'isim'],
]);

const longestTitle = 200;

/** `E-Mail *`, ` e_mail` and `É-mail` are one title: without case, accents and signs. */
export function foldTitle(title: string): string {
  return (
    title
      // No name is longer, and what puts marks in order takes the square of their number.
      .slice(0, longestTitle)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

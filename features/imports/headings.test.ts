import { describe, expect, test } from 'vitest'
import { textIn } from '#features/resources/server/api.ts'
import { LANGUAGES } from '#platform/language.ts'
import { canAssign, columnMessage, missingColumns, whyNotRead } from './columns.ts'
import { FIELD_NAMES } from './fields.ts'
import { columnsOf, knownHeadings } from './headings.ts'

const NOTHING = new Map<string, string>()
const columns = (headings: string) => columnsOf(headings.split('|'), NOTHING).join('|')
const lastNames = (headings: string): [string, string, string] => [
  'last names in two columns',
  `Nombre|${headings}`,
  'FirstName|LastName|SecondLastName',
]

describe('the columns of a file', () => {
  test('are recognised by their headings in any spelling, each once', () => {
    expect(columns('property|BUILDING|Unit number|First_Name|last-name|E-Mail|Notes|Unit')).toBe(
      'Property|Building|UnitNumber|FirstName|LastName|Email||',
    )
  })
  test.each(LANGUAGES)('are recognised by their labels in %s', (language) => {
    const labels = FIELD_NAMES.map((name) => textIn(language, columnMessage(name)))
    expect(columnsOf(labels, NOTHING)).toEqual(FIELD_NAMES)
    const others = ['FullName', 'SecondLastName', 'Staircase', 'Floor', 'UnitOnFloor'] as const
    expect(
      columnsOf(
        others.map((name) => textIn(language, columnMessage(name))),
        NOTHING,
      ),
    ).toEqual(others)
  })
  test('are those that were assigned to the headings before', () => {
    const chosen = new Map([
      ['site', 'Property'],
      ['property', ''],
    ])
    expect(columnsOf(['Site', 'Property'], chosen)).toEqual(['Property', ''])
  })

  test.each([
    [
      'ResMan: several residents in a line',
      'Unit|Resident 1 First Name|Resident 1 Middle Name|Resident 1 Last Name|Resident 1 Phone|Resident 1 Email|Resident 2 First Name|Resident 2 Last Name|Move in Date',
      'UnitNumber|FirstName||LastName|MobilePhone|Email|Resident2.FirstName|Resident2.LastName|',
    ],
    [
      'AppFolio: a whole name, several numbers',
      'Property|Unit|Tenant|Status|Phone Numbers|Emails|Move-in|Lease To',
      'Property|UnitNumber|FullName|OccupancyStatus|MobilePhone|Email||',
    ],
    [
      'ParkingPass: no property',
      'Address|Building|First Name|Last Name|Email|Phone Number|Lease Expiration',
      '|Building|FirstName|LastName|Email|MobilePhone|',
    ],
    [
      'Propertyware: signs in headings',
      'Property|Building|Unit #|First Name|Last Name|Email Address|Mobile Phone #|Home Phone #|Resident Status|Tenant ID',
      'Property|Building|UnitNumber|FirstName|LastName|Email|MobilePhone|Phone1|OccupancyStatus|ExternalId',
    ],
    ['Pavlov Media: building and unit, and one name', 'Bldg-Unit|Resident|Phone Numbers', 'BuildingUnit|FullName|MobilePhone'],
    [
      'numbers behind the headings',
      'Apt|Name 1|Email 1|Name 2|Email 2',
      'UnitNumber|FullName|Email|Resident2.FullName|Resident2.Email',
    ],
    ['a second e-mail of one person', 'Apt|Name|Email|Email 2', 'UnitNumber|FullName|Email|'],
    [
      'another resident without a number',
      'Unit|Tenant|Co-Tenant|Spouse Email',
      'UnitNumber|FullName|Resident2.FullName|Resident2.Email',
    ],
    ['a role before the parts', 'Unit|Tenant First Name|Tenant Last Name|Tenant Email', 'UnitNumber|FirstName|LastName|Email'],
    ['a number of the resident', 'Unit|Resident #|Resident', 'UnitNumber|ExternalId|FullName'],
    ['German, the name beside the first name', 'Wohnung|Name|Vorname|Telefon', 'UnitNumber|LastName|FirstName|MobilePhone'],
    ['German, one name', 'Haus|Wohnungsnr.|Mieter|E-Mail-Adresse', 'Building|UnitNumber|FullName|Email'],
    [
      'Spanish without accents',
      'Edificio|Numero de unidad|Nombre|Apellidos|Correo electronico|Telefono',
      'Building|UnitNumber|FirstName|LastName|Email|MobilePhone',
    ],
    ['a name beside its parts', 'Unit|Name|First Name|Last Name', 'UnitNumber||FirstName|LastName'],
    // A second last name is no second resident.
    ...['Apellido 1|Apellido 2', 'Primer Apellido|Segundo Apellido', '1er Apellido|2º Apellido', 'Apellido1|Apellido2'].map(
      lastNames,
    ),
    ...['Apellido paterno|Apellido materno', 'Nachname 1|Nachname 2', 'Nachname|Zweiter Nachname', 'Last Name 1|Last Name 2'].map(
      lastNames,
    ),
    ...['Last Name|Last Name 2', 'Last Name|Second Last Name', 'Surname|2nd Surname', 'Nachname (1)|Nachname (2)'].map(lastNames),
    ['a second last name with an e-mail of nobody', 'Nombre|Apellido 1|Apellido 2|Email 2', 'FirstName|LastName|SecondLastName|'],
    [
      'two residents with first and last names',
      'Vorname 1|Nachname 1|Vorname 2|Nachname 2',
      'FirstName|LastName|Resident2.FirstName|Resident2.LastName',
    ],
    [
      'two residents with phones',
      'Name 1|Phone 1|Name 2|Phone 2',
      'FullName|MobilePhone|Resident2.FullName|Resident2.MobilePhone',
    ],
    ['a second given name', 'Primer nombre|Segundo nombre|Primer apellido', 'FirstName||LastName'],
    ['another resident with a last name only', 'Unit|Tenant|Co-Tenant Last Name', 'UnitNumber|FullName|'],
    [
      'roles behind and in brackets',
      'Email (Tenant 2)|Name of Tenant 1|Nombre del inquilino 2',
      'Resident2.Email|FullName|Resident2.FullName',
    ],
    // A name before the word for a resident.
    ['Yardi: codes', 'Unit|Resident|Name', 'UnitNumber||FullName'],
    ['a tenant and its name', 'Tenant|Tenant Name|Unit', '|FullName|UnitNumber'],
    ['a tenant and its name in German', 'Mieter|Mietername|WE', '|FullName|UnitNumber'],
    ['a status of the unit and of the resident', 'Unit Status|Resident Status', '|OccupancyStatus'],
    ['an id and a name of the unit', 'Unit ID|Unit', '|UnitNumber'],
    // Units of several parts.
    ['Fincas: floor and door', 'Finca|Portal|Piso|Puerta', 'Property|Building|Floor|UnitOnFloor'],
    ['IESA: staircase, floor and door', 'Comunidad|Escalera|Planta|Letra', 'Property|Staircase|Floor|UnitOnFloor'],
    ['floor and door in one', 'Piso/Puerta|Nombre', 'UnitNumber|FirstName'],
    ['a floor beside a unit', 'Floor|Unit|Puerta|Escalera', '|UnitNumber||'],
    ['Immoware24: floor and side', 'Etage|Lage|Mieter', 'Floor|UnitOnFloor|FullName'],
    ['a flat by its floor only', 'Piso|Inquilino', 'UnitNumber|FullName'],
    // Another name than the resident's whole name.
    ['a preferred name', 'Unit|Resident|Preferred Name', 'UnitNumber|FullName|'],
    ['a preferred first name', 'Unit|Resident Name|Preferred First Name', 'UnitNumber|FullName|'],
    ['a preferred name before the whole one', 'Preferred Name|Tenant Name|Unit', '|FullName|UnitNumber'],
    ['a first name beside a whole one', 'Unit|Full Name|First Name', 'UnitNumber|FullName|'],
    ['a first name beside a whole one in Spanish', 'Nombre|Nombre completo', '|FullName'],
    ['a first name beside a whole one in German', 'Vollständiger Name|Vorname', 'FullName|'],
    ['a last name beside a whole one', 'Last Name|Full Name', '|FullName'],
    ['a last name beside a name', 'Unit|Last Name|Name', 'UnitNumber|LastName|FirstName'],
    ['a last name beside a name in German', 'Name|Nachname', 'FirstName|LastName'],
    ['a last name beside a name in Spanish', 'Nombre del inquilino|Apellidos', 'FirstName|LastName'],
    ['a role beside a name and a first name', 'Mieter|Name|Vorname', '|LastName|FirstName'],
    ['a name of the tenant beside a first name in German', 'Mietername|Vorname', 'LastName|FirstName'],
    ['a resident beside a first name', 'Resident|First Name', 'FullName|'],
    // A contact who is not the resident.
    ['a contact', 'Unit|Tenant|Contact Name|Contact Phone', 'UnitNumber|FullName||'],
    ['a contact with an e-mail', 'Unit|Contact Email|Contact|Name|Email', 'UnitNumber|||FullName|Email'],
    ['a contact in German', 'Mieter|Kontaktperson|Kontakt Telefon|Telefon', 'FullName|||MobilePhone'],
    ['a contact in Spanish', 'Inquilino|Nombre de contacto|Teléfono de contacto', 'FullName||'],
    ['a contact in an emergency', 'Name|Phone|Emergency Contact|Contact Phone', 'FullName|MobilePhone||'],
    ['contacts of residents', 'Name|Contact Phone|Contact Email', 'FullName|MobilePhone|Email'],
    ['the phone of a tenant beside a contact', 'Tenant|Tenant Contact Phone|Contact Name', 'FullName|MobilePhone|'],
    // Consents and websites.
    ['a consent to messages', 'Name|SMS|Mobile', 'FullName||MobilePhone'],
    ['a consent to messages beside a phone', 'Name|SMS|Phone', 'FullName||MobilePhone'],
    ['a phone for messages', 'Name|SMS|E-Mail', 'FullName|MobilePhone|Email'],
    ['a number for messages beside a phone', 'Phone|SMS Number', 'Phone1|MobilePhone'],
    ['a website of residents', 'Unit|Resident|Resident Portal', 'UnitNumber|FullName|'],
    ['a unit beside the number of a home', 'Home #|Unit', '|UnitNumber'],
    ['more phones than one', 'Phone|Contact Number|Mobile', 'Phone1|Phone2|MobilePhone'],
  ])('of %s', (_, headings, expected) => {
    expect(columns(headings)).toBe(expected)
  })

  test.each([
    ['UnitNumber', 'Unit/Apt;Apt/Unit #;Unit (Apt);Apt. No.;Apt#;Suite/Unit;UnitNo;Unit-Number;Flat No'],
    [
      'UnitNumber',
      'Whg.-Nr.;WE-Nr.;WE Nr;Wohneinheit;Wohnungs-Nr.;Wohnung Nr.;Nr. der Wohnung;Einheit-Nr.;VE-Nr.;Wohnungsnummer',
    ],
    ['UnitNumber', 'Nº de vivienda;N.º vivienda;Vivienda nº;Núm. vivienda;Número de apartamento;Dpto.;Nro. Unidad;Piso;Puerta'],
    ['UnitNumber', 'Mobile Home #;Mobile Home Number;Mobile Home;MobileHome No;Casa Nr;Casa nº;Home #;Home No;Home Number'],
    ['Building', 'Bldg.;Bldg #;Building (Name);BuildingName;Haus-Nr.;Gebäude-Nr.;Haus;Edificio nº;Portal;Bloque'],
    [
      'Property',
      'Property Name;PropertyCode;Property ID;Community;Objekt-Nr.;Objektnummer;Liegenschaft;Finca;Código de propiedad',
    ],
    ['BuildingUnit', 'Bldg/Unit;Bldg-Unit;Building & Unit #;Unit Address;Haus/Wohnung;Edificio/Vivienda'],
    [
      'FullName',
      'Resident Name;Tenant Name(s);Name(s);Name (Last, First);Last, First;Full Legal Name;Primary Tenant;Head of Household',
    ],
    ['FullName', 'Name des Mieters;Mietername;Mieter/in;Nachname, Vorname;Name, Vorname;Hauptmieter;Bewohner (Name)'],
    ['FullName', 'Nombre y apellidos;Apellidos y nombre;Nombre del inquilino;Nombre completo;Inquilino/a;Titular;Arrendatario'],
    [
      'FirstName',
      'First;First Name;FirstName;Name (First);Given Name(s);Resident First Name;Vorname;Vorname(n);Nombre(s);Primer nombre',
    ],
    ['LastName', 'Last;Last Name;LastName;Name (Last);Surname;Tenant Last Name;Nachname;Familienname;Apellido(s);Apellidos'],
    [
      'Email',
      'Contact Email;E-mail Address;E-Mail;e-mail(s);eMail;EmailAddress;Primary Email;Email (Primary);Resident E-mail;Mail',
    ],
    ['Email', 'E-Mail-Adresse;E-Mailadresse;Mailadresse;E-Mail des Mieters;Emailadresse'],
    ['Email', 'Correo electrónico;Correo-e;Correo electrónico del inquilino;Dirección de correo electrónico;E-mail de contacto'],
    [
      'MobilePhone',
      'Phone (Cell);Cell #;Cell Phone #;Mobile Phone No.;Phone - Mobile;Mobile/Cell;Phone: mobile;Cellular;MobileNumber',
    ],
    ['MobilePhone', 'Primary Phone;Contact #;Contact Phone;Phone #;Phone(s);Main Phone;Phone (Primary);Tenant Phone;Best Phone'],
    ['MobilePhone', 'Handy-Nr.;Mobil-Tel.;Tel. mobil;Telefon (mobil);Mobilfunknummer;Handynummer;Tel.-Nr.;Telefon Mieter'],
    ['MobilePhone', 'Tel. móvil;Móvil;Teléfono (móvil);Nº de móvil;Teléfono móvil;Tlf. móvil;Teléfono de contacto;Tfno. móvil'],
    [
      'Phone1',
      'Home Phone;Home Phone #;Phone (Home);Home Tel.;Telefon privat;Tel. (Festnetz);Teléfono fijo;Tel. casa;Tel. particular;Festnetz-Nr.;Landline #',
    ],
    [
      'Phone2',
      'Work #;Phone (Work);Office Phone;Business Tel.;Other Phone;Alternate Phone #;Secondary Phone;Tel. dienstlich;Tel. trabajo',
    ],
    [
      'ExternalId',
      'Resident #;Tenant ID;Resident Code;ResidentID;Tenant No.;Mieter-Nr.;Mieternummer;Mieter-ID;Código de inquilino;Nº inquilino',
    ],
    [
      'OccupancyStatus',
      'Status;Lease Status;Unit/Lease Status;Resident Status;Status (Resident);Mieterstatus;Estado del inquilino',
    ],
    ['Language', 'Language;Preferred Language;Sprache;Idioma;Idioma preferido;Language (preferred)'],
    [
      '',
      'Emergency Contact;Emergency Contact Phone;Guarantor Email;Owner Name;Move-in Date;Rent;Unit Type;Lease End;Contact;Number',
    ],
    ['MobilePhone', 'Mobile/Home Phone;Mobile Home Phone;Preferred Phone;Personal Cell;SMS;SMS Number'],
    ['ExternalId', 'Resident Number;Person ID;Occupant #;Inquilino nº;Nummer des Mieters'],
    [
      '',
      '# of Occupants;Number of Residents;Residents #;No. of Tenants;Número de inquilinos;Anzahl Mieter;Household ID;Household #;# Residents',
    ],
    [
      '',
      '# of Roommates;Number of Co-Tenants;Number of the Tenants;Resident(s) #;Nº de residentes;Número de los inquilinos;Anzahl der Bewohner;Tenants No.;Nr. der Mieter;Tenant IDs of Household;Number of Persons;# of Occupant',
    ],
    ['', '# of Units;Number of Buildings;No. of Apartments;Número de viviendas;Anzahl Wohnungen;Units #'],
    [
      '',
      'Preferred Name;Preferred First Name;Preferred Unit;Personal Name;Contact Name;Contact Person;Resident Portal;Tenant Portal',
    ],
    ['', 'Portal Status;Portal Email;Portal ID;Portal del inquilino;Nombre de contacto;Kontaktperson;Resident Contact'],
    [
      '',
      'Vehicle;Balance;Sq Ft;Market Rent;Notes;Fax;Emergency Phone #;Landlord Email;Address;Deposit;Floor;Level;Birth Name;Mail Date',
    ],
    [
      '',
      'Miete;Kaution;Einzugsdatum;Eigentümer;Vermieter E-Mail;Notfallkontakt;Fecha de entrada;Propietario;Renta;Teléfono del propietario',
    ],
  ])('named %s are %s', (column, headings) => {
    for (const heading of headings.split(';')) expect([heading, columns(heading)]).toEqual([heading, column])
  })

  test('with codes below a word for a resident are those of the external id', () => {
    const codes = (headings: string, ...at: number[]) =>
      columnsOf(headings.split('|'), NOTHING, (one) => at.includes(one)).join('|')
    expect(codes('Unit|Resident|Name', 1)).toBe('UnitNumber|ExternalId|FullName')
    expect(codes('Tenant|First Name|Last Name', 0)).toBe('ExternalId|FirstName|LastName')
    expect(codes('Tenant|Tenant ID|Name', 0)).toBe('|ExternalId|FullName')
    expect(codes('Mieter|Nachname, Vorname', 0)).toBe('ExternalId|FullName')
  })

  test.each([
    ['Phone', 'MobilePhone'],
    ['Phone Number', 'MobilePhone'],
    ['Telefonnummer', 'MobilePhone'],
    ['Tel.', 'MobilePhone'],
    ['Home Phone', 'Phone1'],
    ['Phone 1', 'Phone1'],
    ['Phone|Mobile', 'Phone1|MobilePhone'],
    ['Cell Phone|Phone Number', 'MobilePhone|Phone1'],
    ['Phone|Home Phone|Work Phone', 'MobilePhone|Phone1|Phone2'],
    ['Phone 1|Phone 2', 'Phone1|Phone2'],
    ['Phone Number 1|Phone Number 2', 'Phone1|Phone2'],
    ['Phone #1|Phone #2', 'Phone1|Phone2'],
    ['Phone|Phone 2', 'Phone1|Phone2'],
  ])('with the phones %s are %s', (headings, expected) => {
    expect(columns(headings)).toBe(expected)
  })
})

test('many long headings are read at once', () => {
  const started = performance.now()
  for (const word of ['no', 'unit ', 'phone', 'a', 'E-', 'e.e.', 'aB', '1 ', 'tenantname', '#'])
    for (let line = 0; line < 5; line += 1) columnsOf(Array(500).fill(word.repeat(80).slice(0, 80 - (line % 3))), NOTHING)
  expect(performance.now() - started).toBeLessThan(5000)
})

test('words of a report are no headings', () => {
  expect(
    [['Resident Directory'], ['Riverside Quay (rq01)'], ['As Of = 11/26/2026'], ['Total', '', '1']].map(knownHeadings),
  ).toEqual([...[0, 0, 0, 0]])
})

test('a file needs a place, a unit and a name, some of which may be given', () => {
  const none = { property: false, building: false }
  const all = { property: true, building: true }
  expect(missingColumns(['Property', 'Building', 'UnitNumber', 'FirstName', 'LastName'], none)).toEqual([])
  expect(missingColumns(['UnitNumber', 'FullName'], all)).toEqual([])
  expect(missingColumns(['BuildingUnit', 'FullName'], { property: true, building: false })).toEqual([])
  expect(missingColumns(['UnitNumber', 'FullName'], none)).toEqual(['Property', 'Building'])
  expect(whyNotRead(['Property', 'Email'], none)?.text).toContain('Building, Unit Number, First Name, Last Name')
  expect([canAssign(['', '']), canAssign([''])]).toEqual([true, false])
  expect([whyNotRead(['', ''], none)?.code, whyNotRead([''], none)?.code]).toEqual(['MsgHeadingsMissing', 'MsgHeadingsTooFew'])
})

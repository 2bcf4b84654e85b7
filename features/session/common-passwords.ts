/**
 * What people choose as passwords in the product's languages and in its trade, most common first, beside the English lists of the
 * estimator. Without accents and blanks, in lower case.
 */
export const COMMON_WORDS: readonly string[] = [
  // "Password", greetings and pet names.
  ...['passwort', 'kennwort', 'meinpasswort', 'geheim', 'geheimnis', 'hallo', 'hallowelt', 'willkommen', 'schatz', 'liebling'],
  ...['contrasena', 'micontrasena', 'clave', 'miclave', 'secreto', 'hola', 'holamundo', 'bienvenido', 'bienvenida', 'cambiame'],
  ...['ichliebedich', 'schatzi', 'engelchen', 'mausebaer', 'teamo', 'tequiero', 'teamomucho', 'amormio', 'micorazon', 'princesa'],
  // Seasons, places and clubs.
  ...['fruehling', 'sommer', 'herbst', 'winter', 'weihnachten', 'ostern', 'primavera', 'verano', 'otono', 'invierno', 'navidad'],
  ...['deutschland', 'berlin', 'hamburg', 'muenchen', 'munchen', 'koeln', 'frankfurt', 'oesterreich', 'schweiz', 'fussball'],
  ...['espana', 'madrid', 'barcelona', 'valencia', 'sevilla', 'mexico', 'argentina', 'colombia', 'realmadrid', 'futbol'],
  ...['bayern', 'schalke04', 'dortmund', 'borussia', 'barca', 'atletico', 'bocajuniors', 'riverplate'],
  // The trade.
  ...[
    'parcel',
    'parcels',
    'locker',
    'lockers',
    'mailroom',
    'frontdesk',
    'concierge',
    'leasing',
    'property',
    'resident',
    'delivery',
  ],
  ...['paket', 'pakete', 'paketstation', 'packstation', 'schliessfach', 'poststelle', 'hausverwaltung', 'hausmeister'],
  ...['empfang', 'bewohner', 'mieter', 'nachbar', 'nachbarn', 'zusteller', 'briefkasten'],
  ...['paquete', 'paquetes', 'taquilla', 'casillero', 'consigna', 'conserje', 'conserjeria', 'recepcion', 'vecino', 'vecinos'],
  ...['inquilino', 'repartidor', 'buzon', 'administrador', 'propiedad'],
]

/** Whole phrases that are known to everybody who guesses, in the same spelling and without signs. */
export const COMMON_PHRASES: ReadonlySet<string> = new Set([
  ...['correcthorsebatterystaple', 'correcthorsebatterystaples', 'thequickbrownfox', 'thequickbrownfoxjumps', 'tobeornottobe'],
  ...[
    'maytheforcebewithyou',
    'letmeinplease',
    'letmeinnow',
    'openthedoor',
    'iloveyouforever',
    'iloveyousomuch',
    'ihatepasswords',
  ],
  ...['thisisapassword', 'thisismypassword', 'mysecretpassword', 'changemeplease', 'passwordpassword', 'neverforgetthis'],
  ...['franzjagtimkomplettverwahrlostentaxi', 'zwoelfboxkaempfer', 'zwolfboxkampfer', 'seinodernichtsein', 'dasistmeinpasswort'],
  ...['dasistgeheim', 'ichhassepasswoerter', 'ichhassepassworter', 'allemeineentchen', 'ichliebedichsosehr', 'passwortpasswort'],
  ...[
    'enunlugardelamancha',
    'seronoser',
    'estaesmicontrasena',
    'micontrasenasecreta',
    'odiolascontrasenas',
    'contrasenacontrasena',
  ],
  ...['teamoconlocura', 'abretesesamo', 'quelafuerzateacompane'],
])

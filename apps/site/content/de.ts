import type { Content } from './content.ts'

/** The site in German. */
export const de: Content = {
  language: 'de',
  folder: '/de',
  languageName: 'Deutsch',
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  languages: 'Sprachen',
  signIn: 'Anmelden',
  backToTop: 'Nach oben',
  pages: {
    home: {
      name: 'Start',
      title: 'Paketschließfächer und Posträume für Wohnhäuser',
      description:
        'Parcelhall betreibt die Schließfachanlage und den Postraum eines Wohnhauses: Einlieferung, Abholung mit Code, Öffnen aus der Ferne und Berichte.',
    },
    product: {
      name: 'Produkt',
      title: 'Schließfächer, Postraum, Portal und Terminal in einem',
      description: 'Was Verwaltung, Kurierdienste und Bewohner mit Parcelhall tun, Teil für Teil.',
    },
    residents: {
      name: 'Für Bewohner',
      title: 'So holen Sie Ihre Pakete ab',
      description: 'Wie Bewohner Pakete aus dem Schließfach holen, und Antworten auf häufige Fragen.',
    },
    gallery: {
      name: 'Galerie',
      title: 'Schließfachanlagen, nach ihrem Aufbau gezeichnet',
      description: 'Beispiele von Schließfachanlagen mit den Größen ihrer Fächer.',
    },
    pricing: {
      name: 'Preise',
      title: 'Preise, und ein Angebot in einer Minute',
      description: 'Listenpreise der Anlagen. Wählen Sie Schränke, sehen Sie die Summe, und fordern Sie ein Angebot an.',
    },
    contact: {
      name: 'Kontakt',
      title: 'Schreiben Sie uns, oder sehen Sie es in Betrieb',
      description: 'Stellen Sie eine Frage, oder wählen Sie Tage für eine Vorführung.',
    },
    news: { name: 'Neues (englisch)', title: 'Neues', description: 'Was es in Parcelhall Neues gibt.' },
    newsPreview: { name: '', title: 'Vorschau einer Nachricht', description: '' },
    docs: { name: 'Anleitungen (englisch)', title: 'Anleitungen', description: 'Schritt für Schritt.' },
    contactSent: { name: '', title: 'Danke, wir haben es erhalten', description: '' },
    formIncomplete: { name: '', title: 'Bitte füllen Sie alle Felder aus!', description: '' },
    formEmail: { name: '', title: 'Ungültige E-Mail-Adresse!', description: '' },
    formLater: { name: '', title: 'Zu viele Anfragen', description: '' },
    legal: {
      name: 'Rechtliches',
      title: 'Datenschutz und Cookies',
      description: 'Was diese Website und das Produkt über Besucher, Bewohner und Personal speichern.',
    },
    newsletterSent: { name: '', title: 'Bitte sehen Sie in Ihr Postfach', description: '' },
    newsletterConfirm: { name: '', title: 'Bitte bestätigen Sie Ihr Abonnement', description: '' },
    newsletterUnsubscribe: { name: '', title: 'Newsletter abbestellen', description: '' },
    newsletterConfirmed: { name: '', title: 'Ihr Abonnement ist bestätigt', description: '' },
    newsletterExpired: { name: '', title: 'Dieser Link gilt nicht mehr', description: '' },
    newsletterUnsubscribed: { name: '', title: 'Sie haben sich abgemeldet', description: '' },
  },
  home: {
    beforeWords: 'Pakete finden',
    words: ['zu ihrem Bewohner', 'in ihr Fach', 'auch nachts ihren Weg', 'ihr Regal im Postraum'],
    lead: 'Kuriere liefern in Sekunden ein. Bewohner holen mit einem Code ab, zu jeder Stunde. Ihr Personal sieht jedes Fach und jedes Paket des Hauses, und öffnet vom Schreibtisch aus eine Tür, wenn jemand Hilfe braucht.',
    more: 'Zum Produkt',
    pause: 'Wechselnde Wörter anhalten',
    resume: 'Wechselnde Wörter fortsetzen',
    pictures: {
      heading: 'Das Produkt in Bildern',
      portal: {
        title: 'Die Übersicht einer Schließfachanlage',
        text: 'Die Übersicht einer Schließfachanlage: jedes Fach mit seinem Zustand, und das Paket im gewählten',
      },
      packages: {
        title: 'Jedes Paket des Hauses, mit seinem Status',
        text: 'Die Liste der Pakete: Bewohner, Wohnung, Fach, Status, und wie lange jedes wartet',
      },
      terminal: {
        title: 'Die Bildschirme des Terminals, in den Farben der Immobilie',
        text: 'Der Editor für die Farben eines Terminals mit einer Vorschau seiner Bildschirme',
      },
    },
    steps: {
      heading: 'Vom Kurier zum Bewohner',
      list: [
        {
          title: 'Einliefern',
          text: 'Der Kurier meldet sich am Terminal an, wählt den Bewohner und eine Größe, und eine Tür geht auf.',
        },
        { title: 'Benachrichtigen', text: 'Der Bewohner erhält eine E-Mail oder SMS mit einem Code, in seiner Sprache.' },
        { title: 'Abholen', text: 'Der Code öffnet die Tür. Der Verlauf zeigt, wer sie wann geöffnet hat.' },
      ],
    },
    reasons: {
      heading: 'Worauf Sie sich verlassen können',
      list: [
        {
          title: 'Keine Tür öffnet sich aus Versehen',
          text: 'Jede Öffnung nennt eine Person und einen Grund, wartet auf die Antwort des Schlosses und steht im Protokoll.',
        },
        {
          title: 'Nichts geht verloren',
          text: 'Ein Terminal schreibt jeden Schritt auf seine Platte, bevor eine Tür aufgeht. Nach einem Verbindungsverlust oder Stromausfall macht es dort weiter, und meldet alles genau einmal.',
        },
        {
          title: 'Ein Haus sieht ein Haus',
          text: 'Organisationen und Immobilien sind in der Datenbank selbst getrennt, nicht nur auf dem Bildschirm.',
        },
        {
          title: 'Für alle',
          text: 'Portal und Website lassen sich mit Tastatur und Screenreader bedienen, hell und dunkel. Das Portal spricht Englisch, Deutsch und Spanisch.',
        },
      ],
    },
    worksWith: {
      heading: 'Arbeitet mit dem, was Sie haben',
      list: [
        { title: 'OpenID Connect', text: 'Anmeldung mit Ihren eigenen Konten' },
        { title: 'SFTP und FTP', text: 'Bewohner aus Ihrer Hausverwaltung' },
        { title: 'SMTP', text: 'E-Mails von Ihrer eigenen Adresse' },
        { title: 'SMS', text: 'Über das Gateway Ihrer Wahl' },
        { title: 'RS-485', text: 'KERONG CU16 und kompatible Platinen' },
        { title: 'MQTT', text: 'Terminals hinter jeder Firewall' },
        { title: 'PostgreSQL', text: 'Ihre Daten in einer lesbaren Datenbank' },
        { title: 'OpenAPI', text: 'Jede Funktion für eigene Programme' },
      ],
    },
  },
  carousel: {
    previous: 'Vorige Folie',
    next: 'Nächste Folie',
    goTo: 'Folie {n}',
    pause: 'Folien anhalten',
    resume: 'Folien fortsetzen',
  },
  product: {
    lead: 'Vier Teile, die sich einen Datensatz für jedes Paket teilen.',
    parts: [
      {
        title: 'Schließfächer',
        text: 'Eine Anlage hat Spalten von Fächern in Ihren Größen, und ihr eigenes Terminal.',
        points: [
          'Zeichnen Sie den Aufbau, und ordnen Sie jede Tür ihrem Schloss zu',
          'Sehen Sie jedes Fach, wie es ist: frei, belegt, überfällig, schmutzig oder außer Betrieb',
          'Öffnen Sie eine Tür vom Schreibtisch aus, mit Grund und in Grenzen, die Sie setzen',
        ],
      },
      {
        title: 'Postraum',
        text: 'Pakete, die nicht passen oder vor der Anlage da sind, warten im Regal.',
        points: [
          'Buchen Sie ein Paket mit seinem Strichcode ein, auf Wunsch mit Foto des Etiketts',
          'Geben Sie es gegen Unterschrift oder Foto aus',
          'Erinnerungen und Fristen nach Werktagen, mit einer Liste des Überfälligen',
        ],
      },
      {
        title: 'Portal',
        text: 'Der Blick am Morgen für das Personal, und die Einstellungen dahinter.',
        points: [
          'Bewohner von Hand, als Import aus Ihrer Verwaltung oder durch geprüfte Selbstregistrierung',
          'Texte der E-Mails und SMS in Ihren Worten, mit Vorschau und Test',
          'Sieben Berichte, als Seite, PDF, Excel, Word und CSV, und nach Plan per E-Mail',
        ],
      },
      {
        title: 'Terminal',
        text: 'Das Terminal im Eingang, mit den Farben und dem Logo des Hauses.',
        points: [
          'Einliefern, Abholen, Zurückholen und Reinigung, Schritt für Schritt',
          'Spricht mit den Platinen über RS-485, und prüft, ob eine Tür wirklich offen ist',
          'Verliert nichts bei Verbindungsverlust, Stromausfall und Neustart',
        ],
      },
    ],
    theme: {
      heading: 'Gestalten Sie Ihr Terminal',
      lead: 'Wählen Sie zwei Farben. Texte werden schwarz oder weiß, je nachdem, was besser lesbar ist.',
      background: 'Hintergrund',
      button: 'Schaltflächen',
      greeting: 'Willkommen am Flusskai',
      collect: 'Abholen',
      dropOff: 'Einliefern',
      contrast: 'Kontrast von Schaltflächen und Hintergrund: {contrast} : 1.',
      weak: 'Mindestens 3 : 1 ist nötig, damit alle die Schaltflächen finden.',
    },
    details: {
      heading: 'Für die Technik',
      list: [
        {
          title: 'Netz',
          text: 'Ein Terminal öffnet eine ausgehende Verbindung (MQTT über TLS) zum Server, und braucht keinen offenen Port, keine feste Adresse und kein VPN. Es meldet sich mit einem eigenen Schlüssel an, den das Portal ausgibt und widerrufen kann. Codes und PINs prüft der Server. Was begonnen hat, wenn die Verbindung abbricht, wird beendet: Jedes Ereignis wartet auf der Platte, und wird der Reihe nach gemeldet, wenn die Verbindung wieder da ist.',
        },
        {
          title: 'Platinen',
          text: 'Ein Terminal steuert KERONG CU16 und kompatible Platinen an einem RS-485-Bus, bis zu 16 Schlösser je Platine und 15 Platinen am Bus. Jede Öffnung wird am Kontakt des Schlosses geprüft: Eine Tür, die freigegeben wurde und nicht aufging, wird noch einmal versucht, dann gemeldet, und nach mehreren Fehlern ist das Fach außer Betrieb.',
        },
        {
          title: 'Strom und Neustart',
          text: 'Jeder Schritt einer Einlieferung oder Abholung steht auf der Platte, bevor eine Tür aufgeht. Ein Terminal, das Strom verliert, macht dort weiter: Eine offen gelassene Tür ist noch bekannt, und kein Ereignis wird doppelt gesendet oder geht verloren. Eine Freigabe wartet nie, damit keine Tür Minuten später aufgeht.',
        },
        {
          title: 'Server',
          text: 'Ein Node.js-Prozess und eine PostgreSQL-Datenbank bedienen Hunderte Häuser; mehrere Prozesse teilen sich die Arbeit mit einem eigenen Mosquitto. Eine Sicherung ist ein Befehl, und die Wiederherstellung sagt, welchen Schlüssel sie braucht. Mandanten und Immobilien trennt die Datenbank selbst.',
        },
      ],
    },
  },
  toggle: { more: 'Alles zeigen', less: 'Weniger zeigen' },
  residents: {
    lead: 'Ihr Haus hat eine Schließfachanlage für Pakete. So benutzen Sie sie.',
    stepsHeading: 'Drei Schritte',
    steps: [
      { title: 'Warten Sie auf die Nachricht', text: 'Sie nennt die Anlage und hat einen Code nur für Sie.' },
      {
        title: 'Geben Sie den Code ein',
        text: 'Berühren Sie am Terminal Abholen, und tippen Sie den Code. Manche Häuser fragen auch nach der Wohnung.',
      },
      { title: 'Nehmen Sie alles heraus', text: 'Alle Türen mit Ihren Paketen gehen nacheinander auf. Bitte schließen Sie sie.' },
    ],
    questionsHeading: 'Fragen',
    questions: [
      {
        title: 'Ich habe meinen Code verloren',
        text: 'Fragen Sie das Personal Ihres Hauses. Es sendet Ihnen einen neuen; den alten kann niemand lesen.',
      },
      {
        title: 'Kann jemand anderes für mich abholen?',
        text: 'Ja. Das Personal kann einer anderen Person für einige Tage einen eigenen Code geben.',
      },
      { title: 'Ich bin verreist', text: 'Nennen Sie dem Personal die Tage. Ihre Pakete bleiben liegen, bis Sie zurück sind.' },
      {
        title: 'Die Tür geht nicht auf',
        text: 'Versuchen Sie es noch einmal. Bleibt sie zu, rufen Sie die Nummer am Terminal an: Das Personal kann sie vom Schreibtisch aus öffnen.',
      },
      {
        title: 'Wie lange wartet ein Paket?',
        text: 'So viele Werktage, wie Ihr Haus festgelegt hat. Die Nachricht und die Erinnerungen nennen den Tag.',
      },
      { title: 'Wie beende ich die SMS?', text: 'Antworten Sie mit STOP. E-Mails kommen weiter, denn sie haben Ihre Codes.' },
    ],
    registerHeading: 'Noch nicht registriert?',
    register:
      'Scannen Sie den Code auf dem Aushang neben der Anlage, oder fragen Sie das Personal Ihres Hauses nach der Adresse für die Registrierung.',
  },
  gallery: {
    lead: 'Jede Anlage besteht aus Spalten. Die Zeichnungen zeigen die Größen der Fächer.',
    filter: 'Größe des Hauses',
    all: 'Alle',
    kinds: { small: 'Bis 40 Wohnungen', medium: 'Bis 120 Wohnungen', large: 'Mehr Wohnungen' },
    lockers: 'Fächer',
    open: 'Vergrößern',
    add: 'Zum Angebot',
    sizes: {
      title: 'Größen',
      text: 'S ist für Briefe und kleine Schachteln, M für einen Schuhkarton, L für zwei, XL für einen Koffer. Spalten lassen sich frei mischen.',
    },
  },
  lightbox: {
    close: 'Schließen',
    loading: 'Wird geladen...',
    previous: 'Zurück',
    next: 'Weiter',
    notLoaded: 'Bild nicht geladen!',
    ofAll: '%curr% von %total%',
  },
  pricing: {
    lead: 'Eine Anlage wird einmal bezahlt. Die Software kostet nichts für Häuser, die sie selbst betreiben; wir berechnen nur die Betreuung.',
    cabinetsHeading: 'Wählen Sie Ihre Schränke',
    count: 'Anzahl {name}',
    total: 'Listenpreis',
    tax: 'Ohne Steuer, Transport und Aufbau, die das Angebot nennt.',
    included: {
      title: 'Was enthalten ist',
      text: 'Der Schrank mit Schlössern, Platinen und Terminal, die Schlüssel aller Türen, und zwei Jahre Garantie auf Teile.',
    },
    send: 'Angebot anfordern',
  },
  quote: {
    open: 'Ihr Angebot',
    empty: 'Noch nichts gewählt. Fügen Sie in der Galerie Schränke hinzu.',
    remove: 'Entfernen',
    added: '{name} ist jetzt in Ihrem Angebot.',
    go: 'Dieses Angebot anfordern',
  },
  contact: {
    lead: 'Wir antworten innerhalb eines Werktags.',
    messageHeading: 'Schreiben Sie uns',
    demoHeading: 'Eine Vorführung an Ihrem Schreibtisch',
    demoLead:
      'Wählen Sie die Tage, die Ihnen passen. Wir schlagen eine Stunde an einem davon vor, und zeigen Portal, Terminal und Schrank in Betrieb.',
    days: 'Tage (Tag.Monat.Jahr)',
    daysFormat: 'TT.MM.JJJJ – TT.MM.JJJJ',
    from: 'Von',
    until: 'Bis',
    ask: 'Vorführung anfragen',
    placeHeading: 'Wo wir sind',
    map: 'Karte der Nordseeküste mit Rotterdam in der Mitte',
    sent: { title: 'Danke, wir haben es erhalten', text: 'Wir antworten innerhalb eines Werktags.' },
  },
  form: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    company: 'Firma (freiwillig)',
    phone: 'Telefon (freiwillig)',
    message: 'Nachricht',
    send: 'Senden',
    required: 'Bitte füllen Sie alle Felder aus!',
    invalidEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein!',
    ok: 'Danke. Wir antworten innerhalb eines Werktags.',
    failed: 'Das konnte nicht gesendet werden. Bitte versuchen Sie es später noch einmal.',
    incomplete: {
      title: 'Bitte füllen Sie alle Felder aus!',
      text: 'Es wurde nichts gesendet. Gehen Sie zum Formular zurück: Ihre Eingaben sind noch da.',
    },
    wrongEmail: {
      title: 'Ungültige E-Mail-Adresse!',
      text: 'Es wurde nichts gesendet. Gehen Sie zum Formular zurück und berichtigen Sie die E-Mail-Adresse.',
    },
    tooMany: { title: 'Zu viele Anfragen', text: 'Es wurde nichts gesendet. Bitte versuchen Sie es später noch einmal.' },
  },
  editor: { bold: 'Fett', italic: 'Kursiv', list: 'Liste', numbers: 'Nummerierte Liste' },
  news: {
    lead: 'Was es im Produkt Neues gibt.',
    filter: 'Thema',
    all: 'Alle',
    kinds: { product: 'Produkt', company: 'Firma' },
    feed: 'Feed (RSS)',
    back: 'Alle Nachrichten',
  },
  newsPreview: {
    lead: 'Schreiben Sie eine Nachricht in Markdown, und sehen Sie, wie sie aussehen wird.',
    text: 'Text in Markdown',
    preview: 'Vorschau',
    example: '## Überschrift',
    needsScript: 'Eigene Texte brauchen JavaScript. Dies ist das Beispiel.',
  },
  docs: {
    lead: 'Kurze Seiten für je eine Aufgabe.',
    api: { title: 'Die API', text: 'Jede Funktion des Portals mit Eingabe und Ausgabe:' },
    groups: {
      daily: 'Tägliche Arbeit',
      operate: 'Server einrichten und betreiben',
      technicians: 'Schränke und Terminals',
      developers: 'Das Produkt ändern',
    },
    back: 'Alle Anleitungen',
  },
  search: {
    open: 'Suchen',
    field: 'Diese Website durchsuchen',
    none: 'Nichts enthält diese Wörter.',
    notLoaded: 'Inhalt nicht geladen!',
  },
  legal: {
    sections: [
      {
        title: 'Diese Website',
        text: 'Sie setzt keine Cookies, lädt nichts von anderen Servern und zählt keine Besucher. Der Newsletter speichert Ihre E-Mail-Adresse, bis Sie sich abmelden; ein Link in jeder Ausgabe tut das.',
      },
      {
        title: 'Bewohner',
        text: 'Der Betreiber Ihres Hauses entscheidet, welche Daten bleiben. Das Personal kann die Daten eines Bewohners ausgeben und löschen; Verläufe behalten dann keinen Namen.',
      },
      {
        title: 'Personal',
        text: 'Das Protokoll hält fest, wer wann was getan hat, weil der Betreiber es braucht, um ein fehlendes Paket aufzuklären.',
      },
    ],
  },
  newsletter: {
    heading: 'Newsletter',
    lead: 'Einige Male im Jahr, auf Englisch: was neu ist, in klaren Worten.',
    email: 'Ihre E-Mail-Adresse',
    subscribe: 'Abonnieren',
    required: 'Bitte füllen Sie alle Felder aus!',
    invalidEmail: 'Ungültige E-Mail-Adresse!',
    ok: 'Danke!',
    failed: 'Interner Fehler des Servers',
    sent: {
      title: 'Bitte sehen Sie in Ihr Postfach',
      text: 'Wir haben Ihnen einen Link gesendet. Öffnen Sie ihn innerhalb von 72 Stunden.',
    },
    confirm: {
      title: 'Bitte bestätigen Sie Ihr Abonnement',
      text: 'Mit dieser Schaltfläche erhalten Sie den Newsletter. Sonst kommt nichts.',
      button: 'Bestätigen',
    },
    unsubscribe: {
      title: 'Newsletter abbestellen',
      text: 'Mit dieser Schaltfläche wird Ihre E-Mail-Adresse aus der Liste gelöscht.',
      button: 'Abbestellen',
    },
    confirmed: { title: 'Ihr Abonnement ist bestätigt', text: 'Danke. Jede Ausgabe hat einen Link zum Abmelden.' },
    expired: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er galt drei Tage. Geben Sie Ihre Adresse noch einmal ein, und Sie erhalten einen neuen.',
    },
    unsubscribed: { title: 'Sie haben sich abgemeldet', text: 'Ihre E-Mail-Adresse wurde aus der Liste gelöscht.' },
  },
}

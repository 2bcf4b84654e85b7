import type { Content } from './content.ts'

/** The site in Spanish. */
export const es: Content = {
  language: 'es',
  folder: '/es',
  languageName: 'Español',
  skip: 'Saltar al contenido',
  menu: 'Menú',
  languages: 'Idiomas',
  signIn: 'Iniciar sesión',
  backToTop: 'Volver arriba',
  pages: {
    home: {
      name: 'Inicio',
      title: 'Taquillas de paquetes y salas de correo para edificios de viviendas',
      description:
        'Parcelhall gestiona las taquillas y la sala de correo de un edificio: entrega, recogida con código, apertura a distancia e informes.',
    },
    product: {
      name: 'Producto',
      title: 'Taquillas, sala de correo, portal y terminal en uno',
      description: 'Lo que hacen el personal, los repartidores y los residentes con Parcelhall, parte por parte.',
    },
    residents: {
      name: 'Para residentes',
      title: 'Cómo recoger sus paquetes',
      description: 'Cómo recogen los residentes sus paquetes de la taquilla, y respuestas a preguntas frecuentes.',
    },
    gallery: {
      name: 'Galería',
      title: 'Bancos de taquillas, dibujados según su diseño',
      description: 'Ejemplos de bancos de taquillas con los tamaños de sus puertas.',
    },
    pricing: {
      name: 'Precios',
      title: 'Precios, y un presupuesto en un minuto',
      description: 'Precios de lista de los bancos. Elija armarios, vea la suma y pida un presupuesto.',
    },
    contact: {
      name: 'Contacto',
      title: 'Escríbanos, o véalo en marcha',
      description: 'Haga una pregunta, o elija días para una demostración.',
    },
    news: { name: 'Noticias (inglés)', title: 'Noticias', description: 'Qué hay de nuevo en Parcelhall.' },
    newsPreview: { name: '', title: 'Vista previa de una noticia', description: '' },
    docs: { name: 'Guías (inglés)', title: 'Guías', description: 'Paso a paso.' },
    contactSent: { name: '', title: 'Gracias, lo hemos recibido', description: '' },
    formIncomplete: { name: '', title: '¡Rellene todos los campos, por favor!', description: '' },
    formEmail: { name: '', title: '¡Correo electrónico no válido!', description: '' },
    formLater: { name: '', title: 'Demasiadas solicitudes', description: '' },
    legal: {
      name: 'Aviso legal',
      title: 'Privacidad y cookies',
      description: 'Lo que este sitio y el producto guardan sobre visitantes, residentes y personal.',
    },
    newsletterSent: { name: '', title: 'Mire su buzón, por favor', description: '' },
    newsletterConfirm: { name: '', title: 'Confirme su suscripción', description: '' },
    newsletterUnsubscribe: { name: '', title: 'Darse de baja del boletín', description: '' },
    newsletterConfirmed: { name: '', title: 'Su suscripción está confirmada', description: '' },
    newsletterExpired: { name: '', title: 'Este enlace ya no sirve', description: '' },
    newsletterUnsubscribed: { name: '', title: 'Se ha dado de baja', description: '' },
  },
  home: {
    beforeWords: 'Paquetes que encuentran',
    words: ['a su residente', 'su taquilla', 'su camino de noche', 'su estante'],
    lead: 'Los repartidores entregan en segundos. Los residentes recogen con un código, a cualquier hora. Su personal ve cada taquilla y cada paquete del edificio, y abre una puerta desde el mostrador cuando alguien necesita ayuda.',
    more: 'Ver el producto',
    pause: 'Detener las palabras cambiantes',
    resume: 'Reanudar las palabras cambiantes',
    pictures: {
      heading: 'El producto en imágenes',
      portal: {
        title: 'El panel de un banco de taquillas',
        text: 'El panel de un banco de taquillas: cada taquilla con su estado, y el paquete de la elegida',
      },
      packages: {
        title: 'Cada paquete del edificio, con su estado',
        text: 'La lista de paquetes: residente, vivienda, taquilla, estado y cuánto ha esperado cada uno',
      },
      terminal: {
        title: 'Las pantallas del terminal, con los colores de la propiedad',
        text: 'El editor de los colores de un terminal con una vista previa de sus pantallas',
      },
    },
    steps: {
      heading: 'Del repartidor al residente',
      list: [
        {
          title: 'Entregar',
          text: 'El repartidor entra en el terminal, elige al residente y un tamaño, y se abre una puerta.',
        },
        { title: 'Avisar', text: 'El residente recibe un correo o un SMS con un código, en su idioma.' },
        { title: 'Recoger', text: 'El código abre la puerta. El historial muestra quién la abrió y cuándo.' },
      ],
    },
    reasons: {
      heading: 'En qué puede confiar',
      list: [
        {
          title: 'Ninguna puerta se abre por error',
          text: 'Cada apertura nombra a una persona y un motivo, espera la respuesta de la cerradura y queda en el registro.',
        },
        {
          title: 'No se pierde nada',
          text: 'Un terminal escribe cada paso en su disco antes de que se abra una puerta. Tras una conexión perdida o un corte de luz continúa donde estaba, e informa de todo una sola vez.',
        },
        {
          title: 'Un edificio ve un edificio',
          text: 'Organizaciones y propiedades están separadas en la propia base de datos, no solo en la pantalla.',
        },
        {
          title: 'Para todos',
          text: 'El portal y este sitio se usan con teclado y lector de pantalla, en claro y en oscuro. El portal habla inglés, alemán y español.',
        },
      ],
    },
    worksWith: {
      heading: 'Funciona con lo que ya tiene',
      list: [
        { title: 'OpenID Connect', text: 'Acceso con sus propias cuentas' },
        { title: 'SFTP y FTP', text: 'Residentes desde su sistema de gestión' },
        { title: 'SMTP', text: 'Correos desde su propia dirección' },
        { title: 'SMS', text: 'Con la pasarela que prefiera' },
        { title: 'RS-485', text: 'Placas KERONG CU16 y compatibles' },
        { title: 'MQTT', text: 'Terminales tras cualquier cortafuegos' },
        { title: 'PostgreSQL', text: 'Sus datos en una base que puede leer' },
        { title: 'OpenAPI', text: 'Cada función para sus programas' },
      ],
    },
  },
  carousel: {
    previous: 'Imagen anterior',
    next: 'Imagen siguiente',
    goTo: 'Imagen {n}',
    pause: 'Detener las imágenes',
    resume: 'Reanudar las imágenes',
  },
  product: {
    lead: 'Cuatro partes que comparten un registro de cada paquete.',
    parts: [
      {
        title: 'Taquillas',
        text: 'Un banco tiene columnas de taquillas en los tamaños que quiera, y su propio terminal.',
        points: [
          'Dibuje el diseño y asigne cada puerta a su cerradura',
          'Vea cada taquilla en directo: libre, ocupada, caducada, sucia o fuera de servicio',
          'Abra una puerta desde el mostrador, con un motivo y dentro de los límites que fije',
        ],
      },
      {
        title: 'Sala de correo',
        text: 'Los paquetes que no caben, o que llegan antes que la taquilla, esperan en un estante.',
        points: [
          'Registre un paquete por su código de barras, con foto de la etiqueta si quiere',
          'Entréguelo contra firma o foto',
          'Avisos y plazos en días laborables, con una lista de los retrasos',
        ],
      },
      {
        title: 'Portal',
        text: 'La vista de cada mañana para el personal, y los ajustes que hay detrás.',
        points: [
          'Residentes a mano, por importación o por registro propio con revisión',
          'Textos de correos y SMS con sus palabras, con vista previa y prueba',
          'Siete informes, como página, PDF, Excel, Word y CSV, y por correo según un plan',
        ],
      },
      {
        title: 'Terminal',
        text: 'El terminal del portal de la casa, con los colores y el logotipo de la propiedad.',
        points: [
          'Entrega, recogida, devolución y tintorería, paso a paso',
          'Habla con las placas por RS-485 y comprueba que la puerta se ha abierto de verdad',
          'No pierde nada sin conexión, tras un corte de luz ni tras un reinicio',
        ],
      },
    ],
    theme: {
      heading: 'Dé color a su terminal',
      lead: 'Elija dos colores. Los textos serán negros o blancos, según lo que se lea mejor.',
      background: 'Fondo',
      button: 'Botones',
      greeting: 'Bienvenidos a Ribera',
      collect: 'Recoger',
      dropOff: 'Entregar',
      contrast: 'Contraste de botones y fondo: {contrast} : 1.',
      weak: 'Hace falta al menos 3 : 1 para que todos encuentren los botones.',
    },
    details: {
      heading: 'Para técnicos',
      list: [
        {
          title: 'Red',
          text: 'Un terminal abre una conexión saliente (MQTT sobre TLS) al servidor, y no necesita puertos abiertos, dirección fija ni VPN. Entra con una clave propia, que el portal exporta y puede revocar. El servidor comprueba códigos y PIN. Lo que ha empezado cuando se pierde la conexión se termina: cada suceso espera en el disco y se envía en orden cuando vuelve la conexión.',
        },
        {
          title: 'Placas de cerraduras',
          text: 'Un terminal controla placas KERONG CU16 y compatibles en un bus RS-485, hasta 16 cerraduras por placa y 15 placas por bus. Cada apertura se comprueba en el contacto de la cerradura: una puerta liberada que no se abre se intenta otra vez, después se avisa, y tras varios fallos la taquilla queda fuera de servicio.',
        },
        {
          title: 'Luz y reinicios',
          text: 'Cada paso de una entrega o recogida está en el disco antes de que se abra una puerta. Un terminal que pierde la luz continúa donde estaba: una puerta abierta sigue siendo conocida, y ningún suceso se envía dos veces ni se pierde. Una orden de apertura nunca espera, para que ninguna puerta se abra minutos más tarde.',
        },
        {
          title: 'Servidor',
          text: 'Un proceso de Node.js y una base de datos PostgreSQL atienden a cientos de edificios; varios procesos se reparten el trabajo con un Mosquitto externo. La copia de seguridad es una orden, y la restauración dice qué clave necesita. La propia base de datos separa organizaciones y propiedades.',
        },
      ],
    },
  },
  toggle: { more: 'Mostrar todo', less: 'Mostrar menos' },
  residents: {
    lead: 'Su edificio tiene taquillas para paquetes. Así se usan.',
    stepsHeading: 'Tres pasos',
    steps: [
      { title: 'Espere el mensaje', text: 'Dice qué banco de taquillas es y lleva un código solo para usted.' },
      {
        title: 'Escriba el código',
        text: 'Toque Recoger en el terminal y escriba el código. Algunos edificios piden también la vivienda.',
      },
      { title: 'Llévese todo', text: 'Se abren una tras otra todas las puertas con paquetes suyos. Ciérrelas, por favor.' },
    ],
    questionsHeading: 'Preguntas',
    questions: [
      {
        title: 'He perdido mi código',
        text: 'Pregunte al personal de su edificio. Le enviará uno nuevo; el antiguo no lo puede leer nadie.',
      },
      {
        title: '¿Puede recoger otra persona por mí?',
        text: 'Sí. El personal puede dar a otra persona un código propio durante unos días.',
      },
      { title: 'Estoy de viaje', text: 'Diga los días al personal. Sus paquetes se guardan hasta su vuelta.' },
      {
        title: 'La puerta no se abre',
        text: 'Inténtelo otra vez. Si sigue cerrada, llame al número del terminal: el personal puede abrirla desde el mostrador.',
      },
      {
        title: '¿Cuánto espera un paquete?',
        text: 'Los días laborables que haya fijado su edificio. El mensaje y los avisos dicen el día.',
      },
      { title: '¿Cómo dejo de recibir SMS?', text: 'Responda STOP. Los correos siguen, porque llevan sus códigos.' },
    ],
    registerHeading: '¿Aún no se ha registrado?',
    register: 'Escanee el código del cartel junto a las taquillas, o pida al personal de su edificio la dirección de registro.',
  },
  gallery: {
    lead: 'Cada banco es un conjunto de columnas. Los dibujos muestran los tamaños de sus taquillas.',
    filter: 'Tamaño del edificio',
    all: 'Todos',
    kinds: { small: 'Hasta 40 viviendas', medium: 'Hasta 120 viviendas', large: 'Más viviendas' },
    lockers: 'taquillas',
    open: 'Ampliar',
    add: 'Añadir al presupuesto',
    sizes: {
      title: 'Tamaños',
      text: 'S es para cartas y cajas pequeñas, M para una caja de zapatos, L para dos, XL para una maleta. Las columnas se combinan libremente.',
    },
  },
  lightbox: {
    close: 'Cerrar',
    loading: 'Cargando...',
    previous: 'Anterior',
    next: 'Siguiente',
    notLoaded: '¡Imagen no cargada!',
    ofAll: '%curr% de %total%',
  },
  pricing: {
    lead: 'Un banco de taquillas se paga una vez. El programa no cuesta nada a los edificios que lo gestionan ellos mismos; solo cobramos la asistencia.',
    cabinetsHeading: 'Elija sus armarios',
    count: 'Número de {name}',
    total: 'Precio de lista',
    tax: 'Sin impuestos, transporte ni montaje, que figuran en el presupuesto.',
    included: {
      title: 'Qué incluye',
      text: 'El armario con cerraduras, placas y terminal, las llaves de todas las puertas y dos años de garantía de piezas.',
    },
    send: 'Pedir presupuesto',
  },
  quote: {
    open: 'Su presupuesto',
    empty: 'Todavía no ha elegido nada. Añada armarios en la galería.',
    remove: 'Quitar',
    added: '{name} está ahora en su presupuesto.',
    go: 'Pedir este presupuesto',
  },
  contact: {
    lead: 'Respondemos en un día laborable.',
    messageHeading: 'Escríbanos',
    demoHeading: 'Una demostración en su mesa',
    demoLead:
      'Elija los días que le convengan. Proponemos una hora en uno de ellos, y mostramos portal, terminal y armario en marcha.',
    days: 'Días (día/mes/año)',
    daysFormat: 'DD/MM/AAAA – DD/MM/AAAA',
    from: 'Desde',
    until: 'Hasta',
    ask: 'Pedir una demostración',
    placeHeading: 'Dónde estamos',
    map: 'Mapa de la costa del mar del Norte con Róterdam en el centro',
    sent: { title: 'Gracias, lo hemos recibido', text: 'Respondemos en un día laborable.' },
  },
  form: {
    name: 'Nombre',
    email: 'Correo electrónico',
    company: 'Empresa (opcional)',
    phone: 'Teléfono (opcional)',
    message: 'Mensaje',
    send: 'Enviar',
    required: '¡Rellene todos los campos, por favor!',
    invalidEmail: '¡Escriba un correo electrónico válido, por favor!',
    ok: 'Gracias. Respondemos en un día laborable.',
    failed: 'No se ha podido enviar. Inténtelo más tarde, por favor.',
    incomplete: {
      title: '¡Rellene todos los campos, por favor!',
      text: 'No se ha enviado nada. Vuelva al formulario: lo que escribió sigue ahí.',
    },
    wrongEmail: {
      title: '¡Correo electrónico no válido!',
      text: 'No se ha enviado nada. Vuelva al formulario y corrija el correo electrónico.',
    },
    tooMany: { title: 'Demasiadas solicitudes', text: 'No se ha enviado nada. Inténtelo más tarde, por favor.' },
  },
  editor: { bold: 'Negrita', italic: 'Cursiva', list: 'Lista', numbers: 'Lista numerada' },
  news: {
    lead: 'Qué hay de nuevo en el producto.',
    filter: 'Tema',
    all: 'Todos',
    kinds: { product: 'Producto', company: 'Empresa' },
    feed: 'Canal (RSS)',
    back: 'Todas las noticias',
  },
  newsPreview: {
    lead: 'Escriba una noticia en Markdown y vea cómo quedará.',
    text: 'Texto en Markdown',
    preview: 'Vista previa',
    example: '## Título',
    needsScript: 'Probar otros textos requiere JavaScript. Este es el ejemplo.',
  },
  docs: {
    lead: 'Páginas breves, una por tarea.',
    api: { title: 'La API', text: 'Cada función del portal con su entrada y su salida:' },
    groups: {
      daily: 'Trabajo diario',
      operate: 'Configurar y mantener el servidor',
      technicians: 'Armarios y terminales',
      developers: 'Cambiar el producto',
    },
    back: 'Todas las guías',
  },
  search: {
    open: 'Buscar',
    field: 'Buscar en este sitio',
    none: 'Nada contiene estas palabras.',
    notLoaded: '¡Contenido no cargado!',
  },
  legal: {
    sections: [
      {
        title: 'Este sitio',
        text: 'No usa cookies, no carga nada de otros servidores y no cuenta visitantes. El boletín guarda su correo hasta que se dé de baja; un enlace en cada número lo hace.',
      },
      {
        title: 'Residentes',
        text: 'El operador de su edificio decide qué datos se conservan. El personal puede exportar y borrar los datos de un residente; los historiales quedan entonces sin nombre.',
      },
      {
        title: 'Personal',
        text: 'El registro guarda quién hizo qué y cuándo, porque el operador lo necesita para aclarar un paquete perdido.',
      },
    ],
  },
  newsletter: {
    heading: 'Boletín',
    lead: 'Unas veces al año, en inglés: qué hay de nuevo, con palabras claras.',
    email: 'Su correo electrónico',
    subscribe: 'Suscribirse',
    required: '¡Rellene todos los campos, por favor!',
    invalidEmail: '¡Correo no válido!',
    ok: '¡Gracias!',
    failed: 'Error interno del servidor',
    sent: {
      title: 'Mire su buzón, por favor',
      text: 'Le hemos enviado un enlace. Ábralo en las próximas 72 horas.',
    },
    confirm: {
      title: 'Confirme su suscripción',
      text: 'Pulse el botón para recibir el boletín. Si no, no llegará nada.',
      button: 'Confirmar',
    },
    unsubscribe: {
      title: 'Darse de baja del boletín',
      text: 'Pulse el botón y su dirección de correo se borrará de la lista.',
      button: 'Darse de baja',
    },
    confirmed: { title: 'Su suscripción está confirmada', text: 'Gracias. Cada número lleva un enlace para darse de baja.' },
    expired: {
      title: 'Este enlace ya no sirve',
      text: 'Era válido tres días. Escriba otra vez su dirección y recibirá uno nuevo.',
    },
    unsubscribed: { title: 'Se ha dado de baja', text: 'Su correo se ha borrado de la lista.' },
  },
}

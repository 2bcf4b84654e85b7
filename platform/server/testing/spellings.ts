/** Names that labels, people and rosters write in several ways. */
export const SAME_NAMES: readonly (readonly string[])[] = [
  ['O’Brien', "O'Brien", 'OBRIEN', 'O`Brien', 'Oʼbrien'],
  ['Smith-Jones', 'SMITHJONES', 'Smith‑Jones', 'Smith–Jones'],
  ['Müller', 'MUELLER', 'Muller', 'mu\u0308ller'],
  ['Jürgen Größe', 'JUERGEN GROESSE', 'Jurgen Grosse'],
  ['Søren Østergaard', 'SOEREN OESTERGAARD', 'Soren Ostergard', 'Sören Östergård'],
  ['Ågård', 'AAGAARD', 'Agard'],
  ['Bäcker', 'BAECKER', 'Backer'],
  ['Núñez', 'NUNEZ'],
  ['Maria-Elena', 'MARIAELENA'],
  ['Ka’ahumanu', 'KAAHUMANU', 'Kaʻahumanu'],
  ['Jo-Ellen', 'JOELLEN', 'Jo—Ellen'],
  ["N'Diaye", 'NDIAYE', 'N’Diaye'],
]

/** Units that people, rosters and labels write in several ways. */
export const SAME_UNITS: readonly (readonly string[])[] = [
  [
    '12-C',
    '#12-C',
    '12C',
    '#12C',
    '12 c',
    'apt 12C',
    'APT 12-C',
    'unit 12-C',
    'Apartment #12 C',
    'STE. 12C',
    'Rm 12c',
    'Apt.12C',
  ],
  ['901', '0901', '#0901', 'UNIT 00901', 'Apt901'],
  ['B5', 'B-05', 'b 5', 'Suite B5', 'B05'],
  ['PH', 'ph', '#PH', 'Apt PH'],
  ['PH2', 'PH-2', 'ph 02'],
  ['PH 2 W', 'PH-2W', 'ph2 w'],
  ['7', '007', 'Whg. 7', 'Wohnung 7', 'Nr. 7', 'Apto 7', 'Unidad 7', 'No. 7', 'Nº 7', 'N° 7'],
  ['1-11', '1/11', '1.11', '1 - 11', '01-11'],
  ['Bücherei', 'BUCHEREI'],
  ['B', 'Apt B', '#B'],
  ['0', '00'],
  ['12', '12.', ' 12 ', '12-'],
]

import { deflateRawSync } from 'node:zlib'

const HEADINGS = 'Property,Building,UnitNumber,FirstName,LastName,Email,MobilePhone,Phone1,Phone2,ExternalId,OccupancyStatus'
const GOOD = 'P1,Building 1,7,Ada,Brandt,ada@example.test,+44 7700 900123,,,X1,Current'
const MEGABYTE = 1_048_576

/** Pseudo-random numbers, the same each time. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

const NASTY = [
  '=cmd|"/C calc"!A0',
  '+1+1',
  '@SUM(1)',
  '-2+3',
  '\u0000',
  '\u202Egnp',
  "'; drop table residents; --",
  '"',
  '""',
  '"a"b',
  ',,,,',
  ';;;',
  '\t\t',
  'x'.repeat(70_000),
  'Elsewhere',
  '\ud83d\ude00',
  '\ufeff',
  '__proto__',
  '{}',
  '0x1F',
  '1e999',
  'İı',
  '\r',
  ' ',
]

/** Malicious and damaged files. */
export function* hostileFiles(): Generator<readonly [string, Buffer]> {
  const text = (name: string, content: string) => [name, Buffer.from(content)] as const
  yield text('empty', '')
  yield text('a line end alone', '\n')
  yield text('a byte order mark alone', '\ufeff')
  yield text('headings alone', HEADINGS)
  yield text('one line of ten megabytes', 'x'.repeat(10 * MEGABYTE - 100))
  yield text('one line of ten megabytes below the headings', `${HEADINGS}\n${'x'.repeat(10 * MEGABYTE - 300)}`)
  yield ['nothing but NUL', Buffer.alloc(MEGABYTE)]
  yield ['NUL in the middle', Buffer.from(`${HEADINGS}\n${GOOD.replace('Ada', 'A\u0000da')}\n${GOOD}`)]
  yield ['UTF-16', Buffer.from(`\ufeff${HEADINGS}\n${GOOD}`, 'utf16le')]
  yield ['UTF-16 without a mark', Buffer.from(`${HEADINGS}\n${GOOD}`, 'utf16le')]
  yield ['UTF-16 with half a character', Buffer.concat([Buffer.from(`\ufeff${HEADINGS}\n${GOOD}`, 'utf16le'), Buffer.from('x')])]
  yield text('a quotation mark that is not closed', `${HEADINGS}\n${GOOD}\n"${GOOD}\n${GOOD}`)
  yield text('a quotation mark that is not closed in the headings', `"${HEADINGS}\n${GOOD}`)
  yield text('a million headings', Array.from({ length: 1_000_000 }, (_, i) => i % 10).join(','))
  yield text('a million cells', `${HEADINGS}\n${','.repeat(1_000_000)}x`)
  yield text('two million cells, all empty', `${HEADINGS}\n${GOOD}\nP,B,1,a,b${','.repeat(2 * MEGABYTE)}`)
  yield text('nothing but commas', ','.repeat(2 * MEGABYTE))
  yield text('the same heading again', `${HEADINGS},Property\n${GOOD},P2`)
  yield text('more lines than a file has', `${HEADINGS}\n${'P,B,1,a,b\n'.repeat(210_000)}`)
  yield ['a zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(MEGABYTE, 'zip'))])]
  yield ['bytes that are no UTF-8', Buffer.from(Uint8Array.from({ length: 65_536 }, (_, i) => i % 256))]
  yield text('line ends of an old Macintosh', `${HEADINGS}\r${GOOD}\r${GOOD.replace('X1', 'X2')}`)
  for (const [i, nasty] of NASTY.entries())
    for (const at of [0, 1, 2, 3, 5, 9]) {
      const cells = GOOD.split(',')
      cells[at] = nasty
      yield text(`nasty cell ${i} at ${at}`, `${HEADINGS}\n${GOOD}\n${cells.join(',')}\n${GOOD.replaceAll('Ada', 'Eve')}`)
    }
  yield* shuffled()
}

/** Valid files with random bytes changed, parts repeated or cut off. */
function* shuffled(): Generator<readonly [string, Buffer]> {
  const random = numbers(7)
  const next = (below: number) => Math.floor(random.next().value! * below)
  const whole = `${HEADINGS}\n${Array.from({ length: 40 }, (_, i) => GOOD.replaceAll('Ada', `Ada${i}`).replace('X1', `X${i}`)).join('\n')}`
  for (let i = 0; i < 60; i += 1) {
    const bytes = Buffer.from(whole)
    for (let change = 0; change < 1 + i; change += 1) bytes[next(bytes.length)] = next(256)
    const from = next(bytes.length)
    yield [`shuffled ${i}`, i % 3 === 0 ? Buffer.concat([bytes, bytes.subarray(from)]) : bytes.subarray(0, from + 1)]
  }
}

import { createHash, createHmac } from 'node:crypto'
import type { Keys } from '#platform/server/security/keys.ts'

/** The time in every id of the demo. */
const EPOCH = Date.UTC(2025, 0, 6)

/** The n-th id of a kind: in the form of a UUID version 7, ascending with n, the same in every installation. */
export function demoId(kind: string, n: number | string): string {
  const random = createHash('sha256').update(`${kind} ${n}`).digest('hex')
  const time = (EPOCH + (typeof n === 'number' ? n : 0)).toString(16).padStart(12, '0')
  const variant = (0x8 | (Number.parseInt(random[3]!, 16) & 0x3)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

export type Random = ReturnType<typeof random>

/** A pseudo-random generator (Mulberry32) seeded by a name: the same numbers at each first start. */
export function random(seed: string) {
  let state = createHash('sha256').update(seed).digest().readUInt32BE()
  /** From 0 up to, not including, 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  /** A whole number, both bounds included. */
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!
  return { next, int, pick, chance: (share: number) => next() < share }
}

/** A number with this many digits, derived from the installation's key, so that the source does not reveal it. */
export function secretDigits(keys: Keys, name: string, digits: number): string {
  const from = 10 ** (digits - 1)
  return String(from + (createHmac('sha256', keys.secrets).update(`demo ${name}`).digest().readUIntBE(0, 6) % (9 * from)))
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const FIRST_NAMES = words(`
  Amara Lukas Mei Rafael Ingrid Tariq Grace Hiroshi Lucía Kwame Anja Diego Fatima Owen Priya Mateusz Zoë Samuel Leila Noah
  Chidi Emma Ravi Sofía Yusuf Hannah Minh Clara Ibrahim Elif Thomas Naledi Jonas Aaliyah Pavel Camila Arjun Freya Malik Olivia
  Sven Aisha Marco Nia Dmitri Hana Carlos Ewa Tomás Simone Kofi Linnea Omar Beatriz Wei Ruth Andrei Sana Julian Marta
  Ezra Yuki Paula Idris Nora Hassan Vera Leon Thandi Felix Ines Karim Astrid Joaquín Mina Patrick Zainab Viktor Rosa Eun-ji
`)
export const LAST_NAMES = words(`
  Okonkwo Lindqvist Chen Fernández Novak Hassan O'Brien Tanaka García Mensah Schmidt Vargas Al-Sayed Hughes Sharma Kowalski Baker
  Nkosi Rahimi Petersen Adeyemi Dubois Iyer Moreno Demir Fischer Nguyen Romano Diallo Yılmaz Walker Dlamini Hansen Johnson Sokolov
  Rojas Menon Larsen Abdi Clarke Johansson Khan Rossi Williams Ivanov Sato Ortega Zieliński Silva Laurent Asante Berg Haddad Costa
  Liu Goldberg Popescu Malik Castillo Wójcik Levi Nakamura Navarro Osei Murphy Farouk Horváth Weber Mokoena Bianchi Ribeiro Aziz
  Dahl Mendoza Park Kelly Bello Kuznetsov Santos Choi
`)

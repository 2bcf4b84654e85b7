import type { ReactNode } from 'react'
import type { Likeness } from '../contract.ts'
import { say } from '../messages.ts'
import classes from './register.module.css'

const MARKS = [
  ['HasSameEmail', 'WordSameEmail'],
  ['HasSamePhone', 'WordSamePhone'],
  ['IsSamePerson', 'WordSamePerson'],
] as const
const reasonsOf = (one: Likeness): string =>
  [
    ...MARKS.flatMap(([mark, word]) => (one[mark] ? [say(word).text] : [])),
    ...(one.IsRegistration ? [say('WordOtherRegistration').text] : []),
  ].join(', ')
/** How somebody who may be the same is called: 'Anna Berg, 12C, North Tower'. */
export const likenessName = ({ Name, UnitNumber, PlaceName }: Likeness): string =>
  [Name, UnitNumber, PlaceName].filter(Boolean).join(', ')

/** Who may be here already. */
export function Duplicates({ of, children }: { of: readonly Likeness[]; children?: ReactNode }) {
  return (
    <section className={classes.duplicates}>
      <strong>{say('SectionDuplicates').text}</strong>
      <ul>
        {of.map((one) => (
          <li key={one.Id}>
            {likenessName(one)}: {reasonsOf(one)}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
